package dev.pitstop.rpc;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/// Cuts messages into writes. Small messages share a write, and a large one takes several. No write
/// is larger than [#MOST], because the JDK allocates as much native memory as one write has, and
/// the C library keeps it for each thread. A line break follows each message.
///
/// Used by the thread that drains the outbox, one at a time.
final class Writes {
  static final int MOST = 64 * 1024;

  private static final Outgoing.Piece LINE_BREAK = new Outgoing.Piece(new byte[] {'\n'}, 0, 1);

  private final ArrayDeque<Outgoing.Piece> begun = new ArrayDeque<>(); // what is left of a message
  private final List<Outgoing.Piece> next = new ArrayList<>(); // the next write
  private int length; // of it
  private byte[] together = {}; // room for several pieces

  /// Prepares the next write.
  ///
  /// @param queue the messages; those that are begun leave it
  /// @return its length in bytes; 0 if there is nothing to write
  int take(ArrayDeque<Outgoing> queue) {
    next.clear();
    length = 0;
    while (length < MOST) {
      if (begun.isEmpty()) {
        if (queue.isEmpty() || (length > 0 && length + queue.peek().length() >= MOST)) {
          return length;
        }
        begun.addAll(queue.poll().pieces());
        begun.add(LINE_BREAK);
      }
      Outgoing.Piece piece = begun.poll();
      int room = Math.min(piece.length(), MOST - length);
      length += room;
      if (room == piece.length()) {
        next.add(piece);
      } else {
        next.add(new Outgoing.Piece(piece.bytes(), piece.from(), piece.from() + room));
        begun.addFirst(new Outgoing.Piece(piece.bytes(), piece.from() + room, piece.to()));
      }
    }
    return length;
  }

  /// Does the prepared write.
  void write(OutputStream sink) throws IOException {
    Outgoing.Piece first = next.getFirst();
    if (next.size() == 1) {
      sink.write(first.bytes(), first.from(), first.length()); // of a large message, uncopied
    } else {
      if (together.length < length) {
        together = new byte[length];
      }
      int at = 0;
      for (Outgoing.Piece p : next) {
        System.arraycopy(p.bytes(), p.from(), together, at, p.length());
        at += p.length();
      }
      sink.write(together, 0, length);
    }
    sink.flush();
  }

  void clear() {
    next.clear();
    begun.clear();
  }
}
