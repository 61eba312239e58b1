package dev.pitstop.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Outbox;
import dev.pitstop.rpc.RequestId;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// L3: what is kept of large calls that are in flight, and of those that are no more.
class InFlightTest {
  private final LineSink sink = new LineSink();
  private final Outbox outbox = new Outbox("test", sink, e -> {});
  private final Monitor monitor = new Monitor(new Outbox("client", new LineSink(), e -> {}));
  private final Incarnation inc = new Incarnation(1, new FakeChild(1), outbox, "alias-");

  private Call sent(int id) {
    String params = "{\"x\":\"" + "y".repeat(20_000) + "\"}";
    if (Codec.parse(Messages.request(RequestId.of(id), "x", params)) instanceof Message.Request r) {
      Call call = new Call(Call.Kind.REQUEST, r, RequestFacts.of(r), "", (c, ending) -> {});
      monitor.turn(Monitor.By.OTHER, () -> inc.give(monitor, call));
      return call;
    }
    throw new AssertionError("not a request");
  }

  @Test
  @DisplayName("L3: of a large call that is answered nothing is kept")
  void answered() {
    for (int i = 0; i < 10; i++) {
      inc.answered(sent(i).sentAs());
    }
    assertThat(inc.inFlight().large()).isZero();
    assertThat(inc.inFlight().bytes()).isZero();
  }

  @Test
  @DisplayName("L3: of a large call that is cancelled only its place is kept")
  void cancelled() {
    Call call = sent(1);
    inc.inFlight().cancelled(call);
    assertThat(inc.inFlight().large()).isZero();
    assertThat(inc.inFlight().bytes()).isEqualTo(InFlight.OVERHEAD);
    assertThat(inc.answered(call.sentAs())).contains(call);
    assertThat(inc.inFlight().bytes()).isZero();
  }

  @Test
  @DisplayName("L3: nor are the bytes of one that is never sent again, nor those of a dead server")
  void givenUp() {
    sent(1);
    Await.take("the call", sink.lines());
    sent(2);
    inc.inFlight().giveUp(outbox, call -> true);
    assertThat(inc.inFlight().large()).isLessThanOrEqualTo(1); // one that has not left may be there
    inc.orphans();
    assertThat(inc.inFlight().large()).isZero();
  }

  @Test
  @DisplayName("L3: of calls that were cancelled and are never answered the oldest are forgotten")
  void cancelledAndNeverAnswered() {
    Call first = sent(0);
    inc.inFlight().cancelled(first);
    for (int i = 1; i <= 1_000; i++) {
      inc.inFlight().cancelled(sent(i));
    }
    assertThat(inc.calls().size()).isEqualTo(1_000);
    assertThat(inc.inFlight().bytes()).isEqualTo(1_000L * InFlight.OVERHEAD);
    assertThat(inc.answered(first.sentAs())).isEmpty();
  }
}
