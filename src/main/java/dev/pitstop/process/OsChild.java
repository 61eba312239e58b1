package dev.pitstop.process;

import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;

/// A child process of the operating system, with its tree.
///
/// A daemon thread waits for the child's end, kills the processes that it left behind, and then
/// completes [#exited()]. The child's streams are never closed by force: that would lose the last
/// replies.
///
/// Every way through this class ends. If the system does not end a process even on SIGKILL (an
/// uninterruptible wait), [#stop] reports it as [Stopped.How#SURVIVED], and [#exited()] stays open.
final class OsChild implements Child {
  /// How long to look for and kill what a dead child left behind.
  private static final Duration SWEEP_LIMIT = Duration.ofSeconds(2);

  /// What a process has after the end of its stdin if the end has to be quick.
  private static final long HURRIED_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /// The least time for the kernel to end a process after SIGKILL, and for [#SWEEP_LIMIT].
  private static final long KILL_NANOS = 4_000_000_000L;

  /// After how long a SIGKILL that could not be sent is tried again.
  private static final long AGAIN_MILLIS = 100;

  /// The exit code of a process that got SIGKILL.
  private static final int KILLED = 137;

  private final Process process;
  private final ProcessTree tree;
  private final ChildStdin stdin;
  private final Duration grace;
  private final LongConsumer whenDead;
  private final long startedNanos;
  private final CompletableFuture<Exit> exited = new CompletableFuture<>();

  /// Held on the one ladder for this child: the first caller of `stop` climbs it, others join.
  private final Object ladder = new Object();

  private Optional<Stopped> stopped = Optional.empty(); // guarded by `ladder`

  /// @param startedNanos when it was started, on the scale of [System#nanoTime()]
  /// @param grace how long the processes that the child leaves behind may take to end by themselves
  /// @param whenDead gets the child's pid when the child and its tree are gone
  OsChild(
      Process process, long startedNanos, ProcessTree tree, Duration grace, LongConsumer whenDead) {
    this.process = process;
    this.startedNanos = startedNanos;
    this.tree = tree;
    this.stdin = new ChildStdin(process.getOutputStream(), process.pid());
    this.grace = grace;
    this.whenDead = whenDead;
  }

  /// Starts the thread that waits for the child's end. If this throws, nobody waits: end the
  /// process.
  void startWaiting() {
    Thread.ofPlatform().daemon().name("pitstop-wait-" + process.pid()).start(this::awaitEnd);
  }

  /// Whatever fails on the way, the guardian forgets the pid, because it may be another's by now,
  /// and the exit is reported, because somebody waits for it.
  private void awaitEnd() {
    Exit exit = Exit.UNKNOWN;
    try {
      exit = new Exit(process.waitFor());
      boolean seen = tree.sweep(grace, SWEEP_LIMIT);
      while (!seen) { // nothing can be seen now, perhaps for long
        exited.complete(exit);
        seen = tree.sweep(Duration.ZERO, SWEEP_LIMIT);
      }
    } catch (InterruptedException nobodyShould) {
      // This thread is private: nothing interrupts it.
    } finally {
      whenDead.accept(process.pid());
      exited.complete(exit);
    }
  }

  @Override
  public long pid() {
    return process.pid();
  }

  @Override
  public long startedNanos() {
    return startedNanos;
  }

  @Override
  public OutputStream stdin() {
    return stdin;
  }

  @Override
  public InputStream stdout() {
    return process.getInputStream();
  }

  @Override
  public InputStream stderr() {
    return process.getErrorStream();
  }

  @Override
  public boolean alive() {
    return process.isAlive();
  }

  @Override
  public CompletableFuture<Exit> exited() {
    return exited;
  }

  @Override
  public void closeStdin() {
    stdin.close();
  }

  @Override
  public void kill() {
    if (process.isAlive() && !tree.kill()) { // there is no descriptor for it now
      CompletableFuture.delayedExecutor(AGAIN_MILLIS, TimeUnit.MILLISECONDS).execute(this::kill);
    }
  }

  @Override
  public TreeUsage usage() {
    return exited.isDone() ? TreeUsage.NONE : tree.usage();
  }

  @Override
  public Stopped stop(StopLimits limits, String why) {
    synchronized (ladder) {
      Stopped how = stopped.isPresent() ? stopped.get() : climb(limits, why);
      stopped = Optional.of(how);
      return how;
    }
  }

  private Stopped climb(StopLimits limits, String why) {
    if (exited.isDone()) {
      return stopped(Stopped.How.ALREADY_DEAD, why);
    }
    long nanos = limits.left().toNanos();
    long stepNanos = nanos / 5 * 2;
    tree.look(); // before the parent dies and its descendants become strangers
    boolean knows = stdin.closed();
    closeStdin();
    if (!knows && exitsBehindStdin(limits, stepNanos)) {
      return stopped(Stopped.How.STDIN_CLOSED, why);
    }
    tree.terminate();
    if (within(stepNanos, exited)) {
      return stopped(Stopped.How.TERMINATED, why);
    }
    kill();
    boolean dead = within(KILL_NANOS + nanos / 5, exited);
    return stopped(dead ? Stopped.How.KILLED : Stopped.How.SURVIVED, why);
  }

  /// @param step the one after which it had ended; if another thread has killed it, that was why
  private Stopped stopped(Stopped.How step, String why) {
    Exit exit = exited.getNow(Exit.UNKNOWN);
    boolean killed = exit.status() == KILLED && step != Stopped.How.ALREADY_DEAD;
    return new Stopped(exit, killed ? Stopped.How.KILLED : step, tree.killedDescendants(), why);
  }

  /// Whoever reads its stdin needs a moment to see its end, also if that has to be quick.
  private boolean exitsBehindStdin(StopLimits limits, long nanos) {
    return within(nanos, CompletableFuture.anyOf(exited, limits.hurried()))
        && within(Math.min(nanos, HURRIED_NANOS), exited);
  }

  private static boolean within(long nanos, CompletableFuture<?> end) {
    try {
      end.get(nanos, TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException | ExecutionException | InterruptedException stillThere) {
      return false;
    }
  }
}
