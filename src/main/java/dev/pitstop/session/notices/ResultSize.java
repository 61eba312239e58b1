package dev.pitstop.session.notices;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;

/// How much of a tool's result a model has to read: its texts and its structure, without the bytes
/// of images and sounds.
final class ResultSize {
  /// A result with more bytes counts as long and is not searched, because this runs in a turn.
  private static final int MOST_BYTES = 512 * 1024;

  private ResultSize() {}

  /// Whether there are more characters than `most`.
  static boolean exceeds(int most, Message.Result r) {
    byte[] b = r.bytes();
    if (r.result().length() <= most) {
      return false; // the usual result: nothing is counted
    }
    if (r.result().length() > MOST_BYTES) {
      return true;
    }
    long[] sum = {characters(b, r.member("structuredContent"))};
    Json.elements(
        b,
        r.member("content"),
        block -> {
          sum[0] += characters(b, Json.member(b, block, "text"));
          Span resource = Json.member(b, block, "resource");
          sum[0] += characters(b, Json.member(b, resource, "text"));
          return sum[0] <= most;
        });
    return sum[0] > most;
  }

  private static long characters(byte[] b, Span s) {
    String text = Json.isString(b, s) ? Json.string(b, s) : s.text(b);
    return text.length();
  }
}
