package dev.pitstop.config;

import java.util.EnumSet;
import java.util.Set;

/// What a setting can be for: a kind of server, or something else that a command line describes.
public enum Fits {
  /// A program that speaks MCP over stdio.
  PROGRAM,
  /// A program that speaks MCP over HTTP, run by Pitstop.
  SERVED,
  /// A server behind a URL that others run.
  URL,
  /// A command-line program.
  CLI,
  /// A session with many servers.
  MANY,
  /// One examination or one call: `pitstop doctor`, `call` and `replay`.
  ONCE;

  static final Set<Fits> ALL = EnumSet.allOf(Fits.class);

  /// All of one server.
  static final Set<Fits> ONE = EnumSet.of(PROGRAM, SERVED, URL, CLI, ONCE);

  /// Sessions, with one server or with many.
  static final Set<Fits> SESSION = EnumSet.of(PROGRAM, SERVED, URL, CLI, MANY);

  /// Servers that keep running between calls.
  static final Set<Fits> RUNNING = EnumSet.of(PROGRAM, SERVED, URL);
}
