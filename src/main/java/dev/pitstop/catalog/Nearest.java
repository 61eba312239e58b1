package dev.pitstop.catalog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/// Suggests names for one that does not exist (A3). The work grows with the number of names, not
/// with their length. This runs in turns, so of very many names only those that share the most
/// letters with the wanted one are compared closely.
public final class Nearest {
  private static final double NEAR = 0.5;
  private static final double ELSEWHERE = 0.95;

  /// The most names that are compared closely. That takes a few milliseconds.
  static final int MOST_COMPARED = 300;

  private static final int LETTERS = 128;

  private Nearest() {}

  /// The name that was probably meant, if one is near.
  public static Optional<String> name(String wanted, Collection<String> present) {
    return names(wanted, present, 1).stream().findFirst();
  }

  /// `; did you mean …?` as the end of a sentence about a name that does not exist; empty if none
  /// is near.
  ///
  /// @param shown how the sentence shows the name that was probably meant: "`%s`"
  public static Optional<String> question(String wanted, Collection<String> present, String shown) {
    return name(wanted, present).map(near -> "; did you mean " + shown.formatted(near) + "?");
  }

  /// At most `n` names out of `present`, nearest first; empty if nothing is near. Names of equal
  /// likeness come in alphabetical order.
  ///
  /// Names of the same server (`server__name`) are compared without the prefix, which would make
  /// all of them alike. For a tool of another server the better of two comparisons counts: with the
  /// prefixes, or without them and a little less.
  public static List<String> names(String wanted, Collection<String> present, int n) {
    List<Scored> near = new ArrayList<>();
    String server = server(wanted);
    String inner = wanted.substring(server.length());
    for (String name : likely(wanted, inner, new LinkedHashSet<>(present))) {
      String of = server(name);
      double likeness = Likeness.ofNames(inner, name.substring(of.length()));
      if (!of.equals(server)) {
        likeness = Math.max(Likeness.ofNames(wanted, name), ELSEWHERE * likeness);
      }
      if (likeness > NEAR) {
        near.add(new Scored(name, likeness));
      }
    }
    near.sort(Comparator.comparingDouble(Scored::likeness).reversed().thenComparing(Scored::name));
    return near.stream().limit(Math.max(0, n)).map(Scored::name).toList();
  }

  /// The names that are compared closely: all, unless there are very many.
  private static Collection<String> likely(
      String wanted, String inner, Collection<String> present) {
    if (present.size() <= MOST_COMPARED) {
      return present;
    }
    Letters whole = new Letters(wanted);
    Letters tool = new Letters(inner);
    List<Scored> all = new ArrayList<>(present.size());
    for (String name : present) {
      boolean start = name.startsWith(wanted) || wanted.startsWith(name);
      String other = name.substring(server(name).length());
      all.add(new Scored(name, start ? 1 : Math.max(whole.common(name), tool.common(other))));
    }
    all.sort(Comparator.comparingDouble(Scored::likeness).reversed());
    return all.subList(0, MOST_COMPARED).stream().map(Scored::name).toList();
  }

  /// How often each letter occurs in a name.
  private static final class Letters {
    private final int[] letters = new int[LETTERS];
    private final int length;

    Letters(String name) {
      String compared = Likeness.compared(name);
      length = compared.length();
      for (int i = 0; i < length; i++) {
        letters[letter(compared.charAt(i))]++;
      }
    }

    /// The share of letters that both names have in common, whatever their order.
    double common(String other) {
      String name = Likeness.compared(other);
      int[] left = letters.clone();
      int common = 0;
      for (int i = 0; i < name.length(); i++) {
        if (left[letter(name.charAt(i))]-- > 0) {
          common++;
        }
      }
      return length + name.length() == 0 ? 0 : 2.0 * common / (length + name.length());
    }
  }

  private static int letter(char c) {
    return (c >= 'A' && c <= 'Z' ? c + 32 : c) % LETTERS;
  }

  /// The `server__` of a name, if something follows it.
  private static String server(String name) {
    String server = Namespace.server(name);
    String prefix = Namespace.problem(server).isEmpty() ? Namespace.encode(server, "") : "";
    return prefix.length() < name.length() ? prefix : "";
  }

  private record Scored(String name, double likeness) {}
}
