package dev.pitstop.catalog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Suggests names for one that does not exist. The work grows with the number of names, not with
/// their length. Of more than a thousand names only the first thousand are compared.
public final class Nearest {
  private static final double NEAR = 0.5;
  private static final double ELSEWHERE = 0.95;

  /// The most names that are compared: this runs in turns.
  private static final int MOST_COMPARED = 1_000;

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
    for (String name : present.stream().distinct().limit(MOST_COMPARED).toList()) {
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

  /// The `server__` of a name, if something follows it.
  private static String server(String name) {
    String server = Namespace.server(name);
    String prefix = Namespace.problem(server).isEmpty() ? Namespace.encode(server, "") : "";
    return prefix.length() < name.length() ? prefix : "";
  }

  private record Scored(String name, double likeness) {}
}
