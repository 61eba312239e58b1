package dev.pitstop.catalog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;

/// The names that somebody may have meant who asked for one that is not there (A3). The work grows
/// with the number of names, not with their length; of very many, only those that have most letters
/// in common with what was asked for are compared closely, as this is done in turns.
public final class Nearest {
  private static final double NEAR = 0.5;

  /// So many are compared closely: a few milliseconds.
  static final int MOST_COMPARED = 300;

  private static final int LETTERS = 128;

  private Nearest() {}

  /// At most `n` names out of `present`, nearest first; empty if nothing is near. Names of equal
  /// likeness come in alphabetical order.
  ///
  /// Names of one server (`server__name`) are compared without it: the beginning that they have in
  /// common would make all of them alike.
  public static List<String> names(String wanted, Collection<String> present, int n) {
    List<Scored> near = new ArrayList<>();
    String server = server(wanted);
    String inner = wanted.substring(server.length());
    for (String name : likely(wanted, new LinkedHashSet<>(present))) {
      double likeness =
          name.startsWith(server)
              ? Likeness.ofNames(inner, name.substring(server.length()))
              : Likeness.ofNames(wanted, name);
      if (likeness > NEAR) {
        near.add(new Scored(name, likeness));
      }
    }
    near.sort(Comparator.comparingDouble(Scored::likeness).reversed().thenComparing(Scored::name));
    return near.stream().limit(Math.max(0, n)).map(Scored::name).toList();
  }

  /// Those that are compared closely: all, unless they are very many.
  private static Collection<String> likely(String wanted, Collection<String> present) {
    if (present.size() <= MOST_COMPARED) {
      return present;
    }
    String asked = Likeness.compared(wanted);
    int[] letters = new int[LETTERS];
    for (int i = 0; i < asked.length(); i++) {
      letters[letter(asked.charAt(i))]++;
    }
    List<Scored> all = new ArrayList<>(present.size());
    for (String name : present) {
      boolean start = name.startsWith(wanted) || wanted.startsWith(name);
      all.add(
          new Scored(name, start ? 1 : common(letters, asked.length(), Likeness.compared(name))));
    }
    all.sort(Comparator.comparingDouble(Scored::likeness).reversed());
    return all.subList(0, MOST_COMPARED).stream().map(Scored::name).toList();
  }

  /// The share of letters in common, whatever their order.
  private static double common(int[] letters, int length, String name) {
    int common = 0;
    for (int i = 0; i < name.length(); i++) {
      if (letters[letter(name.charAt(i))]-- > 0) {
        common++;
      }
    }
    for (int i = 0; i < name.length(); i++) {
      letters[letter(name.charAt(i))]++;
    }
    return 2.0 * common / (length + name.length());
  }

  private static int letter(char c) {
    return (c >= 'A' && c <= 'Z' ? c + 32 : c) % LETTERS;
  }

  /// `server__` of a name that has it and something behind it.
  private static String server(String name) {
    return Namespace.decode(name)
        .filter(parts -> !parts.name().isEmpty())
        .map(parts -> Namespace.encode(parts.server(), ""))
        .orElse("");
  }

  private record Scored(String name, double likeness) {}
}
