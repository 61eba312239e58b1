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
/// memory, it has a time limit, and its whole process tree can be stopped. One thread runs it,
/// waits, and stops it; any thread may order that.
final class CliProcess {
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
  /// @param exit how it ended, if that is known
  /// @param out the first bytes of its stdout
  /// @param length how many bytes it wrote there
  /// @param lastLines chooses the lines of its stderr that explain its end
  record Outcome(
      Why why, Child.Exit exit, byte[] out, long length, Supplier<List<String>> lastLines) {}

  private final ChannelParts parts;
  private final RunLog log;
  private final StderrPump.To stderr;
  private final Consumer<String> onStderr;

  /// Its own lines: the channel's ring also has those of other calls.
  private final StderrRing lines = new StderrRing();

  /// Why it must end, if it must.
  private final CompletableFuture<Why> ordered = new CompletableFuture<>();

  private volatile Optional<Child> child = Optional.empty(); // set by the thread that runs it

  // Guarded by `this`.
  private Optional<ByteArrayOutputStream> out = Optional.of(new ByteArrayOutputStream());
  private long length;

  /// @param log of the run that it is for
  /// @param onStderr gets the last of the lines that come with one read; must not block
  CliProcess(ChannelParts parts, RunLog log, Consumer<String> onStderr) {
    this.parts = parts;
    this.log = log;
    this.stderr = log.stderr(log::number);
    this.onStderr = onStderr;
  }

  /// Runs it to its end, or until it could not be killed. Call it once.
  ///
  /// @param input for its stdin
  /// @param most how many bytes of its stdout are kept
  Outcome run(Command command, Optional<byte[]> input, int most, long limitMillis)
      throws SpawnException {
    Child started = parts.spawner().spawn(command);
    child = Optional.of(started);
    if (unwanted()) {
      started.kill();
    }
    CompletableFuture<Child.Exit> exited = started.exited();
    Timers.Timer limit = parts.timers().after(limitMillis, () -> late(started));
    try {
      StderrPump.To to = new StderrPump.To(stderr.incarnation(), stderr.ring(), this::heard);
      CompletableFuture<Void> complaints = StderrPump.start(started, to);
      feed(started, input);
      CompletableFuture<Void> stdout = new CompletableFuture<>();
      begin(
          "stdout",
          () -> collect(started, most, stdout),
          failure -> {
            stdout.completeExceptionally(failure);
            started.kill();
          });
      CompletableFuture.anyOf(exited, ordered).join();
      Why why = ordered.getNow(Why.EXITED);
      if (!exited.isDone()) {
        started.closeStdin(); // it need not read on: SIGTERM comes at once
        started.stop(parts.limits(), "call over");
      }
      if (exited.isDone()) {
        parts.drained(stdout, complaints).join();
      }
      return outcome(why, exited.getNow(Child.Exit.UNKNOWN), command.directory());
    } catch (Throwable t) {
      started.kill(); // nobody would read it
      throw t;
    } finally {
      limit.cancel();
    }
  }

  /// Whether it was ordered to end.
  boolean unwanted() {
    return ordered.isDone();
  }

  /// Its output is not kept any longer: another process may hold its pipe for ever.
  private synchronized Outcome outcome(Why why, Child.Exit exit, Path directory) {
    byte[] all = out.orElseThrow().toByteArray();
    out = Optional.empty();
    return new Outcome(why, exit, all, length, () -> lastLines(directory));
  }

  private void collect(Child started, int most, CompletableFuture<Void> read) {
    try (InputStream in = started.stdout()) {
      byte[] chunk = new byte[CHUNK];
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
        keep(chunk, n, most);
      }
    } catch (IOException e) { // its end is what counts
      log.debug("stdout-broken", "why", e.toString());
    }
    read.complete(null);
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
        },
        failure -> {});
  }

  /// Platform threads, because pipes need them.
  private void begin(String what, Runnable body, Consumer<Throwable> repair) {
    Thread.ofPlatform()
        .daemon()
        .name(parts.server() + " " + what)
        .start(() -> log.guard(what, body, repair));
  }

  private void heard(List<String> written) {
    stderr.copy().accept(written);
    for (String line : written) {
      lines.appendPlain(OWN, StderrRing.Kind.STDERR, line);
    }
    onStderr.accept(written.getLast());
  }

  /// A process that has exited by now was in time, even if its pipes are still open.
  private void late(Child started) {
    if (started.alive()) {
      ordered.complete(Why.LATE);
    }
  }

  /// Has its whole process tree stopped by the ladder; does not wait.
  void cancel() {
    ordered.complete(Why.CANCELLED);
  }

  /// Kills its whole process tree at once.
  void kill() {
    cancel();
    child.ifPresent(c -> log.guard("kill", c::kill, failure -> {}));
  }
}
