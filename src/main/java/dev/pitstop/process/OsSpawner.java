package dev.pitstop.process;

import dev.pitstop.process.SpawnException.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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
  /// How long a start may take: a program on a file system that hangs takes for ever.
  private static final long START_MILLIS = 60_000;

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

  private final List<Runnable> atTheEnd = new CopyOnWriteArrayList<>();

  private Optional<Ahead> ahead = Optional.empty(); // guarded by this

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
    this(environment, grace, Platform.current(), Starter.CAREFUL, problems);
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
    this.guardian = new Guardian(platform, this.environment, starter, problems);
  }

  @Override
  public Child spawn(Command command) throws SpawnException {
    return spawn(command, START_MILLIS);
  }

  Child spawn(Command command, long limitMillis) throws SpawnException {
    CompletableFuture<Child> child =
        begun(begun -> begun.argv().equals(command.argv())).orElseGet(() -> order(command));
    try {
      return child.get(limitMillis, TimeUnit.MILLISECONDS);
    } catch (ExecutionException failed) {
      Throwable why = child.exceptionNow();
      if (why instanceof SpawnException refused) {
        throw refused;
      }
      // RuntimeException: a variable's name has '=' or NUL, there is no such process builder, …
      // Error: no thread, no memory.
      throw new SpawnException(Reason.OTHER, command, reasonOf(why), why);
    } catch (TimeoutException | InterruptedException unfinished) {
      child.thenAccept(Child::kill);
      throw new SpawnException(Reason.OTHER, command, "the start took too long.", unfinished);
    }
  }

  /// Starts the process that the first [#spawn] of this command will return. The JVM needs some
  /// milliseconds for its first process, and the caller can prepare the rest meanwhile. Only for a
  /// start that is certain to follow: otherwise the process runs until this spawner is closed.
  public synchronized void begin(Command command) {
    ahead = Optional.of(new Ahead(command, order(command)));
  }

  @Override
  public void whenClosed(Runnable task) {
    atTheEnd.add(task);
  }

  @Override
  public Map<String, String> environment() {
    return environment;
  }

  @Override
  public Optional<PortUse> portUse(List<String> lines, Command command) {
    OptionalInt port = TakenPort.in(lines, command);
    return port.isPresent() ? listener(port.getAsInt(), command) : Optional.empty();
  }

  @Override
  public Optional<PortUse> listener(int port, Command command) {
    return Listeners.on(platform, port, command);
  }

  private synchronized Optional<CompletableFuture<Child>> begun(Predicate<Command> wanted) {
    Optional<Ahead> found = ahead.filter(start -> wanted.test(start.command()));
    if (found.isPresent()) {
      ahead = Optional.empty();
    }
    return found.map(Ahead::child);
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
    thread.shutdown();
    try {
      // A process whose start is under way must be known before it can be killed.
      thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
    begun(any -> true).ifPresent(unasked -> unasked.thenAccept(Child::kill));
    guardian.close();
    atTheEnd.forEach(Runnable::run);
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
