package dev.pitstop.install;

import dev.pitstop.rpc.Json;
import dev.pitstop.textedit.ClientEntry;
import dev.pitstop.textedit.Document;
import dev.pitstop.textedit.Edits;
import dev.pitstop.textedit.Format;
import dev.pitstop.textedit.Layout;
import dev.pitstop.textedit.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Wraps servers in a client's file: the command becomes Pitstop, and the original command moves
/// into the arguments, after `--`. Nothing else changes. Pure: the same text and the same wishes
/// give the same text.
public final class Wrapping {
  private Wrapping() {}

  /// How a server is wrapped.
  ///
  /// @param launcher the words that start Pitstop
  /// @param options all words between the launcher and the command, `--` included
  public record How(List<String> launcher, List<String> options) {
    public How {
      launcher = List.copyOf(launcher);
      options = List.copyOf(options);
    }

    /// How a wrapped server is wrapped with other options.
    ///
    /// @param values by the name without dashes; an option without values is removed
    public static How again(
        Server.Wrapped w, List<String> launcher, Map<String, List<String>> values) {
      return new How(
          launcher, values.isEmpty() ? w.options() : OptionWords.with(w.options(), values));
    }

    /// How a program is wrapped with these options.
    public static How program(List<String> launcher, Map<String, List<String>> values) {
      return new How(launcher, OptionWords.with(List.of(), values));
    }

    /// All words, as a file has them.
    private List<String> lexemes() {
      List<String> lexemes = new ArrayList<>();
      launcher.forEach(word -> lexemes.add(Json.quote(word)));
      options.forEach(word -> lexemes.add(Json.quote(word)));
      return lexemes;
    }
  }

  /// @param wishes by the ids of entries; a wrapped entry gets the other options, and one that
  ///   cannot be wrapped is skipped
  static String wrap(Document document, Map<String, How> wishes, CommandLines lines) {
    Edits edits = new Edits();
    for (ClientEntry entry : document.entries()) {
      Optional<How> how = Optional.ofNullable(wishes.get(entry.id()));
      if (how.isPresent()) {
        switch (ServerReader.of(entry, lines)) {
          case Server.Program p -> program(document, p.at(), how.get(), edits);
          case Server.Daemon d -> daemon(document, entry, d.at(), how.get(), edits);
          case Server.Wrapped w -> again(document, w, how.get(), edits);
          case Server.Other other -> {}
        }
      }
    }
    return edits.apply(document.text());
  }

  private static void program(Document document, Server.Stdio at, How how, Edits edits) {
    Layout layout = new Layout(document.text(), document.format());
    List<String> words = how.lexemes();
    if (!at.together()) { // otherwise the program's own word stays
      Node command = at.command().value();
      edits.replace(command.start(), command.end(), words.removeFirst());
      words.add(document.text().substring(command.start(), command.end()));
    }
    Optional<Node.Arr> array = at.array();
    if (array.isPresent()) {
      List<Node> items = array.get().items();
      int place = items.isEmpty() ? array.get().start() + 1 : items.getFirst().start();
      edits.insert(place, layout.front(array.get(), words));
    } else {
      edits.insert(
          layout.behind(at.command()), layout.member(at.command(), "args", layout.array(words)));
    }
  }

  /// Writes other words before the command of a wrapped server.
  private static void again(Document document, Server.Wrapped w, How how, Edits edits) {
    Node.Arr array = w.at().array().orElseThrow(); // with Pitstop's options
    List<String> words = how.lexemes();
    if (!w.at().together()) {
      Node command = w.at().command().value();
      edits.replace(command.start(), command.end(), words.removeFirst());
    }
    List<Node> items = array.items();
    edits.replace(
        items.getFirst().start(),
        items.get(items.size() - w.command().size()).start(),
        new Layout(document.text(), document.format()).front(array, words));
  }

  private static void daemon(
      Document document, ClientEntry entry, Node.Member url, How how, Edits edits) {
    String text = document.text();
    Format format = document.format();
    Layout layout = new Layout(text, format);
    List<String> words = how.lexemes();
    words.add(text.substring(url.value().start(), url.value().end()));
    boolean together = entry.text("type").filter(ServerReader.TOGETHER_URL::equals).isPresent();
    String program = together ? layout.array(words) : words.removeFirst();
    edits.replace(url.start(), url.keyEnd(), format.key("command"));
    edits.replace(url.value().start(), url.value().end(), program);
    if (!together) {
      edits.insert(layout.behind(url), layout.member(url, "args", layout.array(words)));
    }
    String type = Json.quote(together ? ServerReader.TOGETHER : "stdio");
    entry
        .field("type")
        .ifPresent(field -> edits.replace(field.value().start(), field.value().end(), type));
  }
}
