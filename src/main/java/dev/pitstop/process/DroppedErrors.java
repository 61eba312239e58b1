package dev.pitstop.process;

import dev.pitstop.text.Complaint;
import dev.pitstop.text.Words;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// Keeps the important lines among those that fell out of the ring, for one run. A program first
/// writes what explains its crash, and any number of lines can follow. This class keeps the first
/// and last pieces that begin with a complaint, or with the lines above a stack. Pieces which say
/// that the program cannot go on are kept apart, so that other complaints do not push them out.
///
/// Bounded: [#PIECES] pieces of [#PIECE_LINES] lines of [#LINE_LIMIT] characters; fatal ones have
/// [#FATAL_LINES], as frames of libraries come before the user's own. Not thread-safe.
final class DroppedErrors {
  /// How many first pieces, and how many last pieces, of each sort are kept.
  private static final int EACH = 2;

  static final int PIECES = 4 * EACH;
  static final int PIECE_LINES = 16;
  static final int FATAL_LINES = 48;
  static final int LINE_LIMIT = 1_000;

  /// How many lines above a stack are examined: the name of an error may be unknown.
  private static final int ABOVE = 8;

  private static final String TRACEBACK = "Traceback (most recent call last)";

  /// @param from the number of the piece's first line among the lines that have fallen
  private record Piece(long from, boolean fatal, List<String> lines) {
    long end() {
      return from + lines.size();
    }
  }

  private final List<Piece> pieces = new ArrayList<>(); // both sorts, oldest first
  private final Deque<String> above = new ArrayDeque<>();
  private long count;
  private Piece newest = new Piece(0, false, new ArrayList<>());
  private boolean open; // the newest piece takes the next line

  /// A line falls out of the ring.
  void add(String line, boolean frame) {
    String kept = Words.cut(line, LINE_LIMIT);
    Complaint complaint = Complaint.of(kept);
    boolean fatal = complaint == Complaint.FATAL;
    boolean begins = complaint == Complaint.ERROR || kept.contains(TRACEBACK);
    int most = newest.fatal() ? FATAL_LINES : PIECE_LINES;
    boolean room = open && newest.lines().size() < most;
    if (fatal && !(room && newest.fatal())) {
      begin(true, List.of(kept));
    } else if (room) {
      newest.lines().add(kept);
    } else if (begins) {
      begin(false, List.of(kept));
    } else if (frame && !above.isEmpty()) {
      List<String> head = new ArrayList<>(above);
      head.add(kept);
      begin(false, head);
    } else {
      open = false;
    }
    count++;
    if (frame || open) {
      above.clear();
    } else {
      above.addLast(kept);
      if (above.size() > ABOVE) {
        above.removeFirst();
      }
    }
  }

  private void begin(boolean fatal, List<String> lines) {
    newest = new Piece(count + 1 - lines.size(), fatal, new ArrayList<>(lines));
    open = true;
    pieces.add(newest);
    List<Piece> same = pieces.stream().filter(p -> p.fatal() == fatal).toList();
    if (same.size() > 2 * EACH) {
      pieces.remove(same.get(EACH));
    }
  }

  /// The kept lines, oldest first. Where lines are missing, also behind the last one, a line counts
  /// them.
  List<String> lines() {
    if (pieces.isEmpty()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    long next = 0;
    for (Piece p : pieces) {
      gap(p.from() - next, lines);
      lines.addAll(p.lines());
      next = p.end();
    }
    gap(count - next, lines);
    return lines;
  }

  private static void gap(long missing, List<String> lines) {
    if (missing > 0) {
      lines.add("… " + missing + (missing == 1 ? " line" : " lines"));
    }
  }
}
