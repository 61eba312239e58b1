package dev.pitstop.beside;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/// Lines of a journal or of an answer, in order. One thread reads; any thread may close.
public interface Lines extends Closeable {
  /// The next line; empty at the end.
  Optional<JsonLine> next() throws IOException;
}
