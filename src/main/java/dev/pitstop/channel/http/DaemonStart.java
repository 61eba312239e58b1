package dev.pitstop.channel.http;

import dev.pitstop.channel.Away;
import dev.pitstop.channel.ChannelParts;
import dev.pitstop.channel.Target;
import dev.pitstop.http.Secrets;
import dev.pitstop.process.Command;
import dev.pitstop.process.Detached;
import dev.pitstop.process.PortUse;
import dev.pitstop.process.ShellLine;
import dev.pitstop.process.StderrRing;
import dev.pitstop.text.LineSplitter;
import dev.pitstop.text.PlainText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Starts a daemon that is not running, and shows its output. The daemon is never stopped from
/// here, and outlives Pitstop. Thread-safe.
public final class DaemonStart {
  /// Between two reads of its output.
  private static final long LOOK_MILLIS = 300;

  private static final int LINE_LIMIT = 4_096;
  private static final int CHUNK = 16 * 1024;

  private final ChannelParts parts;
  private final Command command;
  private final String line;
  private final Path output;
  private final Secrets secrets;

  // Guarded by `this`.
  private Optional<Process> started = Optional.empty();
  private Optional<Away.Started> state =
      Optional.empty(); // if it has exited, its last output was read
  private Optional<Thread> follower = Optional.empty(); // of the newest start

  /// @param daemon says where the command runs, and which file takes its output
  /// @param line run by a shell
  DaemonStart(ChannelParts parts, Target.Daemon daemon, String line) {
    this.parts = parts;
    Command where = daemon.where();
    this.command =
        new Command(ShellLine.run(line), where.env(), where.directory(), Optional.empty());
    this.line = line;
    this.output = daemon.output();
    this.secrets = Secrets.of(daemon.endpoint());
    parts.spawner().whenClosed(this::unfollow);
  }

  /// Runs the command, unless the last one still runs. Throws nothing: the result goes to the log
  /// and to `server_stderr`.
  ///
  /// @param run the run that needs the daemon; no other call has the same
  synchronized void start(int run) {
    if (started.filter(Process::isAlive).isPresent()) {
      return;
    }
    unfollow();
    try {
      Detached begun = parts.spawner().detach(command, output);
      Process process = begun.process();
      started = Optional.of(process);
      state = Optional.of(state(run, OptionalLong.of(process.pid()), Optional.empty()));
      String where = " (pid " + process.pid() + "); its output goes to " + output;
      note(run, "started `" + line + "`" + where);
      follower =
          Optional.of(
              Thread.ofVirtual().name(parts.server() + " output").start(() -> follow(begun, run)));
    } catch (IOException | RuntimeException | Error e) {
      started = Optional.empty();
      String why = secrets.hide(String.valueOf(e.getMessage()));
      state = Optional.of(state(run, OptionalLong.empty(), Optional.of(why)));
      note(run, "could not start `" + line + "`: " + why);
    }
  }

  private Away.Started state(int run, OptionalLong pid, Optional<String> failure) {
    return new Away.Started(
        secrets.hide(line), run, pid, OptionalInt.empty(), failure, Optional.empty());
  }

  /// The last start and its result, if there was one.
  synchronized Optional<Away.Started> state() {
    return state;
  }

  /// The command has exited, and its last output was read.
  private void ended(int exit, int run) {
    note(run, "`" + line + "` ended with exit code " + exit);
    Optional<PortUse> port = exit == 0 ? Optional.empty() : portUse(run);
    synchronized (this) {
      state =
          state.map(s ->
              s.run() == run // there was no other start meanwhile
                  ? new Away.Started(
                      s.line(), run, s.pid(), OptionalInt.of(exit), Optional.empty(), port)
                  : s);
    }
  }

  private Optional<PortUse> portUse(int run) {
    try {
      Command words = new Command(ShellLine.words(line), command.env(), command.directory());
      return parts.spawner().portUse(parts.ring().lastOf(run, StderrRing.LINES), words);
    } catch (RuntimeException | Error e) { // its end must be reported all the same
      parts.log().error("defect", "server", parts.server(), "in", "port", "why", e.toString());
      return Optional.empty();
    }
  }

  /// Nobody is shown the output of the last start any more.
  private synchronized void unfollow() {
    follower.ifPresent(Thread::interrupt);
  }

  private void note(int run, String text) {
    String shown = secrets.hide(text);
    parts.ring().append(run, StderrRing.Kind.NOTE, shown);
    parts.log().info("daemon", "server", parts.server(), "text", shown);
  }

  /// Shows the output until the next start, or the end of the session. The root of its thread.
  private void follow(Detached begun, int run) {
    Process process = begun.process();
    LineSplitter lines =
        new LineSplitter(
            LINE_LIMIT,
            text ->
                parts.ring().append(run, StderrRing.Kind.STDERR, PlainText.of(secrets.hide(text))));
    try (InputStream written = begun.written()) {
      byte[] chunk = new byte[CHUNK];
      boolean told = false; // whether its exit was reported, after its last output
      while (true) {
        boolean over = !process.isAlive();
        int n = written.read(chunk);
        if (n > 0) {
          lines.add(chunk, 0, n);
        } else if (over && !told) {
          lines.end();
          ended(process.exitValue(), run);
          told = true;
        } else { // its children may keep writing
          Thread.sleep(LOOK_MILLIS);
        }
      }
    } catch (InterruptedException e) {
      // another start replaced it, or the session is over
    } catch (Throwable t) {
      note(run, "the output of `" + line + "` cannot be followed: " + t);
    }
  }
}
