package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.session.Sessions.Builds;
import dev.pitstop.session.Sessions.Serving;
import dev.pitstop.session.Sessions.StopsFirst;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// How long a call may wait is counted from when it began to wait.
@ExtendWith(Sessions.class)
class HoldTimeTest {
  private static final long LIMIT = SessionDriver.HOLD.millis();

  @Test
  @DisplayName("calls put in front of a waiting one do not make it wait longer")
  void older(@StopsFirst SessionDriver d, @Serving("?look") FakeServer old) {
    old.child().stubborn();
    d.callTo(old, "1", "look");
    d.call("2", "recompile");
    old.child().awaitStop();
    d.call("3", "look"); // waits from here on
    d.sync();
    d.spawner.stick(); // the time that passes is not the next one's
    d.timers.advance(LIMIT - 1);
    old.child().exit(1);
    d.spawner.release();
    FakeServer now = d.spawned();
    assertThat(d.server().held()).isEqualTo(2);
    d.timers.advance(1);
    assertThat(d.text("3")).contains("waited 2 min 0 s", "did not reach it");
    now.comeUp("?look");
    assertThat(d.text("2")).contains("spawn #2");
    now.text(now.expectCall("look"), "the repeated one");
    assertThat(d.text("1")).endsWith("the repeated one");
  }

  @Test
  @DisplayName("a call that is repeated waits from when it was put back, before the others")
  void repeated(@Builds @StopsFirst SessionDriver d, @Serving("?look") FakeServer old) {
    old.child().stubborn();
    d.callTo(old, "1", "look");
    d.call("2", "recompile");
    old.child().awaitStop();
    d.call("3", "look");
    d.sync();
    d.timers.advance(LIMIT / 2);
    old.child().exit(1);
    var build = d.builder.next();
    d.sync();
    d.timers.advance(LIMIT / 2);
    assertThat(d.text("3")).contains("waited 2 min 0 s");
    d.timers.advance(LIMIT / 2);
    assertThat(d.text("1")).contains("waited 2 min 0 s");
    build.fail("no");
    d.text("2");
  }
}
