package dev.pitstop.backend.build;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

/// A command of a reload that runs on a thread of its own. Whatever happens there, the command ends
/// with one result.
abstract class CommandRun implements Builder.Build {
  final CompletableFuture<Boolean> cancelled = new CompletableFuture<>();
  private final long startedNanos = System.nanoTime();

  /// Starts it; called once.
  ///
  /// @param name of the thread
  /// @param done takes the result
  final CommandRun on(ThreadFactory threads, String name, Consumer<Builder.Result> done) {
    try {
      Thread thread = threads.newThread(() -> done.accept(result()));
      thread.setName(name);
      thread.start();
    } catch (Throwable e) {
      done.accept(notRun(e));
    }
    return this;
  }

  private Builder.Result result() {
    try {
      return run();
    } catch (Throwable e) {
      return notRun(e);
    }
  }

  abstract Builder.Result run() throws Exception;

  /// The result if it could not be run.
  abstract Builder.Result notRun(Throwable why);

  @Override
  public final void cancel() {
    cancelled.complete(true);
  }

  final long millis() {
    return (System.nanoTime() - startedNanos) / 1_000_000;
  }
}
