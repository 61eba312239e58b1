package dev.pitstop.build;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;

/// Says in one pass which of up to 64 words stand in a line. Words begin with an ASCII character.
final class WordSet {
  private static final int ASCII = 128;

  private final List<String> words;

  /// Indices of the words, by their first character.
  private final List<List<Integer>> byFirst;

  WordSet(Collection<String> all) {
    words = List.copyOf(new LinkedHashSet<>(all));
    if (words.size() > Long.SIZE) {
      throw new IllegalArgumentException("more than 64 words");
    }
    List<List<Integer>> indices = new ArrayList<>(ASCII);
    for (int c = 0; c < ASCII; c++) {
      indices.add(new ArrayList<>());
    }
    for (int i = 0; i < words.size(); i++) {
      indices.get(words.get(i).charAt(0)).add(i);
    }
    byFirst = List.copyOf(indices);
  }

  /// The bits of some of the words.
  long bits(Collection<String> some) {
    long bits = 0;
    for (String word : some) {
      bits |= 1L << words.indexOf(word);
    }
    return bits;
  }

  /// The bits of the words that stand somewhere in the line.
  long in(String line) {
    long found = 0;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      List<Integer> candidates = c < ASCII ? byFirst.get(c) : List.of();
      for (int k = 0; k < candidates.size(); k++) {
        int index = candidates.get(k);
        if (line.startsWith(words.get(index), i)) {
          found |= 1L << index;
        }
      }
    }
    return found;
  }
}
