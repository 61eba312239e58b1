package dev.pitstop.rpc;

/// The next item that [LineReader] found on the stream.
public sealed interface Line {
  /// A line that is not blank, without its line end.
  ///
  /// @param terminated false for a last line that the stream ended without a newline
  record Text(byte[] bytes, boolean terminated) implements Line {}

  /// A line longer than the limit. It was dropped while it was read.
  ///
  /// @param length its length in bytes, without the line end
  /// @param head its first bytes; see [Head]
  /// @param tail its last bytes
  record TooLong(long length, byte[] head, byte[] tail) implements Line {}

  record End() implements Line {}
}
