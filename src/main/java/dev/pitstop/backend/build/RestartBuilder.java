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
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Renews a daemon: runs the build command, if there is one, and after its success the command that
/// restarts the daemon. Processes that this command leaves running belong to the user and are not
/// stopped. A command that does not end counts as the daemon itself.
public final class RestartBuilder implements Builder {
  private static final int CHUNK = 16 * 1024;
  private static final int MOST_READ = 1024 * 1024;

  private final Optional<Builder> build;
  private final String line;
  private final Command command;
  private final Path output;
  private final Spawner spawner;
  private final long limitMillis;

  /// @param build runs first, if there is one
  /// @param line restarts the daemon; run by a shell
  /// @param where its directory and environment
  /// @param output the file to which its output is appended
  /// @param limitMillis how long to wait for it
  public RestartBuilder(
      Optional<Builder> build,
      String line,
      Command where,
      Path output,
      Spawner spawner,
      long limitMillis) {
    this.build = build;
    this.line = line;
    this.command =
        new Command(ShellLine.run(line), where.env(), where.directory(), Optional.empty());
    this.output = output;
    this.spawner = spawner;
    this.limitMillis = limitMillis;
  }

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
    Running running = new Running(onLine, done);
    if (build.isPresent()) {
      running.under = Optional.of(build.get().start(onLine, running::built));
      return running;
    }
    running.restart(Optional.empty());
    return running;
  }

  private final class Running implements Build {
    private final Consumer<String> onLine;
    private final Consumer<Result> done;
    private final long begun = System.nanoTime();
    private volatile Optional<Build> under = Optional.empty(); // set before anybody may cancel
    private volatile boolean cancelled;
    private volatile Optional<Process> process = Optional.empty();

    Running(Consumer<String> onLine, Consumer<Result> done) {
      this.onLine = onLine;
      this.done = done;
    }

    @Override
    public void cancel() {
      cancelled = true;
      under.ifPresent(Build::cancel);
      process.ifPresent(Process::destroy); // the command, not the processes that it has started
    }

    private void built(Result result) {
      if (!result.ok() || cancelled) {
        done.accept(cancelled ? result.killed() : result);
      } else {
        restart(Optional.of(result));
      }
    }

    private void restart(Optional<Result> built) {
      try {
        Thread.ofPlatform().daemon().name("restart").start(() -> run(built));
      } catch (Throwable e) {
        done.accept(failed(e));
      }
    }

    /// The root of the thread `restart`: whatever happens, `done` is called.
    private void run(Optional<Result> built) {
      Result result;
      try {
        result = restarted(built);
      } catch (Throwable e) {
        result = failed(e);
      }
      done.accept(result);
    }

    private Result failed(Throwable why) {
      return failed("the restart command could not be run: " + why, "", 0, Optional.empty());
    }

    private Result failed(String report, String log, int errors, Optional<PortUse> port) {
      return new Result(
          false, cancelled, report, log, millis(), errors, port, true, Optional.empty());
    }

    private Result restarted(Optional<Result> built) throws IOException, InterruptedException {
      try (BuildLog log = BuildLog.inMemory(onLine)) {
        log.line("$ " + line);
        Detached begun = spawner.detach(command, output);
        Process p = begun.process();
        process = Optional.of(p);
        if (cancelled) {
          p.destroy();
        }
        boolean ended = p.waitFor(limitMillis, TimeUnit.MILLISECONDS);
        written(log, begun);
        if (!ended) {
          String waited = Words.duration(limitMillis);
          log.line("(still running after " + waited + "; Pitstop leaves it running)");
        } else if (p.exitValue() != 0) {
          log.line("(the restart command ended with exit code " + p.exitValue() + ")");
        }
        boolean ok = (!ended || p.exitValue() == 0) && !cancelled;
        if (ok) {
          String report = built.map(Result::report).orElse("");
          return new Result(
              true, cancelled, report, built.map(Result::log).orElse(""), millis(), 0);
        }
        BuildReport report = log.report(command.directory());
        return failed(report.text(), output.toString(), report.errors(), portUse(report));
      }
    }

    private Optional<PortUse> portUse(BuildReport report) {
      Command words = new Command(ShellLine.words(line), command.env(), command.directory());
      return spawner.portUse(
          report.text().lines().toList(),
          words,
          ProgramFile.of(words, spawner.executables()).path());
    }

    private void written(BuildLog log, Detached begun) throws IOException {
      try (InputStream file = begun.written()) {
        BuildLog.Feed feed = log.feed();
        byte[] chunk = new byte[CHUNK];
        int sum = 0;
        for (int n = file.read(chunk); n > 0 && sum < MOST_READ; n = file.read(chunk)) {
          feed.bytes(chunk, 0, n);
          sum += n;
        }
        feed.end();
      }
    }

    private long millis() {
      return (System.nanoTime() - begun) / 1_000_000;
    }
  }
}
