package dev.pitstop.session.texts;

import dev.pitstop.backend.Snapshot;
import dev.pitstop.channel.RunKind;
import dev.pitstop.text.Words;
import java.util.List;

/// The texts about several servers: which servers there are, which one a caller meant, and a short
/// line about one.
public final class ServersText {
  /// The owner of the tools with one server, with a verb.
  public static final String IT_HAS = "The server has";

  private ServersText() {}

  /// There are no servers. Without Pitstop's mark.
  public static String none(OwnToolNames tools) {
    return "There are no servers." + tools.call("add_server", " {} adds one.", "");
  }

  /// A caller named no existing server.
  ///
  /// @param there the servers' names
  public static String unknown(
      String name, String argument, List<String> there, OwnToolNames tools) {
    if (there.isEmpty()) {
      return Words.MARK + none(tools);
    }
    return Words.MARK
        + (name.isEmpty() ? "`" + argument + "` is missing." : "There is no server `" + name + "`.")
        + Words.fill(" The servers are `{}`.", String.join("`, `", there));
  }

  /// The owners of tools, with a verb.
  public static String have(List<String> servers) {
    return servers.size() == 1
        ? "Server `" + servers.getFirst() + "` has"
        : "The " + servers.size() + " servers have";
  }

  /// Its crashes and its load.
  public static String load(RunKind kind, Snapshot s) {
    return "; "
        + (kind.isDaemons()
            ? Words.count(s.counts().lost(), "session") + " lost; "
            : s.counts().crashed() + (s.counts().crashed() == 1 ? " crash; " : " crashes; "))
        + StatusText.load(s);
  }
}
