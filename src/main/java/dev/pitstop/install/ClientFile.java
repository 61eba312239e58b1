package dev.pitstop.install;

import dev.pitstop.textedit.ClientEntry;
import dev.pitstop.textedit.Document;
import dev.pitstop.textedit.KeyPath;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The servers in the text of a client's file. Wrapping and unwrapping them returns a new text.
/// Immutable.
public final class ClientFile {
  /// A server in the file.
  ///
  /// @param id unique in the file
  /// @param name its name in the client
  /// @param place shown after the name of a server outside the usual place; otherwise empty
  public record Listed(String id, String name, String place, Server server) {}

  private final Document document;
  private final List<Listed> servers;
  private final CommandLines lines;

  /// @param lines reads Pitstop's own command lines
  public ClientFile(Document document, CommandLines lines) {
    this.document = document;
    this.lines = lines;
    servers =
        document.entries().stream()
            .map(e -> new Listed(e.id(), e.name(), place(e), ServerReader.of(e, lines)))
            .toList();
  }

  /// Claude Code keeps the servers of each project in the user's file.
  private static String place(ClientEntry entry) {
    return entry.container().size() == 3 ? "in " + KeyPath.clean(entry.container().get(1)) : "";
  }

  /// Whether these words start Pitstop, as far as a file can tell.
  public static boolean isLauncher(List<String> words) {
    return ServerReader.launcher(words) == words.size();
  }

  /// Whether `install` may write this option, by its name without dashes.
  public static boolean writes(String option) {
    return Unwrapping.WRITTEN.contains(option);
  }

  public String text() {
    return document.text();
  }

  /// All servers, in the file's order.
  public List<Listed> servers() {
    return servers;
  }

  /// The text after wrapping servers.
  ///
  /// @param wraps how, by the ids of their entries
  public String wrap(Map<String, Wrapping.How> wraps) {
    return Wrapping.wrap(document, wraps, lines);
  }

  /// The entries that differ in another text of the file, with `-` as they are here and with `+` as
  /// they are there.
  public String changes(String after) {
    Document there = document.again(after).orElse(document);
    StringBuilder out = new StringBuilder();
    for (Listed each : servers) {
      String was = document.part(each.id());
      String now = there.part(each.id());
      if (!was.equals(now)) {
        out.append(each.name()).append('\n');
        was.strip().lines().forEach(line -> out.append("- ").append(line).append('\n'));
        now.strip().lines().forEach(line -> out.append("+ ").append(line).append('\n'));
      }
    }
    return out.toString();
  }

  /// Whether the entry of a server has a key.
  public boolean has(String id, String key) {
    return document.entry(id).flatMap(e -> e.field(key)).isPresent();
  }

  /// The text with other options for a wrapped server.
  ///
  /// @param values by the name without dashes; an option without values is removed
  public String with(String id, Map<String, List<String>> values) {
    for (Listed each : servers) {
      if (each.id().equals(id) && each.server() instanceof Server.Wrapped w) {
        return wrap(Map.of(id, Wrapping.How.again(w, w.launcher(), values)));
      }
    }
    return text();
  }

  /// The text with these servers unwrapped. The entry of a URL stays if it is not [#provable].
  ///
  /// @param before the text of the file before they were wrapped, if it is known
  public String unwrap(List<String> ids, Optional<String> before) {
    return unwrapping(before).unwrap(ids);
  }

  private Unwrapping unwrapping(Optional<String> before) {
    return new Unwrapping(document, before.flatMap(document::again), lines);
  }

  /// The servers that `install` wrapped: they have its launcher or only options that it writes.
  /// Only the backup can tell: a server that is wrapped in the backup, or missing in it, was
  /// wrapped by someone else; without a backup the author is unknown.
  ///
  /// @param before the text of the file before they were wrapped, if it is known
  /// @param launcher the words that `install` writes for Pitstop now, if they are known
  public List<String> written(Optional<String> before, Optional<List<String>> launcher) {
    Map<String, Server.Wrapped> since = unwrapping(before).since();
    since
        .values()
        .removeIf(w ->
            launcher.filter(w.launcher()::equals).isEmpty()
                && !Unwrapping.WRITTEN.containsAll(w.line().values().keySet()));
    return List.copyOf(since.keySet());
  }

  /// The servers that unwrapping restores byte for byte.
  ///
  /// @param before the text of the file before they were wrapped, if it is known
  public Set<String> provable(Optional<String> before) {
    return unwrapping(before).provable().keySet();
  }

  /// The text to keep as the backup: without what was wrapped since the existing backup. Entries
  /// that the user wrote stay, even if they name Pitstop.
  ///
  /// @param before the existing backup, if any
  public String original(Optional<String> before) {
    Unwrapping unwrapping = unwrapping(before);
    return unwrapping.unwrap(unwrapping.since().keySet());
  }
}
