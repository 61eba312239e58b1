package dev.pitstop.catalog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;

/// The names that somebody may have meant who asked for one that is not there (A3). The work grows
/// with the number of names, not with their length.
public final class Nearest {
  private static final double NEAR = 0.5;

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
    for (String name : new LinkedHashSet<>(present)) {
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

  /// `server__` of a name that has it and something behind it.
  private static String server(String name) {
    return Namespace.decode(name)
        .filter(parts -> !parts.name().isEmpty())
        .map(parts -> Namespace.encode(parts.server(), ""))
        .orElse("");
  }

  private record Scored(String name, double likeness) {}
}
