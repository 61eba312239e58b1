package dev.pitstop.backend.build;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

/// A command of a reload that runs on a thread of its own. Whatever happens there, the command ends
/// with one result.
final class CommandRun implements Builder.Build {
  /// What the command does.
  interface Work {
    Builder.Result run() throws Exception;

    /// The result if it could not be run.
    Builder.Result notRun(Throwable why);
  }

  final CompletableFuture<Boolean> cancelled = new CompletableFuture<>();
  private final long startedNanos = System.nanoTime();

  /// Starts it; called once.
  ///
  /// @param name of the thread
  /// @param done takes the result
  CommandRun start(ThreadFactory threads, String name, Work work, Consumer<Builder.Result> done) {
    try {
      Thread thread = threads.newThread(() -> done.accept(result(work)));
      thread.setName(name);
      thread.start();
    } catch (Throwable e) {
      done.accept(work.notRun(e));
    }
    return this;
  }

  private static Builder.Result result(Work work) {
    try {
      return work.run();
    } catch (Throwable e) {
      return work.notRun(e);
    }
  }

  @Override
  public void cancel() {
    cancelled.complete(true);
  }

  long millis() {
    return (System.nanoTime() - startedNanos) / 1_000_000;
  }
}
