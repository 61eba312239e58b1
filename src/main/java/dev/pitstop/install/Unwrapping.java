package dev.pitstop.install;

import dev.pitstop.textedit.ClientEntry;
import dev.pitstop.textedit.Document;
import dev.pitstop.textedit.Edits;
import dev.pitstop.textedit.Layout;
import dev.pitstop.textedit.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Unwraps servers. If there is a backup, and wrapping its entry again gives the present one, the
/// entry of the backup comes back byte for byte. Otherwise a program is unwrapped by its words, as
/// its command is in the arguments; the entry of a URL stays.
record Unwrapping(CommandLines lines) {
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

  /// The entries that the backup brings back byte for byte.
  Set<String> provable(Document now, Optional<String> before) {
    Set<String> provable = new LinkedHashSet<>();
    since(now, before)
        .forEach((id, w) -> {
          if (now.entry(id).flatMap(e -> restored(now, e, w, before)).isPresent()) {
            provable.add(id);
          }
        });
    return provable;
  }

  /// The text with an entry as it is in the backup, if the entry is what wrapping made of that.
  private Optional<String> restored(
      Document now, ClientEntry entry, Server.Wrapped w, Optional<String> before) {
    Map<String, Wrapping.How> how = Map.of(entry.id(), new Wrapping.How(w.launcher(), w.options()));
    return before
        .flatMap(now::again)
        .flatMap(old ->
            old.again(Wrapping.wrap(old, how, lines))
                .filter(again -> again.part(entry.id()).equals(now.part(entry.id())))
                .map(again -> now.with(entry, old.part(entry.id()))));
  }

  /// The text with entries unwrapped.
  ///
  /// @param ids the ids of the entries
  /// @param before the text before they were wrapped, if it is known
  String unwrap(Document now, List<String> ids, Optional<String> before) {
    Set<String> since = since(now, before).keySet();
    String text = now.text();
    for (String id : ids) {
      Optional<String> backup = since.contains(id) ? before : Optional.empty();
      text = Wrapping.edited(now, text, id, (document, entry) -> one(document, entry, backup));
    }
    return text;
  }

  /// The text with one entry unwrapped once; the same text if it is not wrapped.
  private String one(Document document, ClientEntry entry, Optional<String> before) {
    return ServerReader.of(entry, lines) instanceof Server.Wrapped w
        ? restored(document, entry, w, before)
            .orElseGet(() -> w.isUrl() ? document.text() : program(document, w))
        : document.text();
  }

  private static String program(Document document, Server.Wrapped w) {
    String text = document.text();
    Layout layout = new Layout(text, document.format());
    Node.Member command = w.at().command();
    List<Node> items = w.at().items();
    int index = items.size() - w.command().size();
    Node program = items.get(index);
    Edits edits = new Edits();
    if (w.at().together()) {
      edits.delete(items.getFirst().start(), program.start());
      return edits.apply(text);
    }
    String lexeme = text.substring(program.start(), program.end());
    edits.replace(command.value().start(), command.value().end(), lexeme);
    int from = items.getFirst().start();
    if (index + 1 < items.size()) {
      edits.delete(from, items.get(index + 1).start());
      return edits.apply(text);
    }
    Node.Member args = w.at().args().orElseThrow();
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
}
