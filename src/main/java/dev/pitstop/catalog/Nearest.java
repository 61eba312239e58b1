package dev.pitstop.catalog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;

/// The names that somebody may have meant who asked for one that is not there (A3).
public final class Nearest {
  private static final double NEAR = 0.5;

  private Nearest() {}

  /// At most `n` names out of `present`, nearest first; empty if nothing is near. Names of equal
  /// likeness come in alphabetical order.
  public static List<String> names(String wanted, Collection<String> present, int n) {
    List<Scored> near = new ArrayList<>();
    for (String name : new LinkedHashSet<>(present)) {
      double likeness = Likeness.ofNames(wanted, name);
      if (likeness > NEAR) {
        near.add(new Scored(name, likeness));
      }
    }
    near.sort(Comparator.comparingDouble(Scored::likeness).reversed().thenComparing(Scored::name));
    return near.stream().limit(Math.max(0, n)).map(Scored::name).toList();
  }

  private record Scored(String name, double likeness) {}
}
