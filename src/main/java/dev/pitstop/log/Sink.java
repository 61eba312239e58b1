package dev.pitstop.log;

import java.io.IOException;

/// The destination of lines. Used by one thread, which may block here for any time.
interface Sink extends AutoCloseable {
  /// Writes one line with its line end in a single write.
  void write(byte[] line) throws IOException;

  @Override
  void close() throws IOException;
}
