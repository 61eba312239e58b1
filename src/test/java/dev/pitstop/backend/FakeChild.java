package dev.pitstop.backend;

import dev.pitstop.harness.Await;
import dev.pitstop.process.Child;
import dev.pitstop.process.StopLimits;
import dev.pitstop.process.Stopped;
import dev.pitstop.process.TreeUsage;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// A child process that is none: the test is the server. It leaves when it is stopped, unless it is
/// [#stubborn].
public final class FakeChild implements Child {
  private final long pid;
  private final LineSink stdin = new LineSink();
  private final FakePipe stdout = new FakePipe();
  private final FakePipe stderr = new FakePipe();
  private final CompletableFuture<Child.Exit> exited = new CompletableFuture<>();
  private final CompletableFuture<String> asked = new CompletableFuture<>();
  private final long startedNanos = System.nanoTime();
  private volatile boolean stubborn; // set by the test, read by whoever stops
  private volatile boolean immortal; // likewise
  private volatile boolean killed; // set by anybody, read by whoever stops
  private volatile Optional<StopLimits> limits =
      Optional.empty(); // set by who stops, read by the test

  FakeChild(long pid) {
    this.pid = pid;
  }

  /// The server's side of its stdin.
  public LineSink input() {
    return stdin;
  }

  /// The next line that the server is given.
  public String nextLine() {
    return Await.take("a message to process " + pid, stdin.lines());
  }

  /// The server writes a line to its stdout.
  public void say(String line) {
    stdout.line(line);
  }

  /// The server writes to its stdout, without a line break.
  public void write(byte[] bytes) {
    stdout.bytes(bytes);
  }

  public void complain(String line) {
    stderr.line(line);
  }

  public void closeStdout() {
    stdout.end();
  }

  /// The process ends.
  public void exit(int status) {
    exitBeforeItsOutputIsRead(status);
    stdout.end();
    stderr.end();
  }

  /// The process is gone, but its pipes are still open: the test may let it say its last words, and
  /// has to [#exit].
  public void exitBeforeItsOutputIsRead(int status) {
    stdin.shatter();
    exited.complete(new Child.Exit(status));
  }

  /// Bytes of its stdout that nobody has read.
  public long unread() {
    return stdout.unread();
  }

  /// Whether its stdout has been read, and more is waited for.
  public boolean readOut() {
    return stdout.readOut();
  }

  /// It does not leave when it is stopped.
  public FakeChild stubborn() {
    stubborn = true;
    return this;
  }

  /// Not even SIGKILL ends it: whoever stops it gives up.
  public FakeChild immortal() {
    immortal = true;
    return this;
  }

  /// Waits until it is stopped; gives the reason.
  public String awaitStop() {
    Await.until("the stop of process " + pid, asked::isDone);
    return asked.join();
  }

  /// How long its stop may take; after [#awaitStop].
  public StopLimits stopLimits() {
    return limits.orElseThrow();
  }

  public boolean stopAsked() {
    return asked.isDone();
  }

  @Override
  public long pid() {
    return pid;
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
    return stdout;
  }

  @Override
  public InputStream stderr() {
    return stderr;
  }

  @Override
  public boolean alive() {
    return !exited.isDone();
  }

  @Override
  public CompletableFuture<Child.Exit> exited() {
    return exited;
  }

  @Override
  public void closeStdin() {
    stdin.shatter();
  }

  @Override
  public Stopped stop(StopLimits limits, String why) {
    if (exited.isDone()) {
      return new Stopped(exited.join(), Stopped.How.ALREADY_DEAD, 0, why);
    }
    this.limits = Optional.of(limits);
    asked.complete(why);
    if (immortal) {
      return new Stopped(Child.Exit.UNKNOWN, Stopped.How.SURVIVED, 0, why);
    }
    if (!stubborn) {
      exit(0);
    }
    Child.Exit exit = exited.join();
    Stopped.How how = killed ? Stopped.How.KILLED : Stopped.How.STDIN_CLOSED;
    return new Stopped(exit, how, 0, asked.join());
  }

  @Override
  public void kill() {
    if (!exited.isDone() && !immortal) {
      killed = true;
      exit(137);
    }
  }

  @Override
  public TreeUsage usage() {
    return TreeUsage.NONE;
  }
}
