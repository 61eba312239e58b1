package dev.pitstop.backend.build;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Function;

/// A command of a reload that runs on a thread of its own. Whatever happens there, the command ends
/// with one result.
final class CommandRun implements Builder.Build {
  final CompletableFuture<Boolean> cancelled = new CompletableFuture<>();
  private final long startedNanos = System.nanoTime();

  /// Starts it; called once.
  ///
  /// @param name of the thread
  /// @param notRun makes the result if the command could not be run
  /// @param done takes the result
  CommandRun start(
      ThreadFactory threads,
      String name,
      Callable<Builder.Result> work,
      Function<Throwable, Builder.Result> notRun,
      Consumer<Builder.Result> done) {
    try {
      Thread thread = threads.newThread(() -> done.accept(result(work, notRun)));
      thread.setName(name);
      thread.start();
    } catch (Throwable e) {
      done.accept(notRun.apply(e));
    }
    return this;
  }

  private static Builder.Result result(
      Callable<Builder.Result> work, Function<Throwable, Builder.Result> notRun) {
    try {
      return work.call();
    } catch (Throwable e) {
      return notRun.apply(e);
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
