package dev.pitstop.backend;

import dev.pitstop.backend.build.Builder;
import dev.pitstop.harness.Await;
import dev.pitstop.process.PortUse;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/// Builds that end as the test wants.
public final class FakeBuilder implements Builder {
  private final BlockingQueue<FakeBuild> started = new LinkedBlockingQueue<>();

  /// Whether builds fail before `start` returns, as those do that get no thread.
  private volatile boolean failsAtOnce; // set by the test, read in turns

  public void failsAtOnce() {
    failsAtOnce = true;
  }

  /// Whether it is the command that restarts a daemon, and no build.
  private volatile boolean restarts; // set by the test before it is given to anybody

  public void restartsOnly() {
    restarts = true;
  }

  @Override
  public boolean builds() {
    return !restarts;
  }

  @Override
  public boolean restarts() {
    return restarts;
  }

  @Override
  public Build start(Consumer<String> onLine, Consumer<Result> done) {
    FakeBuild build = new FakeBuild(onLine, done);
    if (failsAtOnce) {
      build.fail("the build could not be run");
      return build;
    }
    started.add(build);
    return build;
  }

  public FakeBuild next() {
    return Await.take("a build", started);
  }

  public boolean noMore() {
    return started.isEmpty();
  }

  /// A build that runs until the test ends it.
  public static final class FakeBuild implements Build {
    private final Consumer<String> onLine;
    private final Consumer<Result> done;
    private volatile boolean cancelled; // set in a turn, read by the test

    FakeBuild(Consumer<String> onLine, Consumer<Result> done) {
      this.onLine = onLine;
      this.done = done;
    }

    public void line(String text) {
      onLine.accept(text);
    }

    public void succeed() {
      done.accept(new Result(true, false, "", "", 1_200, 0));
    }

    public void fail(String report) {
      done.accept(new Result(false, false, report, "/log/of/build", 800, 1));
    }

    /// It was the command that restarts the daemon that failed.
    public void failRestart(String report) {
      done.accept(
          new Result(false, false, report, "", 800, 0, Optional.empty(), true, Optional.empty()));
    }

    /// Fails for want of a port.
    public void fail(String report, PortUse port) {
      done.accept(
          new Result(false, false, report, "", 800, 0, Optional.of(port), false, Optional.empty()));
    }

    /// What a real build says after [#cancel].
    public void endCancelled() {
      done.accept(new Result(false, true, "", "", 100, 0));
    }

    public boolean cancelled() {
      return cancelled;
    }

    @Override
    public void cancel() {
      cancelled = true;
    }
  }
}
