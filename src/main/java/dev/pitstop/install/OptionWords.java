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

  /// The text of the file with these words before the command.
  static String written(Document document, Server.Wrapped w, List<String> words) {
    Node value =
        switch (w.at()) {
          case Server.Stdio.Apart apart -> apart.args().orElse(apart.command()).value();
          case Server.Stdio.Together together -> together.command().value();
        };
    if (!(value instanceof Node.Arr array)) {
      return document.text();
    }
    List<Node> items = w.at().items();
    int first = w.launcher().size() - 1;
    int from = items.get(first).start(); // the first option, or the command
    int command = items.get(first + w.options().size()).start();
    List<String> lexemes = words.stream().map(document.format()::quote).toList();
    Edits edits = new Edits();
    edits.replace(
        from, command, new Layout(document.text(), document.format()).front(array, lexemes));
    return edits.apply(document.text());
  }
}
