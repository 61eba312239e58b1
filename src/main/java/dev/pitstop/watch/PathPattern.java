package dev.pitstop.watch;

import java.util.ArrayList;
import java.util.List;

/// A pattern over path segments, walked one directory at a time. Its state is a set of positions.
/// If bit *i* is set, the first *i* segments are matched. Each name steps the set. So a scan never
/// matches a path from its start, and knows for every directory whether anything below it can
/// match.
///
/// `**` as a whole segment stands for any number of segments. It stands for none or more at the
/// start and in the middle, and for one or more at the end.
final class PathPattern {
  /// A pattern cannot be longer than the bits of a position set.
  static final int MOST_SEGMENTS = 62;

  private final List<Wildcard> segments;
  private final boolean[] any;

  private PathPattern(List<Wildcard> segments) {
    this.segments = segments;
    this.any = new boolean[segments.size()];
    for (int i = 0; i < any.length; i++) {
      any[i] = segments.get(i).text().equals("**");
    }
  }

  /// @throws IllegalArgumentException when there are more than [#MOST_SEGMENTS] segments
  static PathPattern of(List<String> segments) {
    if (segments.size() > MOST_SEGMENTS) {
      throw new IllegalArgumentException("more than " + MOST_SEGMENTS + " path segments");
    }
    return new PathPattern(segments.stream().map(Wildcard::of).toList());
  }

  /// Splits at `/`, but not inside a character class.
  static List<String> split(String pattern) {
    var parts = new ArrayList<String>();
    int start = 0;
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '[') {
        int end = Wildcard.classEnd(pattern, i);
        i = end < 0 ? i : end;
      } else if (c == '/') {
        parts.add(pattern.substring(start, i));
        start = i + 1;
      }
    }
    parts.add(pattern.substring(start));
    return parts;
  }

  long start() {
    return close(1L);
  }

  /// The positions after a path segment; 0 when nothing at or below it can match.
  long step(long positions, String name) {
    long next = 0;
    for (int i = 0; i < any.length; i++) {
      if ((positions & (1L << i)) == 0) {
        continue;
      }
      if (any[i]) {
        next |= 1L << i;
        if (i == any.length - 1) {
          next |= 1L << (i + 1);
        }
      } else if (segments.get(i).matches(name)) {
        next |= 1L << (i + 1);
      }
    }
    return close(next);
  }

  /// Whether the segments so far are a match.
  boolean accepts(long positions) {
    return (positions & (1L << any.length)) != 0;
  }

  /// Whether something below can still match.
  boolean goesOn(long positions) {
    return (positions & ((1L << any.length) - 1)) != 0;
  }

  /// Whether the segments from `from` on match as a whole.
  boolean matches(List<String> path, int from) {
    long positions = start();
    for (int i = from; i < path.size() && positions != 0; i++) {
      positions = step(positions, path.get(i));
    }
    return accepts(positions);
  }

  List<Wildcard> segments() {
    return segments;
  }

  /// A `**` that is not the last segment may stand for nothing.
  private long close(long positions) {
    long closed = positions;
    for (int i = 0; i < any.length - 1; i++) {
      if (any[i] && (closed & (1L << i)) != 0) {
        closed |= 1L << (i + 1);
      }
    }
    return closed;
  }
}
