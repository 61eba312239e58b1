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
import java.util.Set;

/// Unwraps servers, in one of two ways. If there is a backup, and wrapping it again gives the
/// current text, the text of the backup comes back byte for byte. Otherwise each entry is unwrapped
/// on its own: its command is in the arguments.
record Unwrapping(CommandLines lines, UrlForm urlForm) {
  /// The options that `install` writes. Other options were written by someone else.
  static final Set<String> WRITTEN = Set.of("build", "watch", "header", "bearer-env");

  /// The entries that `install` wrapped: they are not wrapped in the backup, and have its launcher
  /// or only options that it writes.
  ///
  /// @param launcher the words that `install` writes for Pitstop now, if they are known
  List<String> written(Document now, Optional<String> before, Optional<List<String>> launcher) {
    List<String> ids = new ArrayList<>();
    since(now, before)
        .forEach((id, w) -> {
          if (launcher.filter(w.launcher()::equals).isPresent()
              || WRITTEN.containsAll(w.line().values().keySet())) {
            ids.add(id);
          }
        });
    return ids;
  }

  /// The wrapped entries that were not wrapped in the backup, by their ids.
  Map<String, Server.Wrapped> since(Document now, Optional<String> before) {
    Map<String, Server.Wrapped> since = new LinkedHashMap<>();
    Optional<Document> old = before.flatMap(now::again);
    for (ClientEntry entry : now.entries()) {
      Optional<Server> was =
          old.flatMap(o -> o.entry(entry.id())).map(e -> ServerReader.of(e, lines));
      boolean bare =
          was.filter(s -> s instanceof Server.Program || s instanceof Server.Daemon).isPresent();
      if (bare && ServerReader.of(entry, lines) instanceof Server.Wrapped w) {
        since.put(entry.id(), w);
      }
    }
    return since;
  }

  /// The entries that the backup brings back byte for byte: all that were not wrapped in it, if
  /// nothing else has changed since.
  Set<String> provable(Document now, Optional<String> before) {
    Map<String, Server.Wrapped> since = since(now, before);
    return again(now, before, since).equals(Optional.of(now.text())) ? since.keySet() : Set.of();
  }

  /// The text of the backup with these entries wrapped as they are now.
  private Optional<String> again(
      Document now, Optional<String> before, Map<String, Server.Wrapped> wrapped) {
    Map<String, Wrapping.How> hows = new LinkedHashMap<>();
    wrapped.forEach((id, w) -> hows.put(id, new Wrapping.How(w.launcher(), w.options())));
    return before.flatMap(now::again).map(old -> Wrapping.wrap(old, hows, lines));
  }

  /// The text with entries unwrapped.
  ///
  /// @param ids the ids of the entries
  /// @param before the text before they were wrapped, if it is known
  String unwrap(Document now, List<String> ids, Optional<String> before) {
    Set<String> provable = provable(now, before);
    Map<String, Server.Wrapped> stay = since(now, before);
    stay.keySet().removeAll(ids);
    String text = provable.isEmpty() ? now.text() : again(now, before, stay).orElse(now.text());
    for (String id : ids) {
      text = provable.contains(id) ? text : byItself(now, text, id);
    }
    return text;
  }

  /// The text with one entry unwrapped once; the same text if it is not wrapped.
  private String byItself(Document of, String text, String id) {
    return Wrapping.edited(
        of,
        text,
        id,
        (document, entry) ->
            !(ServerReader.of(entry, lines) instanceof Server.Wrapped w)
                ? text
                : w.isUrl() ? daemon(document, entry, w) : program(document, w));
  }

  private static String program(Document document, Server.Wrapped w) {
    return switch (w.at()) {
      case Server.Stdio.Apart apart -> apart(document, apart, w);
      case Server.Stdio.Together together -> {
        List<Node> words = together.words();
        Edits edits = new Edits();
        edits.delete(
            words.getFirst().start(), words.get(words.size() - w.command().size()).start());
        yield edits.apply(document.text());
      }
    };
  }

