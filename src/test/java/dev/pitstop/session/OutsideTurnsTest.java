package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.OutsideTurns;
import dev.pitstop.harness.Await;
import dev.pitstop.log.Log;
import dev.pitstop.rpc.Monitor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Work outside turns.
class OutsideTurnsTest {
  private final Monitor monitor = new Monitor();
  private final OutsideTurns aside = new OutsideTurns(monitor, Log.nowhere());
  private final List<String> came = new ArrayList<>(); // in turns

  private void take(String what) {
    monitor.check();
    came.add(what);
  }

  private boolean came(String last) {
    return monitor.inTurn(() -> came.contains(last));
  }

  @Test
  @DisplayName("what comes of each piece comes in order; the work itself is in no turn")
  void order() {
    CountDownLatch go = new CountDownLatch(1);
    aside.run(
        () -> {
          Await.until("the start", () -> go.getCount() == 0);
          return "first";
        },
        "failed",
        this::take);
    aside.run(() -> "second", "failed", this::take);
    assertThat(monitor.inTurn(came::isEmpty)).as("a turn is free while the first works").isTrue();
    go.countDown();
    Await.until("the end", () -> came("second"));
    assertThat(came).containsExactly("first", "second");
  }

  @Test
  @DisplayName("a piece that fails, in its work or after it, costs itself only")
  void failures() {
    aside.run(
        () -> {
          throw new OutOfMemoryError("too much");
        },
        "instead",
        this::take);
    aside.run(
        () -> "taken badly",
        "failed",
        what -> {
          throw new IllegalStateException(what);
        });
    aside.run(() -> "last", "failed", this::take);
    Await.until("the end", () -> came("last"));
    assertThat(came).containsExactly("instead", "last");
  }

  @Test
  @DisplayName("a piece for which the system has no thread fails, and is not done later")
  void noThread() {
    AtomicBoolean room = new AtomicBoolean();
    ThreadFactory threads =
        work -> {
          if (!room.get()) {
            throw new OutOfMemoryError("unable to create native thread");
          }
          return new Thread(work);
        };
    OutsideTurns scarce = new OutsideTurns(monitor, Log.nowhere(), threads);
    scarce.run(() -> "done", "instead", this::take);
    assertThat(monitor.inTurn(() -> List.copyOf(came))).containsExactly("instead");
    room.set(true);
    scarce.run(() -> "last", "failed", this::take);
    Await.until("the end", () -> came("last"));
    assertThat(came).containsExactly("instead", "last");
  }
}
