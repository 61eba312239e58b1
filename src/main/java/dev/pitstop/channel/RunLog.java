package dev.pitstop.channel;

import dev.pitstop.log.Level;
import dev.pitstop.log.Log;
import dev.pitstop.process.StderrPump;
import dev.pitstop.process.StderrRing;
import java.util.Arrays;
import java.util.function.IntSupplier;

/// Records what happens to one run: in Pitstop's log, and, for users and agents, among the server's
/// own output in the stderr ring. Thread-safe; no method waits.
public final class RunLog {
  private final String server;
  private final int number;
  private final Log log;
  private final StderrRing ring;

  /// @param number of the run, from 1
  public RunLog(String server, int number, Log log, StderrRing ring) {
    this.server = server;
    this.number = number;
    this.log = log;
    this.ring = ring;
  }

  /// The name of the server, for thread names.
  public String server() {
    return server;
  }

  /// The number of the run.
  public int number() {
    return number;
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

  /// Where the stderr of the run's processes goes: into the ring, and to Pitstop's own stderr.
  public StderrPump.To stderr() {
    return stderr(() -> number);
  }

  /// The same for a process that may serve later runs.
  ///
  /// @param run the number of the one that it serves
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
