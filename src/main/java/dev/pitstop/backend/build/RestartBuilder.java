package dev.pitstop.backend.build;

import dev.pitstop.digest.BuildLog;
import dev.pitstop.digest.BuildReport;
import dev.pitstop.process.Command;
import dev.pitstop.process.Detached;
import dev.pitstop.process.PortUse;
import dev.pitstop.process.ShellLine;
import dev.pitstop.process.Spawner;
import dev.pitstop.project.ProgramFile;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Renews a daemon: runs the build command, if there is one, and after its success the command that
/// restarts the daemon. Processes that this command leaves running belong to the user and are not
/// stopped. A command that does not end counts as the daemon itself.
///
/// @param build runs first, if there is one
/// @param line restarts the daemon; run by a shell
/// @param where its directory and environment
/// @param output the file to which its output is appended
/// @param limitMillis how long to wait for it
public record RestartBuilder(
    Optional<Builder> build,
    String line,
    Command where,
    Path output,
    Spawner spawner,
    long limitMillis)
    implements Builder {
  private static final long MOST_READ = 1024 * 1024;

  @Override
  public boolean builds() {
    return build.isPresent();
  }

  @Override
  public boolean restarts() {
    return true;
  }

  @Override
  public Build start(Consumer<String> onLine, Consumer<Result> done) {
    CommandRun job = new CommandRun();
    return job.start(
        Thread.ofPlatform().daemon().factory(),
        "restart",
        () -> run(job, onLine),
        why -> failed(job, "the restart command could not be run: " + why, "", 0, Optional.empty()),
        done);
  }

  private Result run(CommandRun job, Consumer<String> onLine)
      throws IOException, InterruptedException {
    Optional<Result> built = build.map(b -> build(b, job, onLine));
    if (job.cancelled.isDone() && built.isPresent()) {
      return built.get().killed();
    }
    return built.filter(b -> !b.ok()).isPresent() ? built.get() : restarted(built, job, onLine);
  }

  private static Result build(Builder by, CommandRun job, Consumer<String> onLine) {
    CompletableFuture<Result> result = new CompletableFuture<>();
    Build build = by.start(onLine, result::complete);
    job.cancelled.thenRun(build::cancel);
    return result.join();
  }

  private static Result failed(
      CommandRun job, String report, String log, int errors, Optional<PortUse> port) {
    return new Result(
        false,
        job.cancelled.isDone(),
        report,
        log,
        job.millis(),
        errors,
        port,
        true,
        Optional.empty());
  }

  private Result restarted(Optional<Result> built, CommandRun job, Consumer<String> onLine)
      throws IOException, InterruptedException {
    try (BuildLog log = BuildLog.inMemory(onLine)) {
      log.line("$ " + line);
      List<String> run = ShellLine.run(line);
      Detached begun =
          spawner.detach(
              new Command(run, where.env(), where.directory(), Optional.empty()), output);
      Process p = begun.process();
      job.cancelled.thenRun(p::destroy); // the command, not the processes that it has started
      boolean ended = p.waitFor(limitMillis, TimeUnit.MILLISECONDS);
      try (InputStream file = begun.written()) {
        log.feed().all(file, MOST_READ);
      }
      if (!ended) {
        String waited = Words.duration(limitMillis);
        log.line("(still running after " + waited + "; Pitstop leaves it running)");
      } else if (p.exitValue() != 0) {
        log.line("(the restart command ended with exit code " + p.exitValue() + ")");
      }
      boolean ok = (!ended || p.exitValue() == 0) && !job.cancelled.isDone();
      if (ok) {
        String report = built.map(Result::report).orElse("");
        return new Result(true, false, report, built.map(Result::log).orElse(""), job.millis(), 0);
      }
      BuildReport report = log.report(where.directory());
      return failed(job, report.text(), output.toString(), report.errors(), portUse(report));
    }
  }

  private Optional<PortUse> portUse(BuildReport report) {
    Command words = new Command(ShellLine.words(line), where.env(), where.directory());
    return spawner.portUse(
        report.text().lines().toList(), words, ProgramFile.of(words, spawner.executables()).path());
  }
}
