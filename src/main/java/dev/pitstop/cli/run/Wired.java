package dev.pitstop.cli.run;

import dev.pitstop.session.Session;

/// A session with what it was given.
public interface Wired extends AutoCloseable {
  Session session();

  /// Comes after the session's end: of what it was given, nothing goes on.
  @Override
  void close();
}
