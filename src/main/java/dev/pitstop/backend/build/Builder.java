package dev.pitstop.backend.build;

import dev.pitstop.process.Child;
import dev.pitstop.process.PortUse;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// Runs a backend's build command.
public interface Builder {
  /// How a build ended.
  ///
  /// @param report the part of its output that an agent should read
  /// @param log the file with all output; empty if it could not be written
  /// @param port who holds the port that it complained about, if that is known
  /// @param atRestart whether the failed command is the one that restarts a daemon
  /// @param exit how the build command ended, if it ended by itself
  record Result(
      boolean ok,
      boolean cancelled,
      String report,
      String log,
      long millis,
      int errors,
      Optional<PortUse> port,
      boolean atRestart,
      Optional<Child.Exit> exit) {
    public Result(
        boolean ok, boolean cancelled, String report, String log, long millis, int errors) {
      this(ok, cancelled, report, log, millis, errors, Optional.empty(), false, Optional.empty());
    }

    Result saying(String text) {
      return new Result(ok, cancelled, text, log, millis, errors, port, atRestart, exit);
    }

    /// The result of a build that was killed, whatever it had achieved.
    public Result killed() {
      return new Result(false, true, report, log, millis, errors);
    }
  }

  default boolean builds() {
    return true;
  }

  /// Whether it runs a command that restarts a daemon.
  default boolean restarts() {
    return false;
  }

  /// Runs the build to its end, on a thread of its own. Never throws: a build that cannot be run
  /// has failed.
  ///
  /// @param onLine takes every line of output, on a thread of the build
  /// @param cancelled once it is complete, the whole process tree is killed
  Result run(Consumer<String> onLine, CompletableFuture<?> cancelled);

  static long millisSince(long nanos) {
    return (System.nanoTime() - nanos) / 1_000_000;
  }
}
