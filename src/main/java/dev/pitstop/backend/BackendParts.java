package dev.pitstop.backend;

import dev.pitstop.log.Log;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Timers;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongBinaryOperator;

/// What a backend is made of.
///
/// @param room says how many bytes of messages may be kept for this server now: takes how many are,
///   and how many are wanted. If so many may be kept, the answer may be fewer than all that may be
/// @param session is told what happens, and asked what the client has said
public record BackendParts(
    String name,
    Recipe recipe,
    Monitor monitor,
    Timers timers,
    Log log,
    StderrRing ring,
    LongBinaryOperator room,
    BackendListener session) {
  /// Writes a line to the log and to `server_stderr`. On any thread.
  void note(String text) {
    ring.append(ring.newest().orElse(0), StderrRing.Kind.NOTE, text);
    log.warn("note", "server", name, "text", text);
  }

  /// Runs `body` in a turn after this time.
  Timers.Timer turnAfter(long millis, Runnable body) {
    return timers.after(millis, () -> monitor.turn(body));
  }

  /// Completes in a turn after this time, unless it is completed or cancelled before.
  CompletableFuture<Void> pause(long millis) {
    CompletableFuture<Void> over = new CompletableFuture<>();
    within(millis, over);
    return over;
  }

  /// Completes `over` in a turn after this time, unless it is completed or cancelled before.
  void within(long millis, CompletableFuture<Void> over) {
    Timers.Timer limit = turnAfter(millis, () -> over.complete(null));
    over.whenComplete((done, cancelled) -> limit.cancel());
  }

  /// Runs `then` when the steps before have completed; never if one was cancelled, as its run is
  /// over.
  void after(CompletableFuture<Void> steps, String what, Runnable then) {
    steps.whenComplete((done, failure) -> {
      if (failure == null) {
        safely(what, then);
      } else if (!steps.isCancelled() && !(failure.getCause() instanceof CancellationException)) {
        defect(what, failure);
      }
    });
  }

  /// Runs one part of a step. A bug of Pitstop in it is logged, and costs only this part.
  void safely(String what, Runnable part) {
    try {
      part.run();
    } catch (RuntimeException | Error e) {
      defect(what, e);
    }
  }

  /// Logs a bug of Pitstop.
  void defect(String what, Throwable why) {
    log.error("defect", "server", name, "in", what, "why", why.toString());
  }
}