  private static String apart(Document document, Server.Stdio.Apart at, Server.Wrapped w) {
    String text = document.text();
    Layout layout = new Layout(text, document.format());
    Node.Member command = at.command();
    List<Node> items = at.items();
    int index = items.size() - w.command().size();
    Node program = items.get(index);
    String lexeme = text.substring(program.start(), program.end());
    Edits edits = new Edits();
    edits.replace(command.value().start(), command.value().end(), lexeme);
    int from = items.getFirst().start();
    if (index + 1 < items.size()) {
      edits.delete(from, items.get(index + 1).start());
      return edits.apply(text);
    }
    Node.Member args = at.args().orElseThrow();
    List<String> lexemes = items.stream().map(i -> text.substring(i.start(), i.end())).toList();
    String made = layout.member(command, "args", layout.array(lexemes));
    int behind = layout.behind(command);
    if (text.startsWith(made, behind) && behind + made.length() == args.value().end()) {
      edits.delete(behind, args.value().end());
    } else {
      edits.delete(from, afterItems(text, args.value(), from, program.end()));
    }
    return edits.apply(text);
  }

  /// The end of the items, with a trailing comma or the blank that Pitstop wrote.
  private static int afterItems(String text, Node array, int from, int end) {
    int i = end;
    while (i < array.end() && Character.isWhitespace(text.charAt(i))) {
      i++;
    }
    if (text.charAt(i) == ',') {
      return i + 1;
    }
    boolean blank = from == array.start() + 1 && text.charAt(end) == ' ';
    return blank ? end + 1 : end;
  }

  private String daemon(Document document, ClientEntry entry, Server.Wrapped w) {
    String text = document.text();
    Format format = document.format();
    Layout layout = new Layout(text, format);
    Node.Member command = w.at().command();
    Node url = w.at().items().getLast();
    Edits edits = new Edits();
    UrlForm form =
        switch (w.at()) {
          case Server.Stdio.Apart apart -> urlForm;
          case Server.Stdio.Together together -> UrlForm.TOGETHER;
        };
    edits.replace(command.start(), command.keyEnd(), format.key(form.key()));
    edits.replace(
        command.value().start(), command.value().end(), text.substring(url.start(), url.end()));
    StringBuilder more = new StringBuilder();
    headers(format, w).forEach((key, value) -> more.append(layout.member(command, key, value)));
    edits.insert(layout.behind(command), more.toString());
    entry
        .field("type")
        .ifPresent(type ->
            edits.replace(type.value().start(), type.value().end(), format.quote(form.type())));
    // Codex loads no server at all if an entry has one of these beside a URL.
    List<String> ofCommands =
        format == Format.TOML
            ? List.of("args", "env_vars", "env", "cwd")
            : List.of("args", "env_vars");
    return Wrapping.without(document, edits.apply(text), entry.id(), ofCommands);
  }

  /// The keys that replace the options, with their values.
  private static Map<String, String> headers(Format format, Server.Wrapped w) {
    boolean toml = format == Format.TOML;
    Map<String, String> keys = new LinkedHashMap<>();
    List<String> literal = new ArrayList<>();
    List<String> named = new ArrayList<>();
    for (String line : w.line().values().getOrDefault("header", List.of())) {
      String name = line.substring(0, line.indexOf(':')).strip();
      String value = line.substring(line.indexOf(':') + 1).strip();
      if (toml && value.startsWith("${") && value.endsWith("}")) {
        named.add(header(format, name, value.substring(2, value.length() - 1)));
      } else {
        literal.add(header(format, name, value));
      }
    }
    Optional<String> bearer =
        w.line().values().getOrDefault("bearer-env", List.of()).stream().findFirst();
    if (toml) {
      bearer.ifPresent(variable -> keys.put("bearer_token_env_var", format.quote(variable)));
    } else {
      bearer.ifPresent(
          variable -> literal.add(header(format, "Authorization", "Bearer ${" + variable + "}")));
    }
    if (!literal.isEmpty()) {
      keys.put(toml ? "http_headers" : "headers", "{ " + String.join(", ", literal) + " }");
    }
    if (!named.isEmpty()) {
      keys.put("env_http_headers", "{ " + String.join(", ", named) + " }");
    }
    return keys;
  }

  private static String header(Format format, String name, String value) {
    return format.quote(name) + (format == Format.TOML ? " = " : ": ") + format.quote(value);
  }
}
