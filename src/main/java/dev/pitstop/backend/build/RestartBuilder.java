package dev.pitstop.backend.build;

import dev.pitstop.digest.BuildLog;
import dev.pitstop.digest.BuildReport;
import dev.pitstop.process.Command;
import dev.pitstop.process.Detached;
import dev.pitstop.process.PortUse;
import dev.pitstop.process.ShellLine;
import dev.pitstop.process.Spawner;
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
/// @param line restarts the daemon; run by a shell
/// @param output the file to which its output is appended
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
  public Result run(Consumer<String> onLine, CompletableFuture<?> cancelled) {
    long started = System.nanoTime();
    Optional<Result> built = build.map(b -> b.run(onLine, cancelled));
    if (built.isPresent() && cancelled.isDone()) {
      return built.get().killed();
    }
    if (built.filter(b -> !b.ok()).isPresent()) {
      return built.get();
    }
    boolean ok = false;
    String why;
    String file = "";
    int errors = 0;
    Optional<PortUse> port = Optional.empty();
    try (BuildLog log = BuildLog.inMemory(onLine)) {
      ok = restarted(log, cancelled);
      BuildReport report = log.report(where.directory());
      why = report.text();
      file = output.toString();
      errors = report.errors();
      port = ok ? port : portUse(report);
    } catch (Throwable e) {
      why = "the restart command could not be run: " + e;
    }
    return ok
        ? new Result(
            true,
            false,
            built.map(Result::report).orElse(""),
            built.map(Result::log).orElse(""),
            Builder.millisSince(started),
            0)
        : new Result(
            false,
            cancelled.isDone(),
            why,
            file,
            Builder.millisSince(started),
            errors,
            port,
            true,
            Optional.empty());
  }

  private boolean restarted(BuildLog log, CompletableFuture<?> cancelled)
      throws IOException, InterruptedException {
    log.line("$ " + line);
    List<String> run = ShellLine.run(line);
    Detached begun =
        spawner.detach(new Command(run, where.env(), where.directory(), Optional.empty()), output);
    Process p = begun.process();
    cancelled.thenRun(p::destroy); // the command, not the processes that it has started
    boolean ended = p.waitFor(limitMillis, TimeUnit.MILLISECONDS);
    try (InputStream file = begun.written()) {
      log.all(file, MOST_READ);
    }
    if (!ended) {
      String waited = Words.duration(limitMillis);
      log.line("(still running after " + waited + "; Pitstop leaves it running)");
    } else if (p.exitValue() != 0) {
      log.line("(the restart command ended with exit code " + p.exitValue() + ")");
    }
    return (!ended || p.exitValue() == 0) && !cancelled.isDone();
  }

  private Optional<PortUse> portUse(BuildReport report) {
    Command words = new Command(ShellLine.words(line), where.env(), where.directory());
    return spawner.portUse(report.text().lines().toList(), words);
  }
}
