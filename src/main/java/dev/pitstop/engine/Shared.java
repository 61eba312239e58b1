package dev.pitstop.engine;

import java.nio.ByteBuffer;

/// The calls of the system behind a [Capsule] (`src/main/c/capsule.c`). Addresses and lengths are
/// not checked. Results below 0 are error numbers of the system.
final class Shared {
  private Shared() {}

  /// Makes a file this long, and maps it.
  ///
  /// @return the address
  static native long map(int descriptor, long size);

  static native ByteBuffer view(long address, long size);

  static native void unmap(long address, long size);

  /// Makes memory read as zeros, and gives what is far from its beginning back to the system.
  static native void clear(long address, long length);

  /// Reads into the memory, and from there into the array. Blocks.
  ///
  /// @return the number of bytes; 0 at the end
  static native int read(int descriptor, long address, int length, byte[] to, int from);

  /// Fills the empty pipe with what there is room for.
  ///
  /// @param words the address of two words: how far the pipe is meant to be filled, and how far it
  ///   is, in the stream of all bytes to the client
  /// @param end where these bytes end there
  /// @return the number of bytes
  static native int push(int pipe, long address, int length, long words, long end);

  /// Moves from the pipe to another descriptor. Blocks.
  ///
  /// @return the number of bytes, at least one
  static native int pass(int pipe, int to, int length);
}
