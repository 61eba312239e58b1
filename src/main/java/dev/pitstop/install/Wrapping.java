package dev.pitstop.install;

import dev.pitstop.textedit.ClientEntry;
import dev.pitstop.textedit.Document;
import dev.pitstop.textedit.Edits;
import dev.pitstop.textedit.Format;
import dev.pitstop.textedit.Layout;
import dev.pitstop.textedit.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

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

    /// All words, as a file of this format has them.
    private List<String> lexemes(Format format) {
      return Stream.concat(launcher.stream(), options.stream()).map(format::quote).toList();
    }
  }

  /// @param wishes by the ids of entries; a wrapped entry gets the other options, and one that
  ///   cannot be wrapped is skipped
  static String wrap(Document document, Map<String, How> wishes, CommandLines lines) {
    Edits edits = new Edits();
    Map<String, How> daemons = new LinkedHashMap<>();
    for (ClientEntry entry : document.entries()) {
      Optional<How> how = Optional.ofNullable(wishes.get(entry.id()));
      if (how.isPresent()) {
        switch (ServerReader.of(entry, lines)) {
          case Server.Program p ->
              program(document, p.at(), how.get().lexemes(document.format()), edits);
          case Server.Daemon d -> daemons.put(entry.id(), how.get());
          case Server.Wrapped w -> OptionWords.write(document, w, how.get(), edits);
          case Server.Other other -> {}
        }
      }
    }
    String text = edits.apply(document.text());
    for (Map.Entry<String, How> each : daemons.entrySet()) {
      text =
          edited(
              document,
              text,
              each.getKey(),
              (now, entry) ->
                  ServerReader.of(entry, lines) instanceof Server.Daemon daemon
                      ? daemon(now, entry, daemon, each.getValue())
                      : now.text());
    }
    return text;
  }

  private static void program(Document document, Server.Stdio at, List<String> words, Edits edits) {
    Layout layout = new Layout(document.text(), document.format());
    Optional<Node.Arr> array = at.array();
    List<String> lexemes = new ArrayList<>(words);
    if (!at.together()) { // otherwise the program's own word stays
      Node command = at.command().value();
      edits.replace(command.start(), command.end(), lexemes.removeFirst());
      lexemes.add(document.text().substring(command.start(), command.end()));
    }
    if (array.isPresent()) {
      List<Node> items = array.get().items();
      int place = items.isEmpty() ? array.get().start() + 1 : items.getFirst().start();
      edits.insert(place, layout.front(array.get(), lexemes));
    } else {
      edits.insert(
          layout.behind(at.command()), layout.member(at.command(), "args", layout.array(lexemes)));
    }
  }

  private static String daemon(
      Document document, ClientEntry entry, Server.Daemon daemon, How how) {
    String text = document.text();
    Format format = document.format();
    Layout layout = new Layout(text, format);
    Node.Member url = daemon.at();
    List<String> words = new ArrayList<>(how.lexemes(format));
    words.add(text.substring(url.value().start(), url.value().end()));
    Edits edits = new Edits();
    edits.replace(url.start(), url.keyEnd(), format.key("command"));
    boolean together = entry.text("type").filter(ServerReader.TOGETHER_URL::equals).isPresent();
    String program = together ? layout.array(words) : words.removeFirst();
    String more = together ? "" : layout.member(url, "args", layout.array(words));
    edits.replace(url.value().start(), url.value().end(), program);
    if (!daemon.variables().isEmpty()) {
      List<String> names = daemon.variables().stream().map(format::quote).toList();
      more += layout.member(url, "env_vars", layout.array(names));
    }
    edits.insert(layout.behind(url), more);
    entry
        .field("type")
        .ifPresent(type ->
            edits.replace(
                type.value().start(),
                type.value().end(),
                format.quote(together ? ServerReader.TOGETHER : "stdio")));
    return without(document, edits.apply(text), entry.id(), daemon.keys());
  }

  /// The text without some keys of an entry.
  static String without(Document document, String text, String id, List<String> keys) {
    String left = text;
    for (String key : keys) {
      left = edited(document, left, id, (now, entry) -> now.without(entry, key));
    }
    return left;
  }

  /// A text of the file after a change of one entry; the same text if the entry is not in it.
  static String edited(
      Document of, String text, String id, BiFunction<Document, ClientEntry, String> change) {
    return of.again(text)
        .flatMap(now -> now.entry(id).map(entry -> change.apply(now, entry)))
        .orElse(text);
  }
}
