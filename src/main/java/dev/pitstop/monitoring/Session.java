package dev.pitstop.monitoring;

import java.io.IOException;
import java.util.function.Consumer;

/// A session whose journal can be read: one that runs, or one that has ended.
public interface Session {
  /// Of its process.
  long pid();

  /// The entries that are there, in order, without messages. Before them may be lines `session`,
  /// and after them is a line `end`.
  ///
  /// @param damaged gets a sentence about each line that was left out
  Lines read(Consumer<String> damaged) throws IOException;
}
