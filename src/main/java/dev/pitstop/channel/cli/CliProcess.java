package dev.pitstop.channel.cli;

import dev.pitstop.channel.End;
import dev.pitstop.channel.RunLog;
import dev.pitstop.digest.LastWords;
import dev.pitstop.process.BatchFiles;
import dev.pitstop.process.Child;
import dev.pitstop.process.Command;
import dev.pitstop.process.SpawnException;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.StderrPump;
import dev.pitstop.process.StderrRing;
import dev.pitstop.process.StopLimits;
import dev.pitstop.project.BinaryInfo;
import dev.pitstop.rpc.Timers;
import dev.pitstop.text.Grace;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// One process of a command-line program, from its start to its end. Its output is read in bounded
/// memory, it has a time limit, and its whole process tree can be stopped. It ends exactly once,
/// whatever happens. Thread-safe, except [#run].
final class CliProcess {
  /// For the rest in its pipes after its end; another process may hold them open.
  private static final long LAST_WORDS_MILLIS = Grace.millis(2_000);

  /// A call that timed out is answered after this time, whether the process has exited or not.
  private static final long ANSWER_MILLIS = 400;

  private static final int CHUNK = 16 * 1024;
  private static final int LAST_LINES = 20;

  /// The only incarnation in a ring of one process.
  private static final int OWN = 1;

  /// A command-line program, and what its processes are run with.
  ///
  /// @param name of the server, for thread names
  /// @param command the program itself; each process gets words in addition
  /// @param limits for stopping a process
  /// @param timers for the time limits of processes
  /// @param threads makes platform threads that read pipes; each may be refused with an
  ///   [OutOfMemoryError]
  record Program(
      String name,
      Command command,
      Spawner spawner,
      StopLimits limits,
      Timers timers,
      ThreadFactory threads) {
    /// No person reads the program's output: it must not open a pager or print colours.
    private static final Map<String, String> QUIET =
        Map.of("PAGER", "cat", "GIT_PAGER", "cat", "NO_COLOR", "1", "TERM", "dumb");

    /// The program's command with these words added.
    Command with(List<String> words) {
      List<String> argv = new ArrayList<>(command.argv());
      argv.addAll(words);
      Map<String, String> env = new LinkedHashMap<>(QUIET);
      env.putAll(command.env());
      return new Command(argv, env, command.directory(), command.binary());
    }

    /// The program's file; empty if it is not known.
    Optional<BinaryInfo> file() {
      return BinaryInfo.glance(command, spawner.executables());
    }

    /// The reason why these words must not be passed to the program, if there is one.
    Optional<String> refuses(List<String> words) {
      return BatchFiles.refuses(command, spawner.executables(), words);
    }

    /// Starts a thread.
    ///
    /// @throws OutOfMemoryError if there is no memory for one
    void begin(String what, Runnable body) {
      Thread thread = threads.newThread(body);
      thread.setName(name + " " + what);
      thread.start();
    }
  }

  /// How it ended.
  sealed interface How {
    record Exited(Child.Exit exit) implements How {}

    /// It exceeded its limit and was stopped.
    ///
    /// @param gone whether it is dead; otherwise it is being stopped
    record Late(boolean gone) implements How {}

    /// It was cancelled.
    record Cancelled() implements How {}

    /// There was no process.
    ///
    /// @param refusal says why
    record NotStarted(End.Refused refusal) implements How {}
  }

  /// The result.
  ///
  /// @param out the first bytes of its stdout; empty if there was no memory for them
  /// @param length how many bytes it wrote there
  /// @param lastLines chooses the lines of its stderr that explain its end
  record Outcome(How how, Optional<byte[]> out, long length, Supplier<List<String>> lastLines) {}

  private final Program program;
  private final RunLog log;
  private final StderrPump.To stderr;
  private final Command command;
  private final Optional<byte[]> input;
  private final long limitMillis;
  private final Consumer<List<String>> onStderr;

  /// Its own lines: the channel's ring also has those of other calls.
  private final StderrRing lines = new StderrRing();

  /// Completes when it is dead, or could not be killed.
  private final CompletableFuture<Child.Exit> gone = new CompletableFuture<>();

  // Guarded by `this`.
  private Optional<Child> child = Optional.empty();
  private Optional<How> ordered = Optional.empty(); // why it was told to stop
  private Optional<Timers.Timer> answer = Optional.empty(); // for a call that timed out

  /// Its stdout.
  private final CliOutput output;

  /// @param log of the run that it belongs to
  /// @param stderr where the run's stderr goes
  /// @param command with the program's words and those of this process
  /// @param input for its stdin, which is closed after it
  /// @param most how many bytes of its stdout are kept
  /// @param onStderr takes its stderr lines; must not block
  CliProcess(
      Program program,
      RunLog log,
      StderrPump.To stderr,
      Command command,
      Optional<byte[]> input,
      int most,
      long limitMillis,
      Consumer<List<String>> onStderr) {
    this.program = program;
    this.log = log;
    this.stderr = stderr;
    this.command = command;
    this.input = input;
    this.output = new CliOutput(most);
    this.limitMillis = limitMillis;
    this.onStderr = onStderr;
  }

