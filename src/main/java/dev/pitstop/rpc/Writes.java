package dev.pitstop.rpc;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Optional;

/// Cuts messages into writes. Small messages share a write, and a large one takes several. No write
/// is larger than [#MOST], because the JDK allocates as much native memory as one write has, and
/// the C library keeps it for each thread. A line break follows each message.
///
/// Used by the thread that drains the outbox, one at a time.
final class Writes {
  static final int MOST = 64 * 1024;

  private Optional<Outgoing> begun = Optional.empty();
  private int at; // how much of it has left, or is in the next write
  private byte[] next = {}; // the next write, with room for more
  private int length; // of it

  /// Prepares the next write.
  ///
  /// @param queue the messages; those that are begun leave it
  /// @return its length in bytes; 0 if there is nothing to write
  int take(ArrayDeque<Outgoing> queue) {
    length = 0;
    while (length < MOST) {
      if (begun.isEmpty()) {
        if (queue.isEmpty() || (length > 0 && length + queue.peek().length() >= MOST)) {
          return length;
        }
        begun = Optional.of(queue.poll());
        at = 0;
      }
      Outgoing message = begun.get();
      int n = Math.min(message.length() - at, MOST - length);
      int needed = Math.min(MOST, length + n + 1);
      if (next.length < needed) {
        next = Arrays.copyOf(next, Math.min(MOST, Math.max(2 * next.length, needed)));
      }
      message.copy(at, at + n, next, length);
      at += n;
      length += n;
      if (at == message.length() && length < MOST) {
        next[length++] = '\n';
        begun = Optional.empty();
      }
    }
    return length;
  }

  void write(OutputStream sink) throws IOException {
    sink.write(next, 0, length);
    sink.flush();
  }

  void clear() {
    begun = Optional.empty();
  }
}
