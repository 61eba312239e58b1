package dev.pitstop.backend.build;

import dev.pitstop.digest.BuildLog;
import dev.pitstop.digest.BuildReport;
import dev.pitstop.process.Child;
import dev.pitstop.process.Command;
import dev.pitstop.process.ShellLine;
import dev.pitstop.process.SpawnException;
import dev.pitstop.process.Spawner;
import dev.pitstop.project.NotInstalled;
import dev.pitstop.text.Grace;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Runs a build command through the system's shell, in the server's directory and environment. Its
/// output is captured and shortened, it has a time limit, and its whole process tree is killed when
/// it is cancelled or exceeds the limit.
///
/// @param logFile takes the whole output; overwritten by every build
/// @param ownDirectory whether its directory is Pitstop's own; the first build then removes the
///   logs of processes that have ended
public record ShellBuilder(
    String commandLine,
    Map<String, String> env,
    Path directory,
    Spawner spawner,
    long limitMillis,
    Optional<Path> logFile,
    boolean ownDirectory)
    implements Builder {
  private static final long LAST_OUTPUT_MILLIS = Grace.millis(2_000);

  @Override
  public Result run(Consumer<String> onLine, CompletableFuture<?> cancelled) {
    long started = System.nanoTime();
    try (BuildLog log = open(onLine)) {
      log.line("$ " + commandLine);
      Optional<Child.Exit> exit = build(log, cancelled);
      boolean stopped = cancelled.isDone();
      boolean ok = exit.filter(Child.Exit::success).isPresent() && !stopped;
      BuildReport report = log.report(directory);
      return new Result(
          ok,
          stopped,
          report.text(),
          report.logFile().map(Path::toString).orElse(""),
          Builder.millisSince(started),
          report.errors(),
          ok ? Optional.empty() : spawner.portUse(report.text().lines().toList(), command()),
          false,
          exit);
    } catch (Throwable e) {
      String why = "the build could not be run: " + e;
      return new Result(false, false, why, "", Builder.millisSince(started), 0);
    }
  }

  private Command command() {
    return new Command(ShellLine.run(commandLine), env, directory);
  }

  private BuildLog open(Consumer<String> onLine) {
    if (logFile.isPresent()) {
      try {
        Path parent = Files.createDirectories(logFile.get().getParent());
        if (ownDirectory && !Files.exists(logFile.get())) {
          BuildLog.removeOld(parent);
        }
        return BuildLog.to(logFile.get(), onLine);
      } catch (IOException e) {
        BuildLog log = BuildLog.inMemory(onLine);
        log.line("(no log file: " + e + ")");
        return log;
      }
    }
    return BuildLog.inMemory(onLine);
  }

  /// @return how it ended, if it did so by itself
  private Optional<Child.Exit> build(BuildLog log, CompletableFuture<?> cancelled) {
    Child child;
    try {
      child = spawner.spawn(command());
    } catch (SpawnException e) {
      log.line("the build could not be started: " + e.getMessage());
      return Optional.empty();
    }
    child.closeStdin();
    CompletableFuture<Void> read;
    try {
      read =
          CompletableFuture.allOf(
              drain(child, child.stdout(), log), drain(child, child.stderr(), log));
    } catch (OutOfMemoryError noThread) { // unread, it would block
      child.kill();
      throw noThread;
    }
    Optional<Child.Exit> exit = await(child, log, cancelled);
    // processes that the build left behind may hold its output open for ever
    read.completeOnTimeout(null, LAST_OUTPUT_MILLIS, TimeUnit.MILLISECONDS).join();
    if (exit.isPresent() && !exit.get().success()) {
      log.line("(the build command ended with " + exit.get().words() + ")");
      NotInstalled.remark(commandLine, directory).ifPresent(log::line);
    }
    return exit;
  }

  /// @return how it ended, if it did so by itself
  private Optional<Child.Exit> await(Child child, BuildLog log, CompletableFuture<?> cancelled) {
    CompletableFuture<Child.Exit> exited = child.exited().copy();
    CompletableFuture.anyOf(exited, cancelled)
        .copy()
        .completeOnTimeout("", limitMillis, TimeUnit.MILLISECONDS)
        .handle((first, failure) -> "")
        .join();
    if (exited.isDone() && !cancelled.isDone()) {
      return Optional.of(exited.join());
    }
    if (cancelled.isDone()) {
      log.line("(the build was cancelled and killed)");
    } else {
      log.line(
          "(the build timed out after "
              + Words.duration(limitMillis)
              + " and was killed, see --set buildTimeout)");
    }
    child.kill();
    exited.completeOnTimeout(Child.Exit.UNKNOWN, LAST_OUTPUT_MILLIS, TimeUnit.MILLISECONDS).join();
    return Optional.empty();
  }

  /// Starts a thread that reads a stream to its end.
  ///
  /// @return completes at the end
  private static CompletableFuture<Void> drain(Child child, InputStream from, BuildLog log) {
    CompletableFuture<Void> end = new CompletableFuture<>();
    Runnable read =
        () -> {
          try (from) {
            log.all(from, Long.MAX_VALUE);
          } catch (Throwable e) {
            log.line("(the build's output could not be read: " + e + ")");
            if (!child.exited().isDone()) {
              child.kill(); // unread, it would block
            }
          }
          end.complete(null);
        };
    Thread.ofPlatform().daemon().name("build output").start(read);
    return end;
  }
}
