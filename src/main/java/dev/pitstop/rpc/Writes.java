package dev.pitstop.rpc;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;

/// The messages that are being written, cut into writes. Small messages share a write, and a large
/// one takes several. No write is larger than [#MOST], because the JDK allocates as much native
/// memory as one write has, and the C library keeps it for each thread. A line break follows each
/// message.
///
/// Used by the thread that drains the outbox, one at a time.
final class Writes {
  static final int MOST = 64 * 1024;

  /// The JDK writes this much without native memory of its own.
  private static final int SPARING = 8 * 1024;

  private final ArrayDeque<Outgoing> messages = new ArrayDeque<>();

  /// Small messages are put together here. It grows as needed, because there are hundreds of these
  /// objects, and most never have much to write.
  private byte[] buffer = {};

  // How far the first message has been written.
  private int piece;
  private int inPiece;
  private int left; // bytes, with the line break

  boolean isEmpty() {
    return messages.isEmpty();
  }

  /// Takes the messages of the next write from the queue. Call it only when nothing is left to
  /// write.
  void take(ArrayDeque<Outgoing> queue) {
    int sum = 0;
    while (!queue.isEmpty() && (sum == 0 || sum + size(queue.peek()) <= MOST)) {
      Outgoing next = queue.poll();
      sum += Math.min(size(next), MOST);
      messages.add(next);
    }
    begin();
  }

  private static int size(Outgoing message) {
    return message.length() + 1;
  }

  private void begin() {
    piece = 0;
    inPiece = 0;
    left = messages.isEmpty() ? 0 : size(messages.peek());
  }

  /// The number of bytes in the next write: at least one if there is a message.
  int next() {
    if (left > MOST) {
      return MOST;
    }
    int sum = left - (messages.isEmpty() ? 0 : size(messages.peek()));
    for (Outgoing m : messages) {
      sum += size(m);
    }
    return sum;
  }

  /// Does the next write, of [#next] bytes.
  void write(OutputStream sink, int length) throws IOException {
    if (!slice(sink)) {
      fill(length);
      sink.write(buffer, 0, length);
    }
    sink.flush();
  }

  /// Writes from the message itself if the next write lies in one piece of it.
  private boolean slice(OutputStream sink) throws IOException {
    if (left <= MOST) {
      return false;
    }
    Outgoing.Piece now = messages.peek().pieces().get(piece);
    if (now.length() - inPiece < MOST) {
      return false;
    }
    sink.write(now.bytes(), now.from() + inPiece, MOST);
    inPiece += MOST;
    left -= MOST;
    return true;
  }

  private void fill(int length) {
    if (buffer.length < length) {
      buffer = new byte[length <= 1024 ? 1024 : length <= SPARING ? SPARING : MOST];
    }
    int filled = 0;
    while (filled < length) {
      Outgoing message = messages.peek();
      if (left == 1) {
        buffer[filled++] = '\n';
        messages.poll();
        begin();
        continue;
      }
      Outgoing.Piece now = message.pieces().get(piece);
      int n = Math.min(now.length() - inPiece, length - filled);
      System.arraycopy(now.bytes(), now.from() + inPiece, buffer, filled, n);
      filled += n;
      inPiece += n;
      left -= n;
      if (inPiece == now.length()) {
        piece++;
        inPiece = 0;
      }
    }
  }

  void clear() {
    messages.clear();
    begin();
  }
}
