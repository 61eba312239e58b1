package dev.pitstop.install;

import dev.pitstop.rpc.Json;
import dev.pitstop.textedit.Format;
import dev.pitstop.textedit.Node;
import dev.pitstop.textedit.Trivia;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Collects changes of a client's file. Wrapped, the command is Pitstop, and the original command
/// is in the arguments, after `--`. Nothing else changes; the same changes of the same text give
/// the same text.
public final class Wrapping {
  private final String text;
  private final Format format;
  private final List<Edit> edits = new ArrayList<>();

  Wrapping(String text, Format format) {
    this.text = text;
    this.format = format;
  }

  /// A change; its offsets refer to the original text. Changes do not overlap.
  private record Edit(int from, int to, String with) {}

  /// How a server is wrapped.
  ///
  /// @param launcher the words that start Pitstop
  /// @param options all words between the launcher and the command, `--` included
  public record How(List<String> launcher, List<String> options) {
    /// All words of the entry.
    private List<String> with(List<String> command) {
      return Stream.of(launcher, options, command).flatMap(List::stream).toList();
    }
  }

  /// The text with the changes.
  String text() {
    StringBuilder out = new StringBuilder(text);
    edits.stream()
        .sorted(Comparator.comparingInt(Edit::from).reversed()) // the offsets before it still hold
        .forEach(e -> out.replace(e.from(), e.to(), e.with()));
    return out.toString();
  }

  private void replace(Node node, String with) {
    replace(node.start(), node.end(), with);
  }

  private void replace(int from, int to, String with) {
    edits.add(new Edit(from, to, with));
  }

  void restore(ClientFile.Listed entry, String part) {
    replace(entry.member().value(), part);
  }

  void wrap(ClientFile.Listed entry, How how) {
    switch (entry.server()) {
      case Server.Program p -> words(p.at(), how.with(p.words()), p.at().items().size());
      case Server.Daemon d -> daemon(d, how);
      case Server.Wrapped w -> words(w.at(), how.with(w.command()), w.command().size());
      case Server.Other other -> {}
    }
  }

  /// The program is in the arguments, after Pitstop's words; its own arguments follow. The entry of
  /// a URL stays.
  void unwrap(Server.Wrapped w) {
    if (!w.isUrl()) {
      int own = w.at().together() ? 0 : 1; // the program's word stands in `command`
      words(w.at(), w.command(), w.command().size() - own);
    }
  }

  /// Gives an entry other words.
  ///
  /// @param kept how many of the items in its array stay as they are written: the last ones
  private void words(Server.Stdio at, List<String> words, int kept) {
    List<String> front = new ArrayList<>(words.subList(0, words.size() - kept));
    if (!at.together()) {
      replace(at.command().value(), Json.quote(front.removeFirst()));
    }
    Optional<Node.Arr> array = at.array();
    if (array.isEmpty()) {
      addArgs(at.command(), front);
      return;
    }
    List<Node> items = array.get().items();
    int from = items.isEmpty() ? array.get().start() + 1 : items.getFirst().start();
    int to = items.isEmpty() ? from : array.get().end() - 1;
    boolean more = kept > 0 && !front.isEmpty();
    replace(
        from,
        kept > 0 ? items.get(items.size() - kept).start() : to,
        quoted(front) + (more ? ", " : ""));
  }

  private void daemon(Server.Daemon d, How how) {
    Node.Member url = d.at();
    List<String> words = new ArrayList<>(how.with(List.of(d.url())));
    boolean together = d.entry().text("type").filter(ServerReader.TOGETHER_URL::equals).isPresent();
    replace(url.start(), url.keyEnd(), format.key("command"));
    if (together) {
      replace(url.value(), "[" + quoted(words) + "]");
    } else {
      replace(url.value(), Json.quote(words.removeFirst()));
      addArgs(url, words);
    }
    String type = Json.quote(together ? ServerReader.TOGETHER : "stdio");
    d.entry().member("type").ifPresent(field -> replace(field.value(), type));
  }

  private static String quoted(List<String> words) {
    return words.stream().map(Json::quote).collect(Collectors.joining(", "));
  }

  /// Adds `args` after a field: in TOML on a line of its own, in JSON if the field has one.
  private void addArgs(Node.Member field, List<String> words) {
    boolean toml = format == Format.TOML;
    int start = Trivia.backOverBlanks(text, field.start(), 0);
    boolean line = toml || (start > 0 && Trivia.isBreak(text.charAt(start - 1)));
    int end = field.value().end();
    int at = toml ? Trivia.lineEnd(text, end) : end;
    replace(
        at,
        at,
        (toml ? "" : line ? "," : ", ")
            + (line ? Trivia.newline(text) + Trivia.ofLine(text, field.start()) : "")
            + format.key("args")
            + (toml ? " = " : ": ")
            + "["
            + quoted(words)
            + "]");
  }
}
