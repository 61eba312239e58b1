package dev.pitstop.install;

import dev.pitstop.textedit.Document;
import dev.pitstop.textedit.Edits;
import dev.pitstop.textedit.Layout;
import dev.pitstop.textedit.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Replaces options of Pitstop's in the entry of a wrapped server. The other words stay.
final class OptionWords {
  private OptionWords() {}

  /// The words before the command with these options instead of those of the same name.
  ///
  /// @param values by the name without dashes; an option without values is removed
  static List<String> with(List<String> before, Map<String, List<String>> values) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < before.size(); i++) {
      String word = before.get(i);
      int sign = word.indexOf('=');
      boolean option = word.startsWith("--");
      if (option && values.containsKey(word.substring(2))) {
        i++; // its value
      } else if (!option || sign < 0 || !values.containsKey(word.substring(2, sign))) {
        words.add(word);
      }
    }
    boolean separated = !words.isEmpty() && words.getLast().equals("--");
    if (separated) {
      words.removeLast();
    }
    values.forEach(
        (name, each) -> each.forEach(value -> words.addAll(List.of("--" + name, value))));
    words.add("--"); // a value is never taken for the command
    return words;
  }

  /// Writes other words before the command of a wrapped server. A launcher that stays keeps its
  /// spelling.
  static void write(Document document, Server.Wrapped w, Wrapping.How how, Edits edits) {
    Node.Arr array = w.at().array().orElseThrow(); // with Pitstop's options
    List<Node> items = array.items(); // the program is in front of them, or the first of them
    int program = w.at().together() ? 0 : 1;
    boolean stays = how.launcher().equals(w.launcher());
    List<String> words = new ArrayList<>(stays ? List.of() : how.launcher());
    words.addAll(how.options());
    if (!stays && program == 1) {
      Node at = w.at().command().value();
      edits.replace(at.start(), at.end(), document.format().quote(words.removeFirst()));
    }
    int command = w.launcher().size() - program + w.options().size();
    edits.replace(
        items.get(stays ? w.launcher().size() - program : 0).start(),
        items.get(command).start(),
        new Layout(document.text(), document.format())
            .front(array, words.stream().map(document.format()::quote).toList()));
  }
}
