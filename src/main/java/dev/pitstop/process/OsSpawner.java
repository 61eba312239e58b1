package dev.pitstop.process;

import dev.pitstop.process.SpawnException.Reason;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Starts real processes, on Linux each in its own session.
///
/// One permanent daemon thread starts all processes, because a parent-death signal depends on the
/// thread that spawned, not on its process. The thread begins with the first command, and the
/// [Guardian] starts right after it. If a start fails, only that start fails, and its caller gets
/// the error.
///
/// Closing ends the thread and the guardian, and the guardian kills all children that still run.
/// Stop the children first.
public final class OsSpawner implements Spawner, AutoCloseable {
  /// Platform threads, because pipes need them.
  static final Threads DAEMONS =
      (name, body) -> Thread.ofPlatform().daemon().name(name).start(body);

  /// How long closing waits for a start that is under way.
  private static final long CLOSE_SECONDS = 2;

  private sealed interface Job permits Start, End {}

  /// @param executable empty if it still has to be found
  private record Start(Command command, Optional<Path> executable, CompletableFuture<Result> result)
      implements Job {}

  private record End() implements Job {}

  /// The outcome of a [Start]. No pattern switches over jobs and results: their set-up at run time
  /// costs milliseconds on the way to the first reply.
  private sealed interface Result permits Started, Failed {
    Child child() throws SpawnException;
  }

  private record Started(Child child) implements Result {}

  private record Failed(SpawnException why) implements Result {
    @Override
    public Child child() throws SpawnException {
      throw why;
    }
  }

  private final Platform platform;
  private final Threads threads;
  private final Starter starter;
  private final Executables executables;
  private final Guardian guardian;
  private final Map<String, String> environment;
  private final Duration grace;
  private final BlockingQueue<Job> jobs = new LinkedBlockingQueue<>();
  private final CountDownLatch ended = new CountDownLatch(1);

  /// Guards the fields below, and the rule that no job follows the [End] in the queue. Held only
  /// for an instant.
  private final Object lock = new Object();

  private boolean running;
  private boolean closed;
  private Optional<Start> ahead = Optional.empty();
  private final List<Runnable> atTheEnd = new ArrayList<>(0);

  /// @param environment the variables that processes inherit; a [Command] adds its own
  /// @param problems gets problems outside a start, on any thread; must not block
  public OsSpawner(Map<String, String> environment, Consumer<String> problems) {
    this(environment, Duration.ZERO, problems);
  }

  /// The same.
  ///
  /// @param grace how long the processes that a dead child left behind may take to end before they
  ///   are killed
  public OsSpawner(Map<String, String> environment, Duration grace, Consumer<String> problems) {
    this(environment, Platform.current(), grace, problems);
  }

  private OsSpawner(
      Map<String, String> environment,
      Platform platform,
      Duration grace,
      Consumer<String> problems) {
    this(environment, platform, DAEMONS, new Starter.Careful(platform), grace, problems);
  }

  OsSpawner(
      Map<String, String> environment,
      Platform platform,
      Threads threads,
      Starter starter,
      Consumer<String> problems) {
    this(environment, platform, threads, starter, Duration.ZERO, problems);
  }

  private OsSpawner(
      Map<String, String> environment,
      Platform platform,
      Threads threads,
      Starter starter,
      Duration grace,
      Consumer<String> problems) {
    this.platform = platform;
    this.threads = reporting(threads, problems);
    this.starter = starter;
    this.environment = Map.copyOf(environment);
    this.grace = grace;
    this.executables = new Executables(platform, this.environment);
    this.guardian = new Guardian(platform, this.environment, this.threads, starter, problems);
  }

  /// These threads, with a report of errors that end one of them early.
  ///
  /// @param problems gets the reports, on that thread
  private static Threads reporting(Threads threads, Consumer<String> problems) {
    return (name, body) ->
        threads.start(
            name,
            () -> {
              try {
                body.run();
              } catch (Throwable defect) {
                problems.accept("thread " + name + " ended early: " + defect);
              }
            });
  }

  @Override
  public Child spawn(Command command) throws SpawnException {
    Optional<Start> begun = begun(command);
    Start start =
        begun.isPresent() ? begun.get() : order(command, Optional.of(executables.resolve(command)));
    return start.result().join().child();
  }

  /// Starts the process that the first [#spawn] of this command will return. The JVM needs some
  /// milliseconds for its first process, and the caller can prepare the rest meanwhile. Only for a
  /// start that is certain to follow: otherwise the process runs until this spawner is closed.
  public void begin(Command command) {
    try {
      Start start = order(command, Optional.empty());
      synchronized (lock) {
        ahead = Optional.of(start);
      }
    } catch (SpawnException unable) {
      // the caller of spawn gets this error
    }
  }

  /// On the calling thread: a process that outlives Pitstop needs no parent-death signal.
  @Override
  public Detached detach(Command command, Path output) throws IOException {
    return Detached.start(command, output, environment, platform.setsid(environment), starter);
  }

  @Override
  public void whenClosed(Runnable task) {
    boolean now;
    synchronized (lock) {
      now = closed;
      if (!now) {
        atTheEnd.add(task);
      }
    }
    if (now) {
      task.run();
    }
  }

  @Override
  public Map<String, String> environment() {
    return environment;
  }

  @Override
  public Executables executables() {
    return executables;
  }

