package dev.pitstop.backend;

import dev.pitstop.text.Words;
import dev.pitstop.build.BuildCommand;
import dev.pitstop.build.BuildLog;
import dev.pitstop.build.BuildReport;
import dev.pitstop.build.OldLogs;
import dev.pitstop.process.Child;
import dev.pitstop.process.Command;
import dev.pitstop.process.Exit;
import dev.pitstop.process.SpawnException;
import dev.pitstop.process.Spawner;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// Runs a build command through the system's shell, in the server's directory and environment (R3):
/// output captured and shortened, a time limit, and an end of its whole tree when it is cancelled
/// or late.
public final class ShellBuilder implements Builder {
  private static final long LAST_OUTPUT_MILLIS = 2_000;

  private final String commandLine;
  private final Command command;
  private final Spawner spawner;
  private final long limitMillis;
  private final Optional<Path> logFile;
  private final boolean ownDirectory;

  /// @param limitMillis R3's time limit
  /// @param logFile where the whole output goes, made anew with every build
  /// @param ownDirectory whether its directory is Pitstop's own, where the logs of processes that
  ///   have ended are removed with the first build
  public ShellBuilder(
      String commandLine,
      Map<String, String> env,
      Path directory,
      Spawner spawner,
      long limitMillis,
      Optional<Path> logFile,
      boolean ownDirectory) {
    this.commandLine = commandLine;
    this.command = new Command(BuildCommand.shell(commandLine), env, directory);
    this.spawner = spawner;
    this.limitMillis = limitMillis;
    this.logFile = logFile;
    this.ownDirectory = ownDirectory;
  }

  @Override
  public Build start(Consumer<String> onLine, Consumer<Result> done) {
    Running running = new Running(onLine, done);
    Thread.ofPlatform().daemon().name("build").start(running::run);
    return running;
  }

  private final class Running implements Build {
    private final Consumer<String> onLine;
    private final Consumer<Result> done;
    private final long startedNanos = System.nanoTime();
    private final CompletableFuture<Boolean> cancelled = new CompletableFuture<>();

    Running(Consumer<String> onLine, Consumer<Result> done) {
      this.onLine = onLine;
      this.done = done;
    }

    @Override
    public void cancel() {
      cancelled.complete(true);
    }

    void run() {
      try (BuildLog log = open()) {
        log.line("$ " + commandLine);
        Result result;
        try {
          result = build(log);
        } catch (RuntimeException e) {
          log.line("the build could not be run: " + e); // whoever waits must be told all the same
          result = result(log, false, false);
        }
        done.accept(result);
      }
    }

    private BuildLog open() {
      if (logFile.isPresent()) {
        try {
          Path directory = Files.createDirectories(logFile.get().toAbsolutePath().getParent());
          if (ownDirectory && !Files.exists(logFile.get())) {
            OldLogs.remove(directory);
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

    private Result build(BuildLog log) {
      Child child;
      try {
        child = spawner.spawn(command);
      } catch (SpawnException e) {
        log.line("the build could not be started: " + e.getMessage());
        return result(log, false, false);
      }
      child.closeStdin();
      CompletableFuture<Void> out = drain(child.stdout(), log);
      CompletableFuture<Void> err = drain(child.stderr(), log);
      Optional<Exit> exit = await(child, log);
      CompletableFuture<Void> both = CompletableFuture.allOf(out, err);
      both.completeOnTimeout(null, LAST_OUTPUT_MILLIS, TimeUnit.MILLISECONDS).join();
      boolean stopped = cancelled.isDone();
      if (exit.isPresent() && !exit.get().success()) {
        log.line("(the build command ended with " + exit.get().words() + ")");
      }
      return result(log, exit.isPresent() && exit.get().success() && !stopped, stopped);
    }

    /// @return how it ended, if it did so by itself
    private Optional<Exit> await(Child child, BuildLog log) {
      CompletableFuture<Object> first = CompletableFuture.anyOf(child.exited(), cancelled);
      try {
        first.get(limitMillis, TimeUnit.MILLISECONDS);
        if (!cancelled.isDone()) {
          return Optional.of(child.exited().join());
        }
        log.line("(the build was cancelled and killed)");
      } catch (TimeoutException e) {
        log.line(
            "(the build was killed: it took longer than "
                + Words.duration(limitMillis)
                + ", see --build-timeout)");
      } catch (InterruptedException | ExecutionException e) {
        log.line("(waiting for the build failed: " + e + ")");
      }
      child.kill();
      child
          .exited()
          .copy()
          .completeOnTimeout(Exit.UNKNOWN, LAST_OUTPUT_MILLIS, TimeUnit.MILLISECONDS)
          .join();
      return Optional.empty();
    }

    private CompletableFuture<Void> drain(InputStream from, BuildLog log) {
      CompletableFuture<Void> end = new CompletableFuture<>();
      BuildLog.Feed feed = log.feed();
      Thread.ofPlatform()
          .daemon()
          .name("build output")
          .start(() -> {
            byte[] buffer = new byte[16 * 1024];
            try (from) {
              for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
                feed.bytes(buffer, 0, n);
              }
            } catch (IOException e) {
              log.line("(reading the build's output failed: " + e.getMessage() + ")");
            } finally {
              feed.end();
              end.complete(null);
            }
          });
      return end;
    }

    private Result result(BuildLog log, boolean ok, boolean stopped) {
      BuildReport report = log.report(command.directory());
      return new Result(
          ok,
          stopped,
          report.text(),
          report.logFile().map(Path::toString).orElse(""),
          (System.nanoTime() - startedNanos) / 1_000_000,
          report.errors());
    }
  }
}