  /// Runs it to its end, on the calling thread, which must be a platform thread. Call it once.
  ///
  /// @param whenLate takes the outcome, on a thread of its own, if the process timed out and is
  ///   still alive
  Outcome run(Consumer<Outcome> whenLate) {
    Child started;
    try {
      started = program.spawner.spawn(command);
    } catch (SpawnException e) {
      return nothing(new How.NotStarted(End.Refused.of(e)));
    }
    boolean unwanted;
    synchronized (this) {
      child = Optional.of(started);
      unwanted = ordered.isPresent();
    }
    if (unwanted) {
      started.kill();
    }
    Optional<Timers.Timer> limit = Optional.empty();
    try {
      limit = Optional.of(program.timers.after(limitMillis, () -> late(started, whenLate)));
      return read(started);
    } catch (Throwable t) {
      started.kill(); // nobody would read it
      throw t;
    } finally {
      limit.ifPresent(Timers.Timer::cancel);
      synchronized (this) {
        answer.ifPresent(Timers.Timer::cancel);
      }
    }
  }

  private static Outcome nothing(How how) {
    return new Outcome(how, Optional.of(new byte[0]), 0, List::of);
  }

  private Outcome read(Child started) {
    StderrPump pump =
        StderrPump.start(
            started, new StderrPump.To(stderr.incarnation(), stderr.ring(), this::heard));
    feed(started);
    CompletableFuture<Void> read = new CompletableFuture<>();
    program.begin("stdout", () -> collect(started, read));
    started.exited().thenAccept(gone::complete);
    Child.Exit exit = gone.join();
    if (!started.alive()) { // one that survived is not waited for any more
      // other processes may hold its pipes, for ever
      CompletableFuture<Void> heard = CompletableFuture.allOf(read, pump.drained());
      Timers.Timer patience = program.timers.after(LAST_WORDS_MILLIS, () -> heard.complete(null));
      heard.join();
      patience.cancel();
    }
    How how;
    synchronized (this) {
      how = ordered.orElse(new How.Exited(exit));
    }
    return outcome(how);
  }

  private void collect(Child started, CompletableFuture<Void> read) {
    try (InputStream out = started.stdout()) {
      byte[] chunk = new byte[CHUNK];
      for (int n = out.read(chunk); n >= 0; n = out.read(chunk)) {
        output.add(chunk, n);
      }
    } catch (IOException e) { // its end is what counts
      log.debug("stdout-broken", "why", e.toString());
    } finally {
      read.complete(null);
    }
  }

  private Outcome outcome(How how) {
    CliOutput.Kept kept = output.kept();
    return new Outcome(how, kept.bytes(), kept.length(), this::lastLines);
  }

  /// Nobody needs its outcome any more.
  void forget() {
    output.forget();
  }

  private List<String> lastLines() {
    LastWords words =
        LastWords.of(lines.lastOf(OWN, StderrRing.LINES), program.command.directory());
    return words.shortened() ? words.lines() : lines.lastOf(OWN, LAST_LINES);
  }

  /// If it does not read its input, that blocks only the thread that writes it.
  private void feed(Child started) {
    if (input.isEmpty()) {
      started.closeStdin();
      return;
    }
    program.begin(
        "stdin",
        () -> {
          try (OutputStream in = started.stdin()) {
            in.write(input.get());
          } catch (IOException e) { // it does not read its input, which is allowed
            log.debug("stdin-broken", "why", e.toString());
          }
        });
  }

  private void heard(List<String> written) {
    stderr.copy().accept(written);
    for (String line : written) {
      lines.appendPlain(OWN, StderrRing.Kind.STDERR, line);
    }
    onStderr.accept(written);
  }

  /// Stops its whole process tree by the ladder; does not wait.
  ///
  /// @param how the end that its outcome reports, unless it has exited by then
  void end(How how) {
    Optional<Child> now;
    synchronized (this) {
      if (ordered.isPresent()) {
        return;
      }
      ordered = Optional.of(how);
      now = child;
    }
    if (now.isPresent()) {
      stop(now.get());
    }
  }

  /// A process that has exited by now was in time, even if its pipes are still open.
  private void late(Child started, Consumer<Outcome> whenLate) {
    if (!started.alive()) {
      return;
    }
    end(new How.Late(true));
    synchronized (this) {
      answer =
          Optional.of(
              program.timers.after(
                  ANSWER_MILLIS, () -> program.begin("answer", () -> tell(whenLate))));
    }
  }

  private void tell(Consumer<Outcome> whenLate) {
    boolean late;
    synchronized (this) {
      late = !gone.isDone() && ordered.filter(o -> o instanceof How.Late).isPresent();
    }
    if (late) {
      whenLate.accept(outcome(new How.Late(false)));
    }
  }

  private void stop(Child started) {
    started.closeStdin(); // it need not read on: SIGTERM comes at once
    try {
      program.begin("stop", () -> gone.complete(started.stop(program.limits, "call over").exit()));
    } catch (OutOfMemoryError noThread) {
      started.kill();
    }
  }

  /// Kills its whole process tree at once.
  void kill() {
    Optional<Child> now;
    synchronized (this) {
      ordered = Optional.of(ordered.orElse(new How.Cancelled()));
      now = child;
    }
    now.ifPresent(Child::kill);
  }
}
