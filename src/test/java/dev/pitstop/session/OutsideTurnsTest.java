package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.OutsideTurns;
import dev.pitstop.harness.Await;
import dev.pitstop.log.Log;
import dev.pitstop.rpc.Monitor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Work outside turns.
class OutsideTurnsTest {
  private final Monitor monitor = new Monitor();
  private final List<String> came = new ArrayList<>(); // in turns

  private void take(String what) {
    monitor.check();
    came.add(what);
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
    Await.until("the end", () -> monitor.inTurn(() -> came.contains("last")));
    assertThat(came).containsExactly("instead", "last");
  }
}
