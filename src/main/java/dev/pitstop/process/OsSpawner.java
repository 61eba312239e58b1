package dev.pitstop.process;

import dev.pitstop.process.SpawnException.Reason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;

/// Starts real processes, on Linux each in a session of its own.
///
/// One permanent daemon thread does all the starting: a parent-death signal follows the thread that
/// spawned, not the process. It begins with the first command, as does the [Guardian] right after
/// it.
///
/// Closing ends that thread and the guardian, which kills whatever is still alive then: stop the
/// children first.
public final class OsSpawner implements Spawner, AutoCloseable {
  private sealed interface Job permits Start, End {}

  private record Start(Command command, Path executable, CompletableFuture<Result> result)
      implements Job {}

  private record End() implements Job {}

  /// What became of a [Start]. No pattern switches over jobs and results: their set-up at run time
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

  private final Platform platform = Platform.current();
  private final Executables executables = new Executables(platform, System.getenv());
  private final Guardian guardian = new Guardian(platform);
  private final BlockingQueue<Job> jobs = new LinkedBlockingQueue<>();

  /// Guards the two flags, and that no job is queued behind the [End]; held for an instant only.
  private final Object lock = new Object();

  private boolean threadStarted;
  private boolean closed;

  @Override
  public Child spawn(Command command) throws SpawnException {
    Path executable = executables.resolve(command);
    CompletableFuture<Result> result = new CompletableFuture<>();
    synchronized (lock) {
      if (closed) {
        throw new SpawnException(
            Reason.OTHER, "Cannot start `" + command.display() + "`: Pitstop is shutting down.");
      }
      if (!threadStarted) {
        threadStarted = true;
        Thread.ofPlatform().daemon().name("pitstop-spawner").start(this::run);
      }
      jobs.add(new Start(command, executable, result));
    }
    return result.join().child();
  }

  @Override
  public void close() {
    synchronized (lock) {
      if (closed) {
        return;
      }
      closed = true;
      jobs.add(new End());
    }
    guardian.close();
  }

  private void run() {
    Optional<Path> setsid = platform.setsid();
    while (true) {
      try {
        if (!(jobs.take() instanceof Start job)) {
          return;
        }
        job.result().complete(start(job, setsid));
      } catch (InterruptedException nobodyShould) {
        // This thread is private and its end is a job; an interrupt has no meaning here.
      }
    }
  }

  private Result start(Start job, Optional<Path> setsid) {
    Command command = job.command();
    List<String> argv = new ArrayList<>(command.argv());
    argv.set(0, job.executable().toString());
    if (setsid.isPresent()) {
      argv.add(0, setsid.get().toString());
    }
    ProcessBuilder builder = new ProcessBuilder(argv);
    builder.directory(command.directory().toAbsolutePath().toFile());
    try {
      builder.environment().putAll(command.env());
      Process process = builder.start();
      OsChild child = new OsChild(platform, process, guardian::forget);
      guardian.watch(child.pid());
      child.startWaiting();
      return new Started(child);
    } catch (IOException | RuntimeException refused) {
      // RuntimeException: a variable's name with '=' or NUL, no process builder of this kind, …
      return new Failed(
          new SpawnException(
              Reason.OTHER,
              "Cannot start `" + command.display() + "`: " + reasonOf(refused),
              refused));
    }
  }

  private static String reasonOf(Exception refused) {
    String message = refused.getMessage();
    if (message == null) {
      return refused.toString();
    }
    // "Cannot run program "x" (in directory "y"): Exec failed, error: 7 (Argument list too long)"
    int colon = message.lastIndexOf("): ");
    return (message.startsWith("Cannot run program") && colon >= 0
            ? message.substring(colon + 3)
            : message)
        + ".";
  }
}
