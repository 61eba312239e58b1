package dev.pitstop.rpc;

/// What [LineReader] found next on the stream.
public sealed interface Line {
  /// A line that is not blank, without its line break.
  ///
  /// @param terminated false for a last line that the stream ended without a newline
  /// @param known what is known of its long strings
  record Text(byte[] bytes, boolean terminated, LongStrings known) implements Line {}

  /// A line longer than the bound. It was thrown away while it was read.
  ///
  /// @param length its length in bytes, without the line break
  /// @param head its first 4 KiB; see [Head]
  /// @param tail its last ones, or fewer
  record TooLong(long length, byte[] head, byte[] tail) implements Line {}

  /// A line within the bound that there is no memory for. It was thrown away while it was read.
  ///
  /// @param length its length in bytes, without the line break
  /// @param head its first 4 KiB; see [Head]
  /// @param tail its last ones, or fewer
  record NoMemory(long length, byte[] head, byte[] tail) implements Line {}

  /// The end of the stream.
  record End() implements Line {}
}
