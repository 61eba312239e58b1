package dev.pitstop.install;

import dev.pitstop.rpc.Json;
import dev.pitstop.textedit.Edits;
import dev.pitstop.textedit.Format;
import dev.pitstop.textedit.Indent;
import dev.pitstop.textedit.Node;
import dev.pitstop.textedit.Trivia;
import java.util.ArrayList;
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
  private final Edits edits = new Edits();

  Wrapping(String text, Format format) {
    this.text = text;
    this.format = format;
  }

  /// How a server is wrapped.
  ///
  /// @param launcher the words that start Pitstop
  /// @param options all words between the launcher and the command, `--` included
  public record How(List<String> launcher, List<String> options) {
    /// All words, as a file has them.
    private List<String> lexemes() {
      return Stream.concat(launcher.stream(), options.stream())
          .map(Json::quote)
          .collect(Collectors.toCollection(ArrayList::new));
    }
  }

  /// The text with the changes.
  String text() {
    return edits.apply(text);
  }

  private String lexeme(Node node) {
    return text.substring(node.start(), node.end());
  }

  private void replace(Node node, String with) {
    edits.replace(node.start(), node.end(), with);
  }

  void restore(ClientFile.Listed entry, String part) {
    replace(entry.member().value(), part);
  }

  void wrap(ClientFile.Listed entry, How how) {
    switch (entry.server()) {
      case Server.Program p -> program(p.at(), how);
      case Server.Daemon d -> daemon(d, how);
      case Server.Wrapped w -> again(w, how);
      case Server.Other other -> {}
    }
  }

  private void program(Server.Stdio at, How how) {
    List<String> words = how.lexemes();
    if (!at.together()) { // otherwise the program's own word stays
      Node command = at.command().value();
      words.add(lexeme(command));
      replace(command, words.removeFirst());
    }
    Optional<Node.Arr> array = at.array();
    if (array.isPresent()) {
      List<Node> items = array.get().items();
      int place = items.isEmpty() ? array.get().start() + 1 : items.getFirst().start();
      edits.replace(place, place, front(array.get(), words));
    } else {
      addArgs(at.command(), words);
    }
  }

  /// Writes other words before the command of a wrapped server.
  private void again(Server.Wrapped w, How how) {
    List<String> words = how.lexemes();
    if (!w.at().together()) {
      replace(w.at().command().value(), words.removeFirst());
    }
    List<Node> items = w.at().items();
    edits.replace(
        items.getFirst().start(),
        items.get(items.size() - w.command().size()).start(),
        front(w.at().array().orElseThrow(), words));
  }

  private void daemon(Server.Daemon d, How how) {
    Node.Member url = d.at();
    List<String> words = how.lexemes();
    words.add(lexeme(url.value()));
    boolean together = d.entry().text("type").filter(ServerReader.TOGETHER_URL::equals).isPresent();
    edits.replace(url.start(), url.keyEnd(), format.key("command"));
    if (together) {
      replace(url.value(), array(words));
    } else {
      replace(url.value(), words.removeFirst());
      addArgs(url, words);
    }
    String type = Json.quote(together ? ServerReader.TOGETHER : "stdio");
    d.entry().member("type").ifPresent(field -> replace(field.value(), type));
  }

  /// The program is in the arguments, after Pitstop's words; its own arguments follow. The entry of
  /// a URL stays.
  void unwrap(Server.Wrapped w) {
    if (w.isUrl()) {
      return;
    }
    List<Node> items = w.at().items();
    int index = items.size() - w.command().size();
    Node program = items.get(index);
    int next = program.start();
    if (!w.at().together()) {
      replace(w.at().command().value(), lexeme(program));
      next =
          index + 1 < items.size()
              ? items.get(index + 1).start()
              : w.at().array().orElseThrow().end() - 1;
    }
    edits.replace(items.getFirst().start(), next, "");
  }

  private static String array(List<String> lexemes) {
    return "[" + String.join(", ", lexemes) + "]";
  }

  /// The text to insert before the items of an array.
  private static String front(Node.Arr array, List<String> lexemes) {
    return String.join(", ", lexemes) + (array.items().isEmpty() ? "" : ", ");
  }

  /// Adds `args` after a field: in TOML on a line of its own, in JSON if the field has one.
  private void addArgs(Node.Member field, List<String> lexemes) {
    boolean toml = format == Format.TOML;
    int start = Trivia.backOverBlanks(text, field.start(), 0);
    boolean line = toml || (start > 0 && Trivia.isBreak(text.charAt(start - 1)));
    int end = field.value().end();
    int at = toml ? Trivia.lineEnd(text, end) : end;
    edits.replace(
        at,
        at,
        (toml ? "" : line ? "," : ", ")
            + (line ? Indent.newline(text) + Indent.ofLine(text, field.start()) : "")
            + format.key("args")
            + (toml ? " = " : ": ")
            + array(lexemes));
  }
}
