package dev.pitstop.session.tools;

import dev.pitstop.mcp.Messages;
import dev.pitstop.session.front.Wiring;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// A call of one of Pitstop's own tools, which runs on a thread of its own and may wait. It is
/// answered once, unless it was cancelled before.
public final class ManagedCall {
  private final Wiring wiring;
  private final Optional<String> progressToken;
  private final boolean byAgent;
  private final Consumer<Answer> sink;

  // Guarded by the monitor.
  private boolean over;
  private Runnable onCancel = () -> {};
  private int progress;

  /// @param progressToken the client's, as JSON; without one no progress is sent
  /// @param byAgent whether the agent reads the answer; otherwise it is not told by it
  /// @param sink takes the answer, in a turn
  public ManagedCall(
      Wiring wiring, Optional<String> progressToken, boolean byAgent, Consumer<Answer> sink) {
    this.wiring = wiring;
    this.progressToken = progressToken;
    this.byAgent = byAgent;
    this.sink = sink;
  }

  void progress(String message) {
    wiring
        .monitor()
        .turn(() -> {
          if (!over && progressToken.isPresent()) {
            progress++;
            wiring.client().send(Messages.progress(progressToken.get(), progress, message));
          }
        });
  }

  /// Waits for a future.
  ///
  /// @param begin makes it, in a turn, unless the client has cancelled
  /// @throws CancellationException if the client cancels
  <T> T await(Supplier<CompletableFuture<T>> begin) {
    return await(begin, () -> {}, () -> {});
  }

  /// The same.
  ///
  /// @param giveUp called in a turn if the client cancels after it has begun
  /// @param meanwhile done here once it has begun
  <T> T await(Supplier<CompletableFuture<T>> begin, Runnable giveUp, Runnable meanwhile) {
    CompletableFuture<T> what =
        wiring
            .monitor()
            .inTurn(() -> {
              if (over) {
                throw new CancellationException();
              }
              CompletableFuture<T> begun = begin.get();
              onCancel =
                  () -> {
                    giveUp.run();
                    begun.cancel(false);
                  };
              return begun;
            });
    meanwhile.run();
    return what.join();
  }

  /// Waits until what `begin` takes was run, which happens in a turn.
  void await(Consumer<Runnable> begin) {
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    await(() -> {
      begin.accept(() -> done.complete(true));
      return done;
    });
  }

  /// The client cancelled the call. Called in a turn.
  public void cancel() {
    over = true;
    onCancel.run();
  }

  /// Answers it, unless the client has cancelled.
  ///
  /// @param made makes the answer, in a turn
  void answer(Supplier<Answer> made) {
    wiring
        .monitor()
        .turn(() -> {
          Answer answer = made.get();
          if (!over) {
            over = true;
            sink.accept(answer);
            if (byAgent) {
              answer.told().run();
            }
          }
        });
  }
}
