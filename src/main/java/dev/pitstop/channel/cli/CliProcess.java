package dev.pitstop.channel.cli;

import dev.pitstop.channel.ChannelParts;
import dev.pitstop.channel.RunLog;
import dev.pitstop.digest.LastWords;
import dev.pitstop.process.Child;
import dev.pitstop.process.Command;
import dev.pitstop.process.SpawnException;
import dev.pitstop.process.StderrPump;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Timers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// One process of a command-line program, from its start to its end. Its output is read in bounded
/// memory, it has a time limit, and its whole process tree can be stopped. One thread runs it, and
/// waits; any thread may end it.
final class CliProcess {
  /// A call that timed out is answered after this time, whether the process has exited or not.
  private static final long ANSWER_MILLIS = 400;

  private static final int CHUNK = 16 * 1024;
  private static final int LAST_LINES = 20;

  /// The only incarnation in a ring of one process.
  private static final int OWN = 1;

  /// Why it ended.
  enum Why {
    EXITED,
    /// It exceeded its limit and was stopped.
    LATE,
    CANCELLED
  }

  /// The result.
  ///
  /// @param gone whether it is dead; otherwise it was late, and is being stopped
  /// @param exit how it ended, if that is known
  /// @param out the first bytes of its stdout
  /// @param length how many bytes it wrote there
  /// @param lastLines chooses the lines of its stderr that explain its end
  record Outcome(
      Why why,
      boolean gone,
      Child.Exit exit,
      byte[] out,
      long length,
      Supplier<List<String>> lastLines) {}

  private final ChannelParts parts;
  private final RunLog log;
  private final StderrPump.To stderr;
  private final Consumer<String> onStderr;

  /// Its own lines: the channel's ring also has those of other calls.
  private final StderrRing lines = new StderrRing();

  /// Completes when it is dead, or could not be killed.
  private final CompletableFuture<Child.Exit> gone = new CompletableFuture<>();

  // Guarded by `this`.
  private Optional<Child> child = Optional.empty();
  private Why why = Why.EXITED; // another if it was ordered to end
  private Optional<ByteArrayOutputStream> out = Optional.of(new ByteArrayOutputStream());
  private long length;

  /// @param log of the run that it is for
  /// @param onStderr gets the last of the lines that come with one read; must not block
  CliProcess(ChannelParts parts, RunLog log, Consumer<String> onStderr) {
    this.parts = parts;
    this.log = log;
    this.stderr = log.stderr();
    this.onStderr = onStderr;
  }

  /// Runs it until there is an outcome, which may be a moment before its end if it is late. Call it
  /// once.
  ///
  /// @param input for its stdin
  /// @param most how many bytes of its stdout are kept
  Outcome run(Command command, Optional<byte[]> input, int most, long limitMillis)
      throws SpawnException {
    if (unwanted()) {
      gone.complete(Child.Exit.UNKNOWN);
      return outcome(command.directory());
    }
    Child started = parts.spawner().spawn(command);
    boolean cancelled;
    synchronized (this) {
      child = Optional.of(started);
      cancelled = unwanted();
    }
    if (cancelled) {
      started.kill();
    }
    started.exited().thenAccept(gone::complete);
    CompletableFuture<Void> due = new CompletableFuture<>();
    Timers.Timer limit = parts.timers().after(limitMillis, () -> late(started, due));
    try {
      StderrPump.To to = new StderrPump.To(stderr.incarnation(), stderr.ring(), this::heard);
      CompletableFuture<Void> complaints = StderrPump.start(started, to);
      feed(started, input);
      CompletableFuture<Void> stdout = new CompletableFuture<>();
      begin("stdout", () -> collect(started, most, stdout));
      // Whether or not it has died, one that is given up is not waited for any more.
      gone.thenCompose(exit ->
              started.alive()
                  ? CompletableFuture.<Void>completedFuture(null)
                  : parts.drained(stdout, complaints))
          .thenRun(() -> due.complete(null));
      due.join();
    } catch (Throwable t) {
      started.kill(); // nobody would read it
      throw t;
    } finally {
      limit.cancel();
    }
    return outcome(command.directory());
  }

  /// Waits until it is dead, or could not be killed. After [#run].
  void awaitEnd() {
    gone.join();
  }

  /// Whether it was ordered to end.
  synchronized boolean unwanted() {
    return why != Why.EXITED;
  }

  /// Its output is not kept any longer: another process may hold its pipe for ever.
  private synchronized Outcome outcome(Path directory) {
    byte[] all = out.map(ByteArrayOutputStream::toByteArray).orElse(new byte[0]);
    out = Optional.empty();
    Child.Exit exit = gone.getNow(Child.Exit.UNKNOWN);
    return new Outcome(why, gone.isDone(), exit, all, length, () -> lastLines(directory));
  }

  private void collect(Child started, int most, CompletableFuture<Void> read) {
    try (InputStream in = started.stdout()) {
      byte[] chunk = new byte[CHUNK];
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
        keep(chunk, n, most);
      }
    } catch (IOException e) { // its end is what counts
      log.debug("stdout-broken", "why", e.toString());
    } finally {
      read.complete(null);
    }
  }

  private synchronized void keep(byte[] chunk, int n, int most) {
    length += n;
    out.ifPresent(kept -> kept.write(chunk, 0, Math.min(n, most - kept.size())));
  }

  private List<String> lastLines(Path directory) {
    LastWords words = LastWords.of(lines.lastOf(OWN, StderrRing.LINES), directory);
    return words.shortened() ? words.lines() : lines.lastOf(OWN, LAST_LINES);
  }

  /// If it does not read its input, that blocks only the thread that writes it.
  private void feed(Child started, Optional<byte[]> input) {
    if (input.isEmpty()) {
      started.closeStdin();
      return;
    }
    begin(
        "stdin",
        () -> {
          try (OutputStream in = started.stdin()) {
            in.write(input.get());
          } catch (IOException e) { // it does not read its input, which is allowed
            log.debug("stdin-broken", "why", e.toString());
          }
        });
  }

  /// Platform threads, because pipes need them.
  private void begin(String what, Runnable body) {
    Thread.ofPlatform().daemon().name(parts.server() + " " + what).start(body);
  }

  private void heard(List<String> written) {
    stderr.copy().accept(written);
    for (String line : written) {
      lines.appendPlain(OWN, StderrRing.Kind.STDERR, line);
    }
    onStderr.accept(written.getLast());
  }

  /// A process that has exited by now was in time, even if its pipes are still open.
  private void late(Child started, CompletableFuture<Void> due) {
    if (started.alive()) {
      end(Why.LATE);
      Timers.Timer answer = parts.timers().after(ANSWER_MILLIS, () -> due.complete(null));
      due.thenRun(answer::cancel);
    }
  }

  /// Stops its whole process tree by the ladder; does not wait.
  ///
  /// @param because what its outcome reports, unless it has exited by then
  void end(Why because) {
    Optional<Child> now;
    synchronized (this) {
      if (unwanted() || gone.isDone()) {
        return;
      }
      why = because;
      now = child;
    }
    if (now.isPresent()) {
      now.get().closeStdin(); // it need not read on: SIGTERM comes at once
      Thread.ofVirtual()
          .name(parts.server() + " stop")
          .start(() -> gone.complete(now.get().stop(parts.limits(), "call over").exit()));
    }
  }

  /// Kills its whole process tree at once.
  void kill() {
    Optional<Child> now;
    synchronized (this) {
      why = unwanted() ? why : Why.CANCELLED;
      now = child;
    }
    now.ifPresent(Child::kill);
  }
}
