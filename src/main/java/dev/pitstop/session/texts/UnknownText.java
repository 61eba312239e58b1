package dev.pitstop.session.texts;

import dev.pitstop.catalog.Kind;
import dev.pitstop.text.Words;
import java.util.List;

/// The texts about a name that no server has, or that cannot be looked up, with many servers. They
/// have Pitstop's mark, except sentences that are parts of others.
public final class UnknownText {
  private UnknownText() {}

  /// The entry of the server filters the tool out.
  public static String hidden(String tool, String server) {
    String text = "Unknown tool: {}. The configuration of server `{}` hides it (`tools`).";
    return Words.MARK + Words.fill(text, tool, server);
  }

  /// @param near similar names
  /// @param more where to read more
  public static String name(
      Kind kind, String name, List<String> servers, List<String> near, String more) {
    return Words.MARK
        + Words.fill("Unknown {}: {}.", kind.noun(), name)
        + (servers.isEmpty()
            ? " There are no servers."
            : Words.fill(
                " Names have the form `server__{}`; the servers are {}.",
                kind.noun(),
                String.join(", ", servers)))
        + (near.isEmpty() ? "" : " " + similar(near))
        + more;
  }

  /// A sentence with names that are near an unknown one.
  public static String similar(List<String> near) {
    return "Similar names: `" + String.join("`, `", near) + "`.";
  }

  /// @param why sentences, or nothing
  public static String resource(String uri, String why) {
    return Words.MARK + "Resource not found: " + uri + (why.isEmpty() ? "" : "." + why);
  }

  /// @param why sentences, or nothing
  public static String template(String template, String why) {
    return Words.MARK + "No server lists the resource template `" + template + "`." + why;
  }

  // Why not all servers were asked: a sentence each.

  public static String silent(String server) {
    return " Server `" + server + "` did not answer.";
  }

  /// @param state in which it is
  public static String coming(String server, String state) {
    return " Server `" + server + "` is still " + state + " and could not be asked.";
  }

  public static String down(String server) {
    return " Server `" + server + "` is down and could not be asked.";
  }

  // Of lists.

  /// An entry is not listed because an earlier server has it, too.
  public static String takenBy(Kind kind, String name, String other) {
    String text = "its {} {} is not listed, because server `{}` has the same";
    return Words.fill(text, kind.noun(), name, other) + (kind == Kind.RESOURCES ? " URI" : "");
  }
}
