package dev.pitstop.build;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/// What is kept of the lines: the first ones, the last ones, and the first errors in between with
/// their surroundings. Memory is bounded whatever comes. Not for several threads at once.
final class Capture {
  static final int HEAD = 400;
  static final int TAIL = 400;

  /// Lines around errors, beyond the head.
  static final int REGIONS = 300;

  private static final int BEFORE = 2;
  private static final int MOST_REMEMBERED = 10_000;

  private final List<Line> head = new ArrayList<>();
  private final List<Line> regions = new ArrayList<>();
  private final Deque<Line> tail = new ArrayDeque<>();
  private final Deque<Line> recent = new ArrayDeque<>();

  /// Hashes of error and warning messages, to tell the repeated ones.
  private final Set<Long> messages = new HashSet<>();

  private long lines;
  private long regionEnd;
  private int errors;
  private int warnings;
  private boolean lastRepeated;

  void add(String text, Mark mark) {
    boolean explains = mark.kind() == Mark.Kind.PLAIN && isContinuation(text);
    boolean repeated = explains ? lastRepeated : count(text, mark);
    lastRepeated = repeated;
    var line = new Line(++lines, text, mark, repeated);
    if (head.size() < HEAD) {
      head.add(line);
      return;
    }
    region(line);
    tail.addLast(line);
    if (tail.size() > TAIL) {
      tail.removeFirst();
    }
  }

  private void region(Line line) {
    Mark mark = line.mark();
    boolean begins = mark.isError() || mark.kind() == Mark.Kind.TRACEBACK;
    if (begins && !line.repeated() && regions.size() < REGIONS - BEFORE) {
      regions.addAll(recent);
      recent.clear();
      regionEnd = Math.max(regionEnd, line.number() + mark.after());
      regions.add(line);
    } else if (line.number() <= regionEnd && regions.size() < REGIONS) {
      regions.add(line);
    } else {
      recent.addLast(line);
      if (recent.size() > BEFORE) {
        recent.removeFirst();
      }
    }
  }

  /// Whether a line goes on with the message above it: an indented one, also behind Maven's prefix.
  static boolean isContinuation(String text) {
    return text.startsWith(" ") || text.startsWith("\t") || text.startsWith("[ERROR]  ");
  }

  /// @return whether this message was there before
  private boolean count(String text, Mark mark) {
    if (mark.kind() == Mark.Kind.TRACEBACK) {
      return false;
    }
    if (mark.kind() != Mark.Kind.ERROR && mark.kind() != Mark.Kind.WARNING) {
      return false;
    }
    // eslint's lines name no file: the same text may be another error, in another file.
    boolean fresh =
        mark.before() > 0 || messages.size() >= MOST_REMEMBERED || messages.add(hash(text));
    if (fresh && mark.isError()) {
      errors++;
    } else if (fresh) {
      warnings++;
    }
    return !fresh;
  }

  private static long hash(String text) {
    long hash = 1125899906842597L;
    for (int i = 0; i < text.length(); i++) {
      hash = 31 * hash + text.charAt(i);
    }
    return hash;
  }

  /// All that is kept, in order, without gaps told.
  List<Line> kept() {
    var all = new TreeMap<Long, Line>();
    for (Line line : head) {
      all.put(line.number(), line);
    }
    for (Line line : regions) {
      all.put(line.number(), line);
    }
    for (Line line : tail) {
      all.put(line.number(), line);
    }
    return List.copyOf(all.values());
  }

  long lines() {
    return lines;
  }

  int errors() {
    return errors;
  }

  int warnings() {
    return warnings;
  }
}
