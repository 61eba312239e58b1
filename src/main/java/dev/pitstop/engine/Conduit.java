package dev.pitstop.engine;

import java.io.IOException;
import java.nio.ByteBuffer;

/// The memory of a [Capsule], and the ways between it and the client. Both outlive this process. In
/// tests another one stands for the system, and for its end at any moment.
interface Conduit {
  /// The memory of the words, the slots and the large lines; of the client's bytes; of messages to
  /// it. It begins with zeros.
  ByteBuffer words();

  ByteBuffer in();

  ByteBuffer out();

  /// A word was written: whatever was written before it, and the word itself, is there from now on.
  void stored();

  /// Makes this part of the memory read as zeros. Much of it goes back to the system.
  void clear(ByteBuffer memory, int from, int length);

  /// Reads from the client into [#in], and from there into the array. Blocks.
  ///
  /// @return the number of bytes; 0 at the end
  int read(int at, int length, byte[] to, int from) throws IOException;

  /// How many bytes of the client can be read without waiting.
  int available();

  /// Fills the empty pipe from [#out] with what there is room for, and writes [Capsule#MEANT] and
  /// [Capsule#PUSHED].
  ///
  /// @param end where these bytes end in the stream of all bytes to the client
  /// @return the number of bytes, at least one
  int push(int at, int length, long end) throws IOException;

  /// How much is in the pipe.
  int left() throws IOException;

  /// Moves from the pipe to the client. Blocks.
  ///
  /// @return the number of bytes, at least one
  int pass(int length) throws IOException;

  /// The client is not read any more; whoever is blocked in [#read] returns.
  void end();

  /// The client is left alone: whoever is blocked in [#read] or [#pass] returns, and then this
  /// does.
  void letGo();

  /// Gives everything back. Nobody uses the memory any more.
  void free();
}
