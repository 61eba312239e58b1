package dev.pitstop.text;

/// Counts the slips of the pen between two words, for suggestions. Stateless.
public final class Slips {
  private Slips() {}

  /// How many characters have to be inserted, removed, replaced or swapped with their neighbour
  /// (Damerau-Levenshtein, optimal string alignment). The work grows with both lengths.
  public static int count(String a, String b) {
    int[] twoBack = new int[b.length() + 1];
    int[] back = new int[b.length() + 1];
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      back[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = back[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, Math.min(back[j], row[j - 1]) + 1);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          row[j] = Math.min(row[j], twoBack[j - 2] + 1);
        }
      }
      int[] free = twoBack;
      twoBack = back;
      back = row;
      row = free;
    }
    return back[b.length()];
  }
}
