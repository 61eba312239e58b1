package dev.pitstop.backend;

import dev.pitstop.process.PortUse;
import java.util.Optional;
import java.util.function.Consumer;

/// Runs a backend's build command (R3); a fake one in tests.
public interface Builder {
  /// @param ok whether the command succeeded
  /// @param report what an agent should read of its output
  /// @param log the file with all of it; empty if it could not be written
  /// @param port who had a port that it could not have, if it complained of that and it is known
  /// @param atRestart whether it is the command that restarts a daemon that failed
  record Result(
      boolean ok,
      boolean cancelled,
      String report,
      String log,
      long millis,
      int errors,
      Optional<PortUse> port,
      boolean atRestart) {
    public Result(
        boolean ok, boolean cancelled, String report, String log, long millis, int errors) {
      this(ok, cancelled, report, log, millis, errors, Optional.empty());
    }

    public Result(
        boolean ok,
        boolean cancelled,
        String report,
        String log,
        long millis,
        int errors,
        Optional<PortUse> port) {
      this(ok, cancelled, report, log, millis, errors, port, false);
    }

    /// The same with another report.
    Result saying(String text) {
      return new Result(ok, cancelled, text, log, millis, errors, port, atRestart);
    }

    /// The same of a build that was killed: what it managed to do before counts for nothing.
    Result killed() {
      return new Result(false, true, report, log, millis, errors, Optional.empty());
    }
  }

  /// A build that runs.
  interface Build {
    /// Kills its whole tree; `done` is told nevertheless.
    void cancel();
  }

  /// Whether it makes the server's program.
  default boolean builds() {
    return true;
  }

  /// Whether it runs a command that restarts a daemon.
  default boolean restarts() {
    return false;
  }

  /// Starts the build; never throws: one that cannot be run has failed.
  ///
  /// @param onLine told of every line of output, on a thread of the build
  /// @param done told once, on a thread of the build, or before this returns if there is none
  Build start(Consumer<String> onLine, Consumer<Result> done);
}
