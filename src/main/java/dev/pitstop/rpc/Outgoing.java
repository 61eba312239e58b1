package dev.pitstop.rpc;

import java.util.List;

/// A message to be written, without its line end: the original array, or the pieces of an edited
/// message, so that a change to a large message copies none of it. Nobody writes to the arrays.
/// Immutable.
public final class Outgoing {
  record Piece(byte[] bytes, int from, int to) {
    int length() {
      return to - from;
    }
  }

  private final List<Piece> pieces;
  private final int length;

  private Outgoing(List<Piece> pieces, int length) {
    this.pieces = pieces;
    this.length = length;
  }

  public static Outgoing of(byte[] message) {
    return new Outgoing(List.of(new Piece(message, 0, message.length)), message.length);
  }

  /// A message that consists of these pieces, in order.
  ///
  /// @param pieces not copied
  static Outgoing of(List<Piece> pieces) {
    int sum = 0;
    for (Piece p : pieces) {
      sum = Math.addExact(sum, p.length());
    }
    return new Outgoing(pieces, sum);
  }

  public int length() {
    return length;
  }

  List<Piece> pieces() {
    return pieces;
  }

  public void copy(int from, int until, byte[] to, int at) {
    int begin = 0; // of the piece
    for (Piece p : pieces) {
      int first = Math.max(from, begin);
      int last = Math.min(until, begin + p.length());
      if (first < last) {
        System.arraycopy(p.bytes(), p.from() + first - begin, to, at + first - from, last - first);
      }
      begin += p.length();
    }
  }

  /// The message as one array: the original if it was not edited, otherwise a copy. Call it outside
  /// turns, unless the message is known to be small.
  public byte[] bytes() {
    boolean original =
        pieces.size() == 1 && pieces.getFirst().length() == pieces.getFirst().bytes().length;
    if (original) {
      return pieces.getFirst().bytes();
    }
    byte[] all = new byte[length];
    copy(0, length, all, 0);
    return all;
  }
}
