package dev.pitstop.compare;

import java.util.function.Supplier;

/// What a [Walk] over two answers reports to.
interface Findings {
  /// Whether more differences are wanted.
  boolean open();

  /// Whether what differs at this place does not count.
  boolean leaveOut(Place place);

  /// Whether arrays and texts of different length differ as a whole. Otherwise their elements and
  /// lines are matched.
  boolean whole();

  /// The values at a place differ.
  ///
  /// @param what for a person: `10 → 12`
  void differs(Place place, Supplier<String> what);
}
