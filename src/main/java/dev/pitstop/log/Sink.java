package dev.pitstop.log;

import java.io.IOException;

/// Where lines go. Used by one thread, which may block here for as long as it takes.
interface Sink extends AutoCloseable {
  /// Writes one whole line, its end included, at once.
  void write(byte[] line) throws IOException;

  @Override
  void close() throws IOException;
}