  @Override
  public Optional<PortUse> portUse(List<String> lines, Command command, Optional<Path> program) {
    OptionalInt port = TakenPort.in(lines, command);
    return port.isPresent() ? listener(port.getAsInt(), command, program) : Optional.empty();
  }

  @Override
  public Optional<PortUse> listener(int port, Command command, Optional<Path> program) {
    return Listeners.on(platform, port, command, program);
  }

  private Optional<Start> begun(Command command) {
    synchronized (lock) {
      Optional<Start> found = ahead.filter(start -> same(start.command(), command));
      if (found.isPresent()) {
        ahead = Optional.empty();
      }
      return found;
    }
  }

  /// Compares without `equals`: a record's `equals` is generated at run time, which takes
  /// milliseconds.
  private static boolean same(Command one, Command other) {
    return one.argv().equals(other.argv())
        && one.env().equals(other.env())
        && one.directory().equals(other.directory());
  }

  private Start order(Command command, Optional<Path> executable) throws SpawnException {
    Start start = new Start(command, executable, new CompletableFuture<>());
    synchronized (lock) {
      if (closed) {
        throw shuttingDown(command);
      }
      if (!running) {
        threads.start("pitstop-spawner", this::run);
        running = true;
      }
      jobs.add(start);
    }
    return start;
  }

  @Override
  public void close() {
    synchronized (lock) {
      if (closed) {
        return;
      }
      closed = true;
      if (running) {
        jobs.add(new End());
      } else {
        ended.countDown();
      }
    }
    try {
      // A process whose start is under way must be known before it can be killed.
      ended.await(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
    stopUnasked();
    guardian.close();
    for (Runnable task : atTheEnd) { // no more are added
      task.run();
    }
  }

  /// Stops the process that was begun for a [#spawn] which never came, because the session ended
  /// first.
  private void stopUnasked() {
    Optional<Start> unasked;
    synchronized (lock) {
      unasked = ahead;
      ahead = Optional.empty();
    }
    if (unasked.isPresent() && unasked.get().result().isDone()) {
      try {
        StopLimits limits = new StopLimits(Duration.ofSeconds(CLOSE_SECONDS));
        unasked.get().result().join().child().stop(limits, "started ahead and not needed");
      } catch (SpawnException never) {
        // it did not start: there is nothing to stop
      }
    }
  }

  private boolean closed() {
    synchronized (lock) {
      return closed;
    }
  }

  private void run() {
    try {
      while (serve()) {
        // runs until the End
      }
    } finally {
      ended.countDown();
    }
  }

  /// Returns whether there may be more to do.
  private boolean serve() {
    try {
      if (!(jobs.take() instanceof Start job)) {
        return false;
      }
      job.result().complete(attempt(job));
    } catch (InterruptedException nobodyShould) {
      // This thread is private and ends by a job: an interrupt has no meaning here.
    }
    return true;
  }

  private Result attempt(Start job) {
    try {
      return new Started(start(job));
    } catch (SpawnException refused) {
      return new Failed(refused);
    } catch (Throwable refused) {
      // RuntimeException: a variable's name has '=' or NUL, there is no such process builder, …
      // Error: no thread, no memory.
      return new Failed(failed(job.command(), refused));
    }
  }

  private Child start(Start job) throws SpawnException, IOException {
    if (closed()) {
      throw shuttingDown(job.command());
    }
    long nanos = System.nanoTime();
    Process process = starter.start(builder(job));
    ProcessTree tree = new ProcessTree(platform, process.toHandle());
    try {
      OsChild child = new OsChild(threads, process, nanos, tree, grace, guardian::forget);
      guardian.watch(child.pid());
      child.startWaiting();
      if (closed()) {
        throw shuttingDown(job.command());
      }
      return child;
    } catch (Throwable nobodyKnowsIt) {
      abandon(process, tree);
      throw nobodyKnowsIt;
    }
  }

  private ProcessBuilder builder(Start job) throws SpawnException {
    Command command = job.command();
    List<String> argv = new ArrayList<>(command.argv());
    Path executable =
        job.executable().isPresent() ? job.executable().get() : executables.resolve(command);
    argv.set(0, executable.toString());
    Optional<Path> setsid = platform.setsid(environment);
    if (setsid.isPresent()) {
      argv.add(0, setsid.get().toString());
    }
    ProcessBuilder builder = new ProcessBuilder(argv);
    builder.directory(command.directory().toFile());
    Surroundings.give(environment, builder.environment());
    builder.environment().putAll(command.env());
    return builder;
  }

  /// Ends a process that nobody knows of.
  private void abandon(Process process, ProcessTree tree) {
    try {
      tree.kill();
    } finally {
      process.destroyForcibly();
      guardian.forget(process.pid());
    }
  }

  private static SpawnException shuttingDown(Command command) {
    return new SpawnException(Reason.OTHER, command, "Pitstop is shutting down.", "");
  }

  private static SpawnException failed(Command command, Throwable why) {
    return new SpawnException(Reason.OTHER, command, reasonOf(why), why);
  }

  private static String reasonOf(Throwable refused) {
    String message = refused.getMessage();
    if (message == null) {
      return refused.toString();
    }
    if (refused instanceof OutOfMemoryError) {
      return "out of memory or threads (" + message + ").";
    }
    return message + ".";
  }
}
