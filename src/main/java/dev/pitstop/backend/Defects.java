package dev.pitstop.backend;

import dev.pitstop.log.Log;

/// Contains bugs in Pitstop: each is logged, and costs only the part of a step in which it is.
final class Defects {
  private final Log log;
  private final String server;

  Defects(Log log, String server) {
    this.log = log;
    this.server = server;
  }

  /// Runs one part of a step, whatever it throws.
  void safely(String what, Runnable part) {
    try {
      part.run();
    } catch (RuntimeException | Error e) {
      found(what, e);
    }
  }

  /// Logs a bug.
  ///
  /// @param what the part in which it is
  void found(String what, Throwable why) {
    log.error("defect", "server", server, "in", what, "why", why.toString());
  }
}
