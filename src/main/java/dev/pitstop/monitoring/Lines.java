package dev.pitstop.monitoring;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/// Lines of a journal or of an answer, in order. One thread reads; any thread may close.
public interface Lines extends Closeable {
  /// The next line; empty at the end.
  default Optional<JsonLine> next() throws IOException {
    return next(0);
  }

  /// The next line; empty at the end.
  ///
  /// @param millis how long a session may say nothing; 0 for as long as it likes
  /// @throws java.net.SocketTimeoutException if it takes longer; the lines can be read on
  Optional<JsonLine> next(long millis) throws IOException;
}
