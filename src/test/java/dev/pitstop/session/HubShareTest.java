package dev.pitstop.session;

import static dev.pitstop.session.ManyDriver.spec;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.FakeTimers;
import dev.pitstop.hub.Hub;
import dev.pitstop.memory.HeapBudget;
import dev.pitstop.memory.Holding;
import dev.pitstop.rpc.Monitor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// L3, S2: what a session keeps for its servers, beside other sessions in one heap.
class HubShareTest {
  private static final long MIB = 1 << 20;

  private final HeapBudget heap = new HeapBudget(64 * MIB); // 48 MiB to keep, 22 for one alone
  private final FakeTimers timers = new FakeTimers();

  /// Asks what a server may keep that needs as much.
  private LongUnaryOperator server(ManyDriver d) {
    List<LongUnaryOperator> mayKeep = new ArrayList<>();
    Backend server = d.member("alpha").backend();
    Hub hub = new Hub(30 * MIB, heap.open(), timers, new Monitor());
    d.turn(() ->
        hub.add(limit -> {
          mayKeep.add(limit);
          return server;
        }));
    return needed -> d.look(() -> mayKeep.getFirst().applyAsLong(needed));
  }

  @Test
  @DisplayName("It counts as kept by the session, until it is no longer kept")
  void counts() {
    try (ManyDriver d = ManyDriver.connected(spec("alpha"))) {
      d.up("alpha");
      LongUnaryOperator server = server(d);
      assertThat(server.applyAsLong(20 * MIB)).isGreaterThanOrEqualTo(20 * MIB);
      assertThat(heap.kept()).isEqualTo(20 * MIB);
      assertThat(server.applyAsLong(1_000)).as("little needs nobody's leave").isLessThan(MIB);
      timers.advance(1_000);
      assertThat(heap.kept()).as("the server has read it").isZero();
      assertThat(timers.none()).isTrue();
    }
  }

  @Test
  @DisplayName("What others keep cannot be kept; the limit that texts name is what is left")
  void others() {
    try (ManyDriver d = ManyDriver.connected(spec("alpha"))) {
      d.up("alpha");
      LongUnaryOperator server = server(d);
      Holding other = heap.open().holding();
      assertThat(other.keep(20 * MIB)).isTrue();
      assertThat(server.applyAsLong(20 * MIB)).isLessThan(10 * MIB);
      assertThat(server.applyAsLong(Long.MAX_VALUE)).isLessThan(10 * MIB);
      assertThat(server.applyAsLong(7 * MIB)).isGreaterThanOrEqualTo(7 * MIB);
      other.keeps(0);
      assertThat(server.applyAsLong(20 * MIB)).isGreaterThanOrEqualTo(20 * MIB);
    }
  }
}
