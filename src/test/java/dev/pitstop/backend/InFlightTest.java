package dev.pitstop.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.channel.Link;
import dev.pitstop.channel.RunKind;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.FreshIds;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// L3: what is kept of calls that are in flight, and of those that are no more.
class InFlightTest {
  private final InFlight calls = new InFlight(FreshIds.numbers());

  private Call sent(int id, String params) {
    if (Codec.parse(Messages.request(RequestId.of(id), "x", params)) instanceof Message.Request r) {
      Call call = new Call(Call.Kind.REQUEST, r, RequestFacts.of(r), "", (c, ending) -> {});
      call.sent(nobody(), calls.enter(r.id(), call), new Link.Sent(0, r.bytes().length));
      calls.sent(call);
      return call;
    }
    throw new AssertionError("not a request");
  }

  private Call large(int id) {
    return sent(id, "{\"x\":\"" + "y".repeat(20_000) + "\"}");
  }

  private Call reporting(int id, String token) {
    return sent(id, "{\"_meta\":{\"progressToken\":" + token + "}}");
  }

  private static Run nobody() {
    return new Run(RunKind.PROCESS, 1, FreshIds.numbers(), CallWatches.NONE, run -> null);
  }

  @Test
  @DisplayName("L3: of a large call that is answered nothing is kept")
  void answered() {
    for (int i = 0; i < 10; i++) {
      calls.answered(large(i).sentAs());
    }
    assertThat(calls.large()).isZero();
    assertThat(calls.bytes()).isZero();
  }

  @Test
  @DisplayName("L3: of a large call that is cancelled only its place is kept")
  void cancelled() {
    Call call = large(1);
    calls.cancelled(call);
    assertThat(calls.large()).isZero();
    assertThat(calls.bytes()).isEqualTo(InFlight.OVERHEAD);
    assertThat(calls.answered(call.sentAs())).contains(call);
    assertThat(calls.bytes()).isZero();
  }

  @Test
  @DisplayName("L3: nor are the bytes of one that is never sent again, nor those of a dead server")
  void givenUp() {
    large(1);
    Call waits = large(2);
    calls.giveUp(call -> call != waits, call -> true);
    assertThat(calls.large()).isEqualTo(1);
    calls.drain();
    assertThat(calls.large()).isZero();
  }

  @Test
  @DisplayName(
      "Row 15: of two calls with one progress token the older keeps it when the newer ends")
  void oneTokenTwice() {
    Call older = reporting(1, "7");
    Call newer = reporting(2, "7");
    assertThat(calls.byToken("7")).contains(newer);
    calls.answered(newer.sentAs());
    assertThat(calls.byToken("7")).contains(older);
    calls.cancelled(older);
    assertThat(calls.byToken("7")).isEmpty();
    assertThat(calls.answered(older.sentAs())).as("its late answer").contains(older);
  }

  @Test
  @DisplayName("Row 26: a progress token that is neither a string nor a number is nobody's")
  void oddTokens() {
    reporting(1, "7");
    for (String odd : new String[] {"true", "null", "{}", "[7]"}) {
      assertThat(calls.byToken(odd)).isEmpty();
    }
  }

  @Test
  @DisplayName("L3: of calls that were cancelled and are never answered the oldest are forgotten")
  void cancelledAndNeverAnswered() {
    Call first = large(0);
    calls.cancelled(first);
    for (int i = 1; i <= 1_000; i++) {
      calls.cancelled(large(i));
    }
    assertThat(calls.all()).hasSize(1_000);
    assertThat(calls.bytes()).isEqualTo(1_000L * InFlight.OVERHEAD);
    assertThat(calls.answered(first.sentAs())).isEmpty();
  }
}
