package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.pitstop.backend.Call;
import dev.pitstop.backend.Failure;
import dev.pitstop.backend.Run;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// A defect of ours in what becomes of one call costs that call only.
class DefectTest {
  private static final Call.Ender NOBODY = (call, ending) -> {};

  /// Gives the backend a call that cannot be written for these runs.
  private static void unwritable(SessionDriver d, Predicate<Run> runs) {
    give(
        d,
        (splice, q, to) -> {
          if (runs.test(to)) {
            throw new IllegalStateException("a defect");
          }
        },
        NOBODY);
  }

  private static void give(SessionDriver d, Call.RequestEdits edits, Call.Ender ender) {
    Message parsed = Codec.parse(Messages.request(RequestId.of("bad"), "resources/read", "{}"));
    Message.Request bad = assertInstanceOf(Message.Request.class, parsed);
    Call call = new Call(Call.Kind.REQUEST, bad, RequestFacts.of(bad), "", edits, ender);
    d.look(() -> {
      d.backend().submit(call);
      return call;
    });
  }

  @Test
  @DisplayName("L3: a defect in giving one held call does not lose those behind it")
  void held() {
    try (SessionDriver d = new SessionDriver()) {
      d.crash(d.connect("a"), 1);
      unwritable(d, run -> true);
      d.call("1", "a");
      FakeServer now = d.spawned().comeUp("a");
      now.text(now.expectCall("a"), "one");
      assertThat(d.text("1")).endsWith("one");
    }
  }

  @Test
  @DisplayName("F3: a call that a defect keeps from being sent ends with that, once")
  void unsent() {
    try (SessionDriver d = new SessionDriver()) {
      d.crash(d.connect("a"), 1);
      List<Call.Ending> endings = new ArrayList<>();
      give(
          d,
          (splice, q, to) -> {
            throw new IllegalStateException("a defect");
          },
          (call, ending) -> endings.add(ending));
      d.call("1", "a");
      FakeServer now = d.spawned().comeUp("a");
      now.text(now.expectCall("a"), "one");
      assertThat(d.text("1")).endsWith("one");
      assertThat(endings)
          .singleElement()
          .isInstanceOfSatisfying(
              Call.Ending.Failed.class,
              f ->
                  assertThat(f.why())
                      .isEqualTo(new Failure.Defect("java.lang.IllegalStateException: a defect")));
    }
  }

  @Test
  @DisplayName(
      "F3: the same where it could be sent at once: whoever gave it hears of it by its end only")
  void unsentAtOnce() {
    try (SessionDriver d = new SessionDriver()) {
      d.connect("a");
      List<Call.Ending> endings = new ArrayList<>();
      give(
          d,
          (splice, q, to) -> {
            throw new IllegalStateException("a defect");
          },
          (call, ending) -> endings.add(ending));
      assertThat(endings).singleElement().isInstanceOf(Call.Ending.Failed.class);
      assertThat(d.server().inFlight()).isZero();
    }
  }

  @Test
  @DisplayName("C2: a defect in repeating one call of a dead server does not lose the others")
  void repeated() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = d.connect("?a");
      unwritable(d, run -> run.number() > 1);
      s.expect("resources/read");
      d.call("1", "a");
      s.expectCall("a");
      d.call("2", "recompile");
      FakeServer now = d.spawned().comeUp("?a");
      d.text("2");
      s.child().exit(1);
      now.text(now.expectCall("a"), "one");
      assertThat(d.text("1")).endsWith("one");
    }
  }

  @Test
  @DisplayName("L3: a defect in ending one held call does not lose the others that nobody serves")
  void failed() {
    try (SessionDriver d = new SessionDriver()) {
      d.crash(d.connect("a"), 1);
      d.spawner.stick();
      d.spawner.refuse("as a test");
      give(
          d,
          Call.AS_IT_IS,
          (call, ending) -> {
            throw new IllegalStateException("a defect");
          });
      d.call("1", "a");
      d.sync();
      d.spawner.release();
      assertThat(d.text("1")).contains("as a test");
    }
  }
}
