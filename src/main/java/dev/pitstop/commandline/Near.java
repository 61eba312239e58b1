package dev.pitstop.commandline;

import dev.pitstop.text.Slips;
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
      int slips = Slips.count(plain(wanted), plain(name));
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
}
