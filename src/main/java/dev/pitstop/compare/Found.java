package dev.pitstop.compare;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/// What a [Walk] over two answers has found. One thread.
final class Found {
  /// So many differences are put into words.
  static final int FIRST = 5;

  final Set<Place> places = new LinkedHashSet<>(); // that differ, if they are wanted
  final List<String> first = new ArrayList<>();
  final Set<Place> leftOut;
  private final List<Place> noise;
  private final boolean whole;
  private final int most;
  private int count;

  private Found(List<Place> noise, boolean whole, int most, Set<Place> leftOut) {
    this.noise = noise;
    this.whole = whole;
    this.most = most;
    this.leftOut = leftOut;
  }

  /// For differences in words.
  static Found inWords(List<Place> noise, int most) {
    return new Found(noise, false, most, new LinkedHashSet<>());
  }

  /// For the places of differences.
  static Found inPlaces(int most) {
    return new Found(List.of(), true, most, new LinkedHashSet<>());
  }

  /// For whether there is a difference at all.
  Found probe() {
    return new Found(noise, true, 1, leftOut);
  }

  /// Whether more differences are wanted.
  boolean open() {
    return count < most;
  }

  int count() {
    return count;
  }

  /// Whether arrays and texts of different length differ as a whole. Otherwise their elements and
  /// lines are matched.
  boolean whole() {
    return whole;
  }

  /// Whether what differs at this place does not count.
  boolean leaveOut(Place place) {
    for (Place p : noise) {
      if (p.covers(place)) {
        leftOut.add(p);
        return true;
      }
    }
    return false;
  }

  /// The values at a place differ.
  ///
  /// @param what for a person: `10 → 12`
  void differs(Place place, Supplier<String> what) {
    count++;
    if (whole) {
      places.add(place);
    } else if (first.size() < FIRST) {
      first.add(place + ": " + what.get());
    }
  }
}
