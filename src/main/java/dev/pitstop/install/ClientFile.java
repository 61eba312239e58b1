package dev.pitstop.install;

import dev.pitstop.config.KeyPath;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The servers in the text of a client's file, and the texts that wrapping and unwrapping them
/// makes. Immutable.
public final class ClientFile {
  /// @param id what tells it from all others of the file
  /// @param name as the client knows it
  /// @param place said behind the name where there are others than the usual servers; may be empty
  public record Listed(String id, String name, String place, Server server) {}

  /// What became of a text.
  public sealed interface Read {
    record Good(ClientFile file) implements Read {}

    /// @param line from 1
    /// @param column from 1
    /// @param message one line, without a full stop
    record Broken(int line, int column, String message) implements Read {}
  }

  private final Document document;
  private final List<Listed> servers;
  private final Wrapping wrapping;
  private final Unwrapping unwrapping;
  private final Settings settings;
  private final CommandLines lines;
  private final List<List<String>> containers;

  private ClientFile(
      Document document,
      List<List<String>> containers,
      UrlForm urlForm,
      Settings settings,
      CommandLines lines) {
    this.document = document;
    this.settings = settings;
    this.lines = lines;
    this.containers = containers;
    servers =
        document.entries().stream()
            .map(e -> new Listed(e.id(), e.name(), place(e), Servers.of(e, lines)))
            .toList();
    wrapping = new Wrapping(containers, lines);
    unwrapping = new Unwrapping(containers, lines, urlForm, settings);
  }

  /// @param containers where its servers may stand: keys from the outside in
  /// @param urlForm how a URL's entry is written that nobody remembers
  /// @param settings of the client's own that may be written into it
  public static Read read(
      String text,
      Format format,
      List<List<String>> containers,
      UrlForm urlForm,
      Settings settings,
      CommandLines lines) {
    return switch (Document.read(text, format, containers)) {
      case Document.Read.Broken(int line, int column, String message) ->
          new Read.Broken(line, column, message);
      case Document.Read.Good(Document document) ->
          new Read.Good(new ClientFile(document, containers, urlForm, settings, lines));
    };
  }

  /// Claude Code keeps the servers of one project of the user's beside those of all.
  private static String place(Entry entry) {
    return entry.container().size() == 3 ? "in " + KeyPath.clean(entry.container().get(1)) : "";
  }

  /// Whether these words start Pitstop, as far as a file can tell.
  public static boolean isLauncher(List<String> words) {
    return Servers.launcher(words) == words.size();
  }

  /// Whether `install` may write this option, by its name without dashes.
  public static boolean writes(String option) {
    return Unwrapping.WRITTEN.contains(option);
  }

  /// Whether a URL is behind it.
  public static boolean isUrl(Server.Wrapped wrapped) {
    return Unwrapping.isUrl(wrapped);
  }

  public String text() {
    return document.text();
  }

  /// All servers, in the file's order.
  public List<Listed> servers() {
    return servers;
  }

  /// The text with Pitstop in front of these servers, by their ids.
  public String wrap(Map<String, Wrapping.How> wishes) {
    return wrap(Wishes.wraps(wishes));
  }

  /// The same with settings of the client's own.
  public String wrap(Wishes wishes) {
    return wrapping.wrap(document, wishes);
  }

  /// The settings for a server whose keys its entry does not have yet.
  public List<Setting.OfServer> missing(String id) {
    return document.entry(id).stream()
        .flatMap(e -> settings.ofServers().stream().filter(s -> e.field(s.key()).isEmpty()))
        .toList();
  }

  /// The settings for all servers that the file does not have yet, and has a place for.
  public List<Setting.OfClient> missing() {
    return settings.ofClient().stream()
        .filter(s -> !TomlTable.with(text(), s).equals(text()))
        .toList();
  }

  /// The settings of a server that stand there as we write them, whoever did.
  public List<Setting> there(String id) {
    return document.entry(id).stream()
        .flatMap(e -> ServerSettings.there(e, settings.ofServers(), text()).stream())
        .map(Setting.class::cast)
        .toList();
  }

  /// The same of those for all servers.
  public List<Setting> there() {
    return settings.ofClient().stream()
        .filter(s -> TomlTable.there(text(), s))
        .map(Setting.class::cast)
        .toList();
  }

  /// The text without Pitstop in front of these servers.
  ///
  /// @param before the file's text from before they were wrapped, if it is known
  public String unwrap(List<String> ids, Optional<String> before) {
    return unwrapping.unwrap(document, ids, before);
  }

  /// The servers that `install` has wrapped. Only the copy from before can tell: what is wrapped in
  /// it, is not in it, or has no copy, was wrapped by somebody else, or nobody knows by whom.
  ///
  /// @param before the file's text from before they were wrapped, if it is known
  /// @param launcher the words that `install` writes for Pitstop now, if that is known
  public List<String> written(Optional<String> before, Optional<List<String>> launcher) {
    return unwrapping.written(document, before, launcher, provable(before));
  }

  /// The servers that come back just as they were.
  ///
  /// @param before the file's text from before they were wrapped, if it is known
  public List<String> provable(Optional<String> before) {
    return servers.stream()
        .filter(s -> s.server() instanceof Server.Wrapped)
        .map(Listed::id)
        .filter(id -> isRestored(id, unwrapping.restored(document, List.of(id), before)))
        .toList();
  }

  /// Whether Pitstop is no longer in front of it there.
  private boolean isRestored(String id, String text) {
    return Document.read(text, document.format(), containers)
            instanceof Document.Read.Good(Document restored)
        && restored
            .entry(id)
            .filter(e -> !(Servers.of(e, lines) instanceof Server.Wrapped))
            .isPresent();
  }

  /// The text from before all that is provably ours, to be kept as a copy: what its author wrote
  /// himself stays, also an entry that names Pitstop.
  ///
  /// @param before the copy that there is, if any
  public String original(Optional<String> before) {
    return unwrapping.restored(document, servers.stream().map(Listed::id).toList(), before);
  }
}
