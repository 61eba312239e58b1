package dev.pitstop.cli.call;

import java.util.ArrayList;
import java.util.List;

/// A line that a person types in the console. Pure.
///
/// @param all its words
record ConsoleLine(List<String> all) {
  static ConsoleLine of(String line) {
    return new ConsoleLine(words(line));
  }

  /// The first word; empty for an empty line.
  String key() {
    return all.isEmpty() ? "" : all.getFirst();
  }

  /// The other words.
  List<String> words() {
    return all.isEmpty() ? all : all.subList(1, all.size());
  }

  /// Words between blanks; quotes hold blanks. A word that begins with a brace is JSON, and goes to
  /// the end of the line as it is.
  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean inWord = false;
    char quote = 0;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (quote == 0 && !inWord && c == '{') {
        words.add(line.substring(i).strip());
        return words;
      }
      if (c == '\\' && quote != '\'' && i + 1 < line.length()) {
        word.append(line.charAt(++i));
        inWord = true;
      } else if (c == quote) {
        quote = 0;
      } else if (quote == 0 && (c == '\'' || c == '"')) {
        quote = c;
        inWord = true;
      } else if (quote == 0 && Character.isWhitespace(c)) {
        if (inWord) {
          words.add(word.toString());
        }
        word.setLength(0);
        inWord = false;
      } else {
        word.append(c);
        inWord = true;
      }
    }
    if (inWord) {
      words.add(word.toString());
    }
    return words;
  }
}
