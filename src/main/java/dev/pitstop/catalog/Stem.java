package dev.pitstop.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// English words as a search compares them: without endings and without words that say nothing.
/// Light on purpose: `adding` meets `adds`, `currencies` meets `currency`, no more.
final class Stem {
  private static final Set<String> EMPTY_WORDS =
      Set.of(
          "a", "an", "the", "this", "that", "these", "those", "it", "its", "i", "me", "my", "we",
          "you", "your", "is", "are", "was", "be", "am", "do", "does", "did", "can", "could",
          "should", "would", "will", "how", "what", "which", "who", "when", "where", "why", "to",
          "of", "in", "on", "at", "for", "with", "by", "from", "into", "as", "and", "or", "any",
          "all", "some", "there", "please", "want", "need", "tool", "tools");

  private Stem() {}

  /// The words of a text, as stems. If all of them say nothing, all of them are kept.
  static List<String> ofQuery(String query) {
    List<String> all = new ArrayList<>();
    List<String> telling = new ArrayList<>();
    for (String word : Words.split(query)) {
      String stem = of(word);
      if (!all.contains(stem)) {
        all.add(stem);
        if (!EMPTY_WORDS.contains(word)) {
          telling.add(stem);
        }
      }
    }
    return telling.isEmpty() ? all : telling;
  }

  /// @param word in lower case
  static String of(String word) {
    String stem = word;
    if (stem.endsWith("ies") && stem.length() > 4) {
      stem = cut(stem, 3) + "y";
    } else if (stem.endsWith("s") && !stem.endsWith("ss") && stem.length() > 3) {
      stem = cut(stem, 1);
    }
    if (stem.endsWith("ing") && isWord(cut(stem, 3))) {
      stem = cut(stem, 3);
    } else if (stem.endsWith("ed") && isWord(cut(stem, 2))) {
      stem = cut(stem, 2);
    }
    if (stem.endsWith("e") && stem.length() > 2) {
      stem = cut(stem, 1);
    }
    int n = stem.length();
    boolean doubled = n > 2 && stem.charAt(n - 1) == stem.charAt(n - 2);
    return doubled && Character.isLetter(stem.charAt(n - 1)) ? cut(stem, 1) : stem;
  }

  private static String cut(String word, int letters) {
    return word.substring(0, word.length() - letters);
  }

  /// What is left must still be a word: `string` is not `str` and an ending.
  private static boolean isWord(String rest) {
    boolean vowel = false;
    for (int i = 0; i < rest.length(); i++) {
      vowel |= "aeiouy".indexOf(rest.charAt(i)) >= 0;
    }
    return vowel && rest.length() > 2;
  }
}
