package dev.pitstop.backend;

import dev.pitstop.backend.build.Builder;
import dev.pitstop.harness.Await;
import dev.pitstop.process.PortUse;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/// Builds that end as the test wants.
public final class FakeBuilder implements Builder {
  private final BlockingQueue<FakeBuild> started = new LinkedBlockingQueue<>();
  private final List<FakeBuild> all = new CopyOnWriteArrayList<>();

  private volatile boolean left; // set by the test, read by the builds

  private volatile boolean failsAtOnce; // set by the test, read by the builds

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
  public Result run(Consumer<String> onLine, CompletableFuture<?> cancelled) {
    FakeBuild build = new FakeBuild(onLine, cancelled);
    if (failsAtOnce) {
      return new Result(false, false, "the build could not be run", "/log/of/build", 800, 1);
    }
    all.add(build);
    if (left) {
      leave();
    }
    started.add(build);
    return build.result.join();
  }

  /// The test ends: builds that it has left end as soon as they are cancelled.
  public void leave() {
    left = true;
    all.forEach(b -> b.cancelled.thenRun(() -> b.result.complete(FakeBuild.CANCELLED)));
  }

  /// Starts a build.
  ///
  /// @param done takes its result
  /// @return cancels it when it is completed
  static CompletableFuture<Void> start(
      Builder builder, Consumer<String> onLine, Consumer<Result> done) {
    CompletableFuture<Void> cancelled = new CompletableFuture<>();
    Thread.ofPlatform().daemon().start(() -> done.accept(builder.run(onLine, cancelled)));
    return cancelled;
  }

  public FakeBuild next() {
    return Await.take("a build", started);
  }

  public boolean noMore() {
    return started.isEmpty();
  }

  /// A build that runs until the test ends it.
  public static final class FakeBuild {
    private static final Result CANCELLED = new Result(false, true, "", "", 100, 0);

    private final Consumer<String> onLine;
    private final CompletableFuture<?> cancelled;
    private final CompletableFuture<Result> result = new CompletableFuture<>();
    private final Thread thread = Thread.currentThread();

    FakeBuild(Consumer<String> onLine, CompletableFuture<?> cancelled) {
      this.onLine = onLine;
      this.cancelled = cancelled;
    }

    public void line(String text) {
      onLine.accept(text);
    }

    /// Ends it, and waits until that was dealt with.
    private void end(Result how) {
      result.complete(how);
      Await.until("the end of the build's thread", () -> !thread.isAlive());
    }

    public void succeed() {
      end(new Result(true, false, "", "", 1_200, 0));
    }

    public void fail(String report) {
      end(new Result(false, false, report, "/log/of/build", 800, 1));
    }

    /// It was the command that restarts the daemon that failed.
    public void failRestart(String report) {
      end(new Result(false, false, report, "", 800, 0, Optional.empty(), true, Optional.empty()));
    }

    /// Fails for want of a port.
    public void fail(String report, PortUse port) {
      end(new Result(false, false, report, "", 800, 0, Optional.of(port), false, Optional.empty()));
    }

    /// What a real build says after it was cancelled.
    public void endCancelled() {
      end(CANCELLED);
    }

    public boolean cancelled() {
      return cancelled.isDone();
    }
  }
}
