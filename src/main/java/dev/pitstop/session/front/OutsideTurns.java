package dev.pitstop.session.front;

import dev.pitstop.log.Log;
import dev.pitstop.rpc.Monitor;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Does work that takes longer than a turn may take. The pieces are done outside turns, one after
/// the other, on a thread that lives as long as there is work. Each result comes in with a turn.
/// The results keep the order of the pieces, so none overtakes an earlier one.
public final class OutsideTurns {
  /// One piece of work. `then` is called once, whatever happens.
  private record Piece<T>(String what, Supplier<T> work, T otherwise, Consumer<T> then) {}

  private final Monitor monitor;
  private final Log log;
  private final ArrayDeque<Piece<?>> pieces =
      new ArrayDeque<>(); // in turns; the first is worked on

  public OutsideTurns(Monitor monitor, Log log) {
    this.monitor = monitor;
    this.log = log;
  }

  /// Whether a piece is being done. It must not be overtaken. Called in a turn.
  public boolean busy() {
    return !pieces.isEmpty();
  }

  /// Does `work`, and passes its result to `then` in a turn. If `work` failed, passes `otherwise`.
  /// On any thread.
  public <T> void run(Supplier<T> work, T otherwise, Consumer<T> then) {
    run("", work, otherwise, then);
  }

  /// The same, for work whose result somebody may miss.
  ///
  /// @param what as {@link Pending} says it
  public <T> void run(String what, Supplier<T> work, T otherwise, Consumer<T> then) {
    monitor.turn(() -> add(new Piece<>(what, work, otherwise, then)));
  }

  /// Runs `done` in a turn when all earlier pieces are done. Called in a turn.
  public void whenDone(Runnable done) {
    if (busy()) {
      add(new Piece<>("", () -> true, false, always -> done.run()));
    } else {
      done.run();
    }
  }

  private void add(Piece<?> piece) {
    if (!piece.what().isEmpty()) {
      monitor.pending().begin(piece.what());
    }
    pieces.add(piece);
    if (pieces.size() == 1) {
      Thread.ofPlatform().daemon().name("outside turns").start(this::all);
    }
  }

  private void all() {
    Optional<Piece<?>> next = monitor.inTurn(() -> Optional.of(pieces.element()));
    while (next.isPresent()) {
      done(next.get());
      next =
          monitor.inTurn(() -> {
            pieces.remove();
            return Optional.ofNullable(pieces.peek());
          });
    }
  }

  /// A bug in Pitstop, or a lack of memory, costs only this piece.
  private <T> void done(Piece<T> piece) {
    T result = piece.otherwise();
    try {
      result = piece.work().get();
    } catch (Throwable e) {
      log.error("defect", "in", "outside turns", "why", e.toString());
    }
    T found = result;
    try {
      monitor.turn(() -> {
        monitor.pending().end(piece.what());
        piece.then().accept(found);
      });
    } catch (Throwable e) {
      log.error("defect", "in", "the result of work outside turns", "why", e.toString());
    }
  }
}
