package dev.pitstop.session.tools;

import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.session.front.ClientPort;
import dev.pitstop.session.texts.FailureText;
import dev.pitstop.session.texts.JsonFacts;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/// A call of one of Pitstop's own tools. It is answered once, from any thread, unless it was
/// cancelled before.
public final class ManagedCall {
  private final Monitor monitor;
  private final ClientPort client;
  private final Optional<String> progressToken;
  private final boolean modern;
  private final boolean byAgent;
  private final Consumer<String> sink;

  // Guarded by the monitor.
  private boolean over;
  private Runnable onCancel = () -> {};
  private int progress;

  /// @param progressToken the client's, as JSON; without one no progress is sent
  /// @param byAgent whether the agent reads the answer; otherwise it is not told by it
  /// @param sink takes the result as JSON, in a turn
  public ManagedCall(
      Monitor monitor,
      ClientPort client,
      Optional<String> progressToken,
      boolean modern,
      boolean byAgent,
      Consumer<String> sink) {
    this.monitor = monitor;
    this.client = client;
    this.progressToken = progressToken;
    this.modern = modern;
    this.byAgent = byAgent;
    this.sink = sink;
  }

  /// Sends progress to a client that asked for it.
  void progress(String message) {
    monitor.turn(() -> {
      if (!over && progressToken.isPresent()) {
        progress++;
        client.send(Messages.progress(progressToken.get(), progress, message));
      }
    });
  }

  /// Runs `task` if the client cancels; at once if it already has.
  void onCancel(Runnable task) {
    monitor.turn(() -> {
      onCancel = task;
      if (over) {
        task.run();
      }
    });
  }

  /// Begins something that is given up if the client cancels.
  ///
  /// @param begin takes what takes the result, which is told in a turn; returns how to give up.
  ///   Called in a turn, unless the client has cancelled
  /// @return to be joined on the call's own thread; throws a [CancellationException] if the client
  ///   cancels
  <T> CompletableFuture<T> begin(Function<Consumer<T>, Runnable> begin) {
    CompletableFuture<T> result = new CompletableFuture<>();
    monitor.turn(() -> {
      Runnable giveUp = over ? () -> {} : begin.apply(result::complete);
      onCancel(() -> {
        giveUp.run();
        result.cancel(false);
      });
    });
    return result;
  }

  /// Waits until `told` was run, which happens in a turn.
  ///
  /// @param begin takes `told`; called in a turn
  /// @param giveUp runs if the client cancels
  /// @throws CancellationException if the client cancels
  void await(Consumer<Runnable> begin, Runnable giveUp) {
    this.<Boolean>begin(
            told -> {
              begin.accept(() -> told.accept(true));
              return giveUp;
            })
        .join();
  }

  /// The client cancelled the call. Called in a turn.
  public void cancel() {
    over = true;
    onCancel.run();
  }

  /// @param facts the content of the text, for programs
  /// @return whether it was sent to the agent; not if the client cancelled
  boolean answer(String text, JsonFacts facts) {
    return send(text, Optional.of(facts), false);
  }

  /// Answers without facts.
  void answer(String text) {
    send(text, Optional.empty(), false);
  }

  void fail(String text) {
    send(text, Optional.empty(), true);
  }

  boolean send(String text, Optional<JsonFacts> facts, boolean error) {
    String result =
        "{\"content\":["
            + Messages.textBlock(error ? FailureText.fit(text) : text)
            + "]"
            + facts.map(f -> ",\"_meta\":{\"" + Meta.FACTS + "\":" + f.json() + "}").orElse("")
            + (error ? ",\"isError\":true" : "")
            + (modern ? ",\"resultType\":\"complete\"}" : "}");
    return monitor.inTurn(() -> {
      boolean sends = !over;
      if (sends) {
        over = true;
        sink.accept(result);
      }
      return sends && byAgent;
    });
  }
}
