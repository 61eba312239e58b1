package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.session.Sessions.Crashed;
import dev.pitstop.session.Sessions.Serving;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A defect of ours in what becomes of one call costs that call only.
@ExtendWith(Sessions.class)
class DefectTest {
  @Test
  @DisplayName("a defect in giving one held call does not lose those behind it")
  void held(@Crashed("a") SessionDriver d) {
    d.direct().giveBroken("resources/read", run -> true, false);
    FakeServer now = d.callStarting("1", "a").comeUp("a");
    now.text(now.expectCall("a"), "one");
    assertThat(d.text("1")).endsWith("one");
  }

  @Test
  @DisplayName("a call that a defect keeps from being sent ends with that, once")
  void unsent(@Crashed("a") SessionDriver d) {
    List<String> endings = d.direct().giveBroken("resources/read", run -> true, false);
    FakeServer now = d.callStarting("1", "a").comeUp("a");
    now.text(now.expectCall("a"), "one");
    assertThat(d.text("1")).endsWith("one");
    assertThat(endings)
        .singleElement()
        .asString()
        .contains("Failed", "java.lang.IllegalStateException: a defect");
  }

  @Test
  @DisplayName(
      "the same where it could be sent at once: whoever gave it hears of it by its end only")
  void unsentAtOnce(@Serving("a") SessionDriver d) {
    List<String> endings = d.direct().giveBroken("resources/read", run -> true, false);
    assertThat(endings).singleElement().asString().contains("Failed");
    assertThat(d.server().inFlight()).isZero();
  }

  @Test
  @DisplayName("a defect in repeating one call of a dead server does not lose the others")
  void repeated(SessionDriver d, @Serving("?a") FakeServer s) {
    d.direct().giveBroken("resources/read", run -> run > 1, false);
    s.expect("resources/read");
    d.callTo(s, "1", "a");
    FakeServer now = d.recompiling("2").comeUp("?a");
    d.text("2");
    s.child().exit(1);
    now.text(now.expectCall("a"), "one");
    assertThat(d.text("1")).endsWith("one");
  }

  @Test
  @DisplayName("a defect in ending one held call does not lose the others that nobody serves")
  void failed(@Crashed("a") SessionDriver d) {
    d.spawner.stick();
    d.spawner.refuse("as a test");
    d.direct().giveBroken("resources/read", run -> false, true);
    d.call("1", "a");
    d.sync();
    d.spawner.release();
    assertThat(d.text("1")).contains("as a test");
  }
}
