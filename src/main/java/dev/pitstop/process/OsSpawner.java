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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Starts real processes, on Linux each in its own session.
///
/// One permanent daemon thread starts all processes, because a parent-death signal depends on the
/// thread that spawned, not on its process. The thread begins with the first command, and starts
/// the [Guardian] right after it. If a start fails, only that start fails, and its caller gets the
/// error.
///
/// Closing ends the thread and the guardian, and the guardian kills all children that still run.
/// Stop the children first.
public final class OsSpawner implements Spawner, AutoCloseable {
  /// How long closing waits for a start that is under way.
  private static final long CLOSE_SECONDS = 2;

  /// A start that was begun before anybody asked for it.
  private record Ahead(Command command, CompletableFuture<Child> child) {}

  private final Platform platform;
  private final Starter starter;
  private final Executables executables;
  private final Guardian guardian;
  private final Map<String, String> environment;
  private final Duration grace;

  /// The one thread. No task throws: the thread would end, and another would take its place.
  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          body -> Thread.ofPlatform().daemon().name("pitstop-spawner").unstarted(body));

  /// Guards the fields below, and when the thread is shut down. Held only for an instant.
  private final Object lock = new Object();

  private Optional<Ahead> ahead = Optional.empty();
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
    this(environment, grace, Platform.current(), new Starter.Careful(), problems);
  }

  OsSpawner(
      Map<String, String> environment,
      Duration grace,
      Platform platform,
      Starter starter,
      Consumer<String> problems) {
    this.platform = platform;
    this.starter = starter;
    this.environment = Map.copyOf(environment);
    this.grace = grace;
    this.executables = new Executables(platform, this.environment);
    this.guardian = new Guardian(platform, this.environment, starter, thread, problems);
  }

  @Override
  public Child spawn(Command command) throws SpawnException {
    CompletableFuture<Child> child =
        begun(begun -> same(begun, command)).orElseGet(() -> order(command));
    try {
      return child.join();
    } catch (CompletionException failed) {
      Throwable why = child.exceptionNow();
      if (why instanceof SpawnException refused) {
        throw refused;
      }
      // RuntimeException: a variable's name has '=' or NUL, there is no such process builder, …
      // Error: no thread, no memory.
      throw new SpawnException(Reason.OTHER, command, reasonOf(why), why);
    }
  }

  /// Starts the process that the first [#spawn] of this command will return. The JVM needs some
  /// milliseconds for its first process, and the caller can prepare the rest meanwhile. Only for a
  /// start that is certain to follow: otherwise the process runs until this spawner is closed.
  public void begin(Command command) {
    synchronized (lock) {
      ahead = Optional.of(new Ahead(command, order(command)));
    }
  }

  /// On the calling thread: a process that outlives Pitstop needs no parent-death signal.
  @Override
  public Detached detach(Command command, Path output) throws IOException {
    return Detached.start(command, output, environment, platform.setsid(environment), starter);
  }

  @Override
  public void whenClosed(Runnable task) {
    synchronized (lock) {
      if (!thread.isShutdown()) {
        atTheEnd.add(task);
        return;
      }
    }
    task.run();
  }

  @Override
  public Map<String, String> environment() {
    return environment;
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

  private Optional<CompletableFuture<Child>> begun(Predicate<Command> wanted) {
    synchronized (lock) {
      Optional<Ahead> found = ahead.filter(start -> wanted.test(start.command()));
      if (found.isPresent()) {
        ahead = Optional.empty();
      }
      return found.map(Ahead::child);
    }
  }

  /// Compares without `equals`: a record's `equals` is generated at run time, which takes
  /// milliseconds.
  private static boolean same(Command one, Command other) {
    return one.argv().equals(other.argv())
        && one.env().equals(other.env())
        && one.directory().equals(other.directory());
  }

  /// A start fails with a [SpawnException], or with whatever was thrown.
  private CompletableFuture<Child> order(Command command) {
    CompletableFuture<Child> child = new CompletableFuture<>();
    try {
      thread.execute(() -> start(command, child));
    } catch (RejectedExecutionException closed) {
      child.completeExceptionally(shuttingDown(command));
    }
    return child;
  }

  private void start(Command command, CompletableFuture<Child> result) {
    try {
      refuseIfClosed(command);
      long nanos = System.nanoTime();
      List<String> argv = new ArrayList<>(command.argv());
      argv.set(0, executables.resolve(command).toString());
      Process process =
          starter.start(Starter.builder(argv, command, environment, platform.setsid(environment)));
      result.complete(known(command, process, nanos));
      guardian.stand();
    } catch (Throwable refused) {
      result.completeExceptionally(refused);
    }
  }

  /// The child that this process is, or no process.
  private Child known(Command command, Process process, long nanos) throws SpawnException {
    ProcessTree tree = new ProcessTree(platform, process.toHandle());
    try {
      OsChild child = new OsChild(process, nanos, tree, grace, guardian::forget);
      guardian.watch(child.pid());
      child.startWaiting();
      refuseIfClosed(command);
      return child;
    } catch (Throwable nobodyKnowsIt) {
      tree.kill();
      guardian.forget(process.pid());
      throw nobodyKnowsIt;
    }
  }

  @Override
  public void close() {
    synchronized (lock) {
      if (thread.isShutdown()) {
        return;
      }
      thread.shutdown();
    }
    try {
      // A process whose start is under way must be known before it can be killed.
      thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
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
    Optional<CompletableFuture<Child>> unasked = begun(any -> true);
    if (unasked.filter(child -> child.state() == Future.State.SUCCESS).isPresent()) {
      StopLimits limits = new StopLimits(Duration.ofSeconds(CLOSE_SECONDS));
      unasked.get().join().stop(limits, "started ahead and not needed");
    }
  }

  private void refuseIfClosed(Command command) throws SpawnException {
    if (thread.isShutdown()) {
      throw shuttingDown(command);
    }
  }

  private static SpawnException shuttingDown(Command command) {
    return new SpawnException(Reason.OTHER, command, "Pitstop is shutting down.", "");
  }

  private static String reasonOf(Throwable refused) {
    String message = refused.getMessage();
    return message == null ? refused.toString() : message + ".";
  }
}
