package dev.pitstop.backend.build;

import dev.pitstop.digest.BuildLog;
import dev.pitstop.digest.BuildReport;
import dev.pitstop.digest.OldLogs;
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
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// Runs a build command through the system's shell, in the server's directory and environment. Its
/// output is captured and shortened, it has a time limit, and its whole process tree is killed when
/// it is cancelled or exceeds the limit.
///
/// @param limitMillis how long it may take
/// @param logFile takes the whole output; overwritten by every build
/// @param ownDirectory whether its directory is Pitstop's own; the first build then removes the
///   logs of processes that have ended
/// @param threads makes the build's own threads
public record ShellBuilder(
    String commandLine,
    Map<String, String> env,
    Path directory,
    Spawner spawner,
    long limitMillis,
    Optional<Path> logFile,
    boolean ownDirectory,
    ThreadFactory threads)
    implements Builder {
  private static final long LAST_OUTPUT_MILLIS = Grace.millis(2_000);

  private Command command() {
    return new Command(ShellLine.run(commandLine), env, directory);
  }

  @Override
  public Build start(Consumer<String> onLine, Consumer<Result> done) {
    CommandRun job = new CommandRun();
    return job.start(
        threads,
        "build",
        () -> new Running(job, onLine).run(),
        why -> new Result(false, false, "the build could not be run: " + why, "", job.millis(), 0),
        done);
  }

  private final class Running {
    private final CommandRun job;
    private final Consumer<String> onLine;

    /// Completes when one of the build's threads fails, so that the output may not be read any
    /// more.
    private final CompletableFuture<Throwable> broken = new CompletableFuture<>();

    Running(CommandRun job, Consumer<String> onLine) {
      this.job = job;
      this.onLine = onLine;
    }

    Result run() {
      try (BuildLog log = open()) {
        return build(log);
      }
    }

    private BuildLog open() {
      if (logFile.isPresent()) {
        try {
          Path directory = Files.createDirectories(logFile.get().getParent());
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
      log.line("$ " + commandLine);
      Child child;
      try {
        child = spawner.spawn(command());
      } catch (SpawnException e) {
        log.line("the build could not be started: " + e.getMessage());
        return result(log, false, false, Optional.empty());
      }
      child.closeStdin();
      CompletableFuture<Void> out = drain(child.stdout(), log);
      CompletableFuture<Void> err = drain(child.stderr(), log);
      Optional<Child.Exit> exit = await(child, log);
      CompletableFuture<Void> both = CompletableFuture.allOf(out, err);
      // processes that the build left behind may hold its output open for ever
      both.completeOnTimeout(null, LAST_OUTPUT_MILLIS, TimeUnit.MILLISECONDS).join();
      boolean stopped = job.cancelled.isDone();
      if (exit.isPresent() && !exit.get().success()) {
        log.line("(the build command ended with " + exit.get().words() + ")");
        NotInstalled.remark(commandLine, directory).ifPresent(log::line);
      }
      if (broken.isDone()) {
        log.line("(the build's output could not be read: " + broken.join() + ")");
      }
      boolean ok = exit.isPresent() && exit.get().success() && !broken.isDone();
      return result(log, ok && !stopped, stopped, exit);
    }

    /// @return how it ended, if it did so by itself
    private Optional<Child.Exit> await(Child child, BuildLog log) {
      try {
        CompletableFuture.anyOf(child.exited(), job.cancelled, broken)
            .get(limitMillis, TimeUnit.MILLISECONDS);
        if (!job.cancelled.isDone() && !broken.isDone()) {
          return Optional.of(child.exited().join());
        }
        if (job.cancelled.isDone()) {
          log.line("(the build was cancelled and killed)");
        }
      } catch (TimeoutException e) {
        log.line(
            "(the build timed out after "
                + Words.duration(limitMillis)
                + " and was killed, see --build-timeout)");
      } catch (Throwable e) {
        broken.complete(e);
      }
      child.kill();
      child
          .exited()
          .copy()
          .completeOnTimeout(Child.Exit.UNKNOWN, LAST_OUTPUT_MILLIS, TimeUnit.MILLISECONDS)
          .join();
      return Optional.empty();
    }

    /// Starts a thread that reads a stream to its end. If that fails for any reason, the build is
    /// broken: a build whose output is not read would block.
    private CompletableFuture<Void> drain(InputStream from, BuildLog log) {
      CompletableFuture<Void> end = new CompletableFuture<>();
      try {
        BuildLog.Feed feed = log.feed();
        Thread thread =
            threads.newThread(() -> {
              try (from) {
                feed.all(from, Long.MAX_VALUE);
              } catch (Throwable e) {
                broken.complete(e);
              } finally {
                end.complete(null);
              }
            });
        thread.setName("build output");
        thread.start();
      } catch (Throwable e) {
        broken.complete(e);
        end.complete(null);
      }
      return end;
    }

    private Result result(BuildLog log, boolean ok, boolean stopped, Optional<Child.Exit> exit) {
      BuildReport report = log.report(directory);
      return new Result(
          ok,
          stopped,
          report.text(),
          report.logFile().map(Path::toString).orElse(""),
          job.millis(),
          report.errors(),
          ok
              ? Optional.empty()
              : spawner.portUse(report.text().lines().toList(), command(), Optional.empty()),
          false,
          exit);
    }
  }
}
