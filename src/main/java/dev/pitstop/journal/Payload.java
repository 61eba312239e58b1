package dev.pitstop.journal;

import dev.pitstop.rpc.Outgoing;
import java.util.Arrays;

/// A message as the journal keeps it: whole, or the beginning of a long one. Immutable; nobody
/// writes to the bytes.
///
/// @param bytes the message, or its first [#MOST] bytes
/// @param length how many bytes the message had
public record Payload(byte[] bytes, long length) {
  /// The longest message that is kept whole, in bytes.
  public static final int MOST = 64 * 1024;

  /// What is kept of a message. Copies only what it cuts.
  public static Payload of(byte[] message) {
    return message.length <= MOST
        ? new Payload(message, message.length)
        : new Payload(Arrays.copyOf(message, MOST), message.length);
  }

  /// What is kept of a message that is being sent.
  public static Payload of(Outgoing message) {
    return new Payload(message.beginning(MOST), message.length());
  }

  /// Whether only the beginning was kept.
  public boolean cut() {
    return bytes.length < length;
  }
}
