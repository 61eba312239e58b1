package dev.pitstop.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.channel.Channel;
import dev.pitstop.channel.Events;
import dev.pitstop.channel.Facts;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.RunKind;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.process.TreeUsage;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.FreshIds;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// What is kept of calls that are in flight, and of those that are no more.
class InFlightTest {
  private final Run run =
      new Run(new Recipe(new Here(Written::new), null, Optional.empty(), List.of()), 1);
  private final InFlight calls =
      new InFlight(run, FreshIds.numbers(), LiveRuns.parts(new Monitor(), new FakeTimers()), null);
  private long left = Long.MAX_VALUE; // what of the stream of bytes has been written

  InFlightTest() {
    run.open(null);
  }

  private Call sent(int id, String params) {
    if (Codec.parse(Messages.request(RequestId.of(id), "x", params)) instanceof Message.Request r) {
      Call call = new Call(Call.Kind.REQUEST, r, RequestFacts.of(r), "", (c, ending) -> {});
      calls.give(call);
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

  @Test
  @DisplayName("of a large call that is answered nothing is kept")
  void answered() {
    for (int i = 0; i < 10; i++) {
      calls.answered(large(i).sentAs());
    }
    assertThat(calls.kept()).isZero();
  }

  @Test
  @DisplayName("of a large call that is cancelled only its place is kept")
  void cancelled() {
    Call call = large(1);
    calls.cancelled(call);
    assertThat(calls.kept()).isEqualTo(Call.OVERHEAD);
    assertThat(calls.answered(call.sentAs())).contains(call);
    assertThat(calls.kept()).isZero();
  }

  @Test
  @DisplayName(
      "Row 15: of two calls with one progress token the older keeps it when the newer ends")
  void oneTokenTwice() {
    Call older = reporting(1, "7");
    Call newer = reporting(2, "7");
    assertThat(calls.progressed("7")).contains(newer);
    calls.answered(newer.sentAs());
    assertThat(calls.progressed("7")).contains(older);
    older.cancel();
    calls.cancelled(older);
    assertThat(calls.progressed("7")).isEmpty();
    assertThat(calls.answered(older.sentAs())).as("its late answer").contains(older);
  }

  @Test
  @DisplayName("of calls that were cancelled and are never answered the oldest are forgotten")
  void cancelledAndNeverAnswered() {
    Call first = large(0);
    calls.cancelled(first);
    for (int i = 1; i <= 1_000; i++) {
      calls.cancelled(large(i));
    }
    assertThat(calls.kept()).isEqualTo(1_000L * Call.OVERHEAD);
    assertThat(calls.answered(first.sentAs())).isEmpty();
    assertThat(calls.orphans()).hasSize(1_000);
  }

  /// Opens runs to which everything is sent.
  record Here(Supplier<Link> link) implements Channel {
    @Override
    public Link open(int number, Events events) {
      return link.get();
    }

    @Override
    public RunKind kind() {
      return RunKind.PROCESS;
    }

    @Override
    public String display() {
      return "here";
    }

    @Override
    public Path directory() {
      return Path.of("/nonexistent");
    }
  }

  /// A connection of which `left` says how much was written.
  private final class Written implements Link {
    private long sent;

    @Override
    public Sent send(Outgoing message) {
      sent += message.length() + 1;
      return new Sent(sent, message.length());
    }

    @Override
    public void answered(Sent message) {
      // it was read, as all of it was written
    }

    @Override
    public boolean mayHaveRun(Sent message) {
      return message.end() <= left;
    }

    @Override
    public long pending() {
      return 0;
    }

    @Override
    public void stop(String why) {
      throw new AssertionError("nobody stops it");
    }

    @Override
    public void kill() {
      throw new AssertionError("nobody kills it");
    }

    @Override
    public Facts facts() {
      throw new AssertionError("nobody asks");
    }

    @Override
    public Optional<TreeUsage> usage() {
      return Optional.empty();
    }
  }
}
