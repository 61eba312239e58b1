package dev.pitstop.commandline;

import java.util.Collection;
import java.util.Optional;

/// Finds the name that a mistyped one was meant to be. It is stricter than a search for similar
/// names, because an unknown key may well be the program's own. Stateless.
final class Near {
  /// Names are short. Of longer ones only the beginning is compared.
  private static final int LONGEST = 100;

  private Near() {}

  /// The most similar name, if one or two slips lead from one to the other. Case, `_` and `-` do
  /// not count.
  static Optional<String> name(String wanted, Collection<String> present) {
    Optional<String> found = Optional.empty();
    int least = 3; // with three slips it is another name
    for (String name : present) {
      int slips = slips(plain(wanted), plain(name));
      if (slips < least && 2 * slips < name.length()) {
        least = slips;
        found = Optional.of(name);
      }
    }
    return found;
  }

  private static String plain(String name) {
    StringBuilder plain = new StringBuilder(name.length());
    for (int i = 0; i < Math.min(name.length(), LONGEST); i++) {
      char c = name.charAt(i);
      if (c != '_' && c != '-') {
        plain.append(Character.toLowerCase(c));
      }
    }
    return plain.toString();
  }

  /// How many letters must be added, dropped, changed, or exchanged with their neighbour.
  private static int slips(String a, String b) {
    int[][] to = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int k = 0; k <= b.length(); k++) {
        if (i == 0 || k == 0) {
          to[i][k] = i + k;
          continue;
        }
        int change = a.charAt(i - 1) == b.charAt(k - 1) ? 0 : 1;
        to[i][k] = Math.min(to[i - 1][k - 1] + change, Math.min(to[i - 1][k], to[i][k - 1]) + 1);
        if (i > 1
            && k > 1
            && a.charAt(i - 1) == b.charAt(k - 2)
            && a.charAt(i - 2) == b.charAt(k - 1)) {
          to[i][k] = Math.min(to[i][k], to[i - 2][k - 2] + 1);
        }
      }
    }
    return to[a.length()][b.length()];
  }
}
