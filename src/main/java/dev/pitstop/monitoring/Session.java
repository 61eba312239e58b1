package dev.pitstop.monitoring;

import java.io.IOException;

/// A session whose journal can be read: one that runs, or one that has ended.
public interface Session {
  /// Of its process.
  long pid();

  /// The entries that are there, in order. Before them may be lines `session`, and after them is a
  /// line `end`.
  ///
  /// @param messages whether they have their messages, if this session still has them
  Lines read(boolean messages) throws IOException;
}
