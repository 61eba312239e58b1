package dev.pitstop.channel;

import dev.pitstop.log.Level;
import dev.pitstop.log.Log;
import dev.pitstop.process.StderrPump;
import dev.pitstop.process.StderrRing;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/// Records what happens to one run: in Pitstop's log, and, for users and agents, among the server's
/// own output in the stderr ring. Thread-safe; no method waits.
///
/// @param server its name, for thread names too
/// @param number of the run, from 1
public record RunLog(String server, int number, Log log, StderrRing ring) {
  /// Runs the whole task of a thread, so that no failure vanishes with the thread: it is logged,
  /// and then repaired. Throws nothing.
  ///
  /// @param what its name, for the log
  /// @param repair ends what depended on the task
  public void guard(String what, Runnable task, Consumer<Throwable> repair) {
    try {
      task.run();
    } catch (Throwable t) {
      failed(what, t);
      try {
        repair.accept(t);
      } catch (Throwable again) {
        failed(what, again);
      }
    }
  }

  /// Logs a failure of Pitstop's own that must not spread.
  public void failed(String what, Throwable why) {
    error("run-failed", "in", what, "why", why.toString());
  }

  /// Logs a failure that the user should know about; see [Log#error].
  ///
  /// @param more names and values in turn, besides the server and the run
  public void error(String event, Object... more) {
    log.error(event, fields(more));
  }

  /// See [#error(String, Object...)].
  public void warn(String event, Object... more) {
    log.warn(event, fields(more));
  }

  /// See [#error(String, Object...)].
  public void info(String event, Object... more) {
    log.info(event, fields(more));
  }

  /// See [#error(String, Object...)].
  public void debug(String event, Object... more) {
    if (log.takes(Level.DEBUG)) {
      log.debug(event, fields(more));
    }
  }

  private Object[] fields(Object[] more) {
    Object[] run = {"server", server, "spawn", number};
    Object[] all = Arrays.copyOf(run, run.length + more.length);
    System.arraycopy(more, 0, all, run.length, more.length);
    return all;
  }

  /// Where the stderr of a process goes: into the ring, and to Pitstop's own stderr.
  ///
  /// @param run the number of the run that it serves
  public StderrPump.To stderr(IntSupplier run) {
    return new StderrPump.To(run, ring, log.copies(server));
  }

  /// Copies a line of the server's stdout to Pitstop's own stderr.
  public void copyStdout(String line) {
    log.copy(server + " stdout", line);
  }

  /// The run begins: what follows in the ring is its output.
  public void begin() {
    ring.begin(number);
  }

  /// Adds a line to the ring.
  public void show(StderrRing.Kind kind, String line) {
    ring.append(number, kind, line);
  }
}
