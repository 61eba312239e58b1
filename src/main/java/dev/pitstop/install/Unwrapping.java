package dev.pitstop.install;

import dev.pitstop.textedit.ClientEntry;
import dev.pitstop.textedit.Document;
import dev.pitstop.textedit.Edits;
import dev.pitstop.textedit.Node;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Unwraps servers. If there is a backup, and wrapping its entry again gives the present one, the
/// entry of the backup comes back byte for byte. Otherwise a program is unwrapped by its words, as
/// its command is in the arguments; the entry of a URL stays.
///
/// @param old the file before its servers were wrapped, if that is known
record Unwrapping(Document now, Optional<Document> old, CommandLines lines) {
  /// The options that `install` writes. Other options were written by someone else.
  static final Set<String> WRITTEN = Set.of("build", "watch");

  /// The wrapped entries that were not wrapped in the backup, by their ids.
  Map<String, Server.Wrapped> since() {
    Map<String, Server.Wrapped> since = new LinkedHashMap<>();
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

  /// What the backup brings back byte for byte: the entries that are what wrapping makes of those
  /// in the backup, by their ids, as they are there.
  Map<String, String> provable() {
    Map<String, Wrapping.How> how = new LinkedHashMap<>();
    since().forEach((id, w) -> how.put(id, new Wrapping.How(w.launcher(), w.options())));
    Map<String, String> provable = new LinkedHashMap<>();
    old.ifPresent(before ->
        before
            .again(Wrapping.wrap(before, how, lines))
            .ifPresent(again ->
                how.keySet().stream()
                    .filter(id -> again.part(id).equals(now.part(id)))
                    .forEach(id -> provable.put(id, before.part(id)))));
    return provable;
  }

  /// The text with entries unwrapped.
  ///
  /// @param ids the ids of the entries
  String unwrap(Collection<String> ids) {
    Map<String, String> provable = provable();
    Edits edits = new Edits();
    for (ClientEntry entry : now.entries()) {
      if (ids.contains(entry.id()) && ServerReader.of(entry, lines) instanceof Server.Wrapped w) {
        Node value = entry.member().value();
        Optional<String> part = Optional.ofNullable(provable.get(entry.id()));
        if (part.isPresent()) {
          edits.replace(value.start(), value.end(), part.get());
        } else if (!w.isUrl()) {
          program(w, edits);
        }
      }
    }
    return edits.apply(now.text());
  }

  /// The program is in the arguments, after Pitstop's words; its own arguments follow.
  private void program(Server.Wrapped w, Edits edits) {
    Node.Arr array = w.at().array().orElseThrow();
    List<Node> items = array.items();
    int index = items.size() - w.command().size();
    Node program = items.get(index);
    int next = program.start();
    if (!w.at().together()) {
      Node command = w.at().command().value();
      String lexeme = now.text().substring(program.start(), program.end());
      edits.replace(command.start(), command.end(), lexeme);
      next = index + 1 < items.size() ? items.get(index + 1).start() : array.end() - 1;
    }
    edits.delete(items.getFirst().start(), next);
  }
}
