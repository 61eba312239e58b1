package dev.pitstop.rpc;

import java.nio.charset.StandardCharsets;

/// A half-open range `[from, to)` in the bytes of a message; [#NONE] if the part is absent. The
/// span of a JSON string includes its quotes, that of an object or array its brackets.
public record Span(int from, int to) {
  public static final Span NONE = new Span(-1, -1);

  public boolean present() {
    return from >= 0;
  }

  public int length() {
    return to - from;
  }

  /// The bytes of this span as UTF-8 text, undecoded: a string keeps its quotes and escapes. Empty
  /// if the span is absent.
  public String text(byte[] b) {
    return present() ? new String(b, from, to - from, StandardCharsets.UTF_8) : "";
  }
}
