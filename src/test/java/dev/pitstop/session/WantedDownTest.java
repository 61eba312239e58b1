package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.session.Sessions.Builds;
import dev.pitstop.session.Sessions.Reports;
import dev.pitstop.session.Sessions.Serving;
import dev.pitstop.session.Sessions.StopsFirst;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A server that somebody stopped stays down until somebody needs it anew, whatever was asked
/// before; and the texts say so.
@ExtendWith(Sessions.class)
class WantedDownTest {
  @Test
  @DisplayName("a read at the old one does not start a stopped server during a reload")
  void duringAReload(SessionDriver d, @Serving("?look") FakeServer old) {
    old.child().stubborn();
    d.callTo(old, "1", "look");
    FakeServer fresh = d.recompiling("2");
    fresh.expect("initialize");
    d.call("3", "stop_server");
    assertThat(d.text("2")).contains("was given up");
    old.child().awaitStop();
    fresh.child().awaitStop();
    old.child().exit(0);
    assertThat(d.text("1"))
        .contains("got no answer", "was stopped by `stop_server`", "The call only reads")
        .contains("would have restarted the server")
        .doesNotContain("may have taken effect", "replaced by a reload");
    assertThat(d.text("3")).contains("pid " + old.pid()).contains("pid " + fresh.pid());
    d.awaitState("stopped");
  }

  @Test
  @DisplayName("nor does one at a replaced server that drains")
  void whileDraining(SessionDriver d, @Serving("?look") FakeServer old) {
    old.child().stubborn();
    d.callTo(old, "1", "look");
    FakeServer fresh = d.recompiling("2").comeUp("?look");
    assertThat(d.text("2")).contains("spawn #2");
    d.call("3", "stop_server");
    fresh.child().awaitStop();
    old.child().awaitStop();
    old.child().exit(0);
    assertThat(d.text("1")).contains("was stopped by `stop_server`");
    assertThat(d.text("3")).contains("pid " + old.pid() + ", pid " + fresh.pid());
    d.awaitState("stopped");
  }

  @Test
  @DisplayName("what is asked after the stop starts it, also while the old one leaves")
  void askedAnew(SessionDriver d, @Serving("a") FakeServer s) {
    s.child().stubborn();
    d.call("1", "stop_server");
    s.child().awaitStop();
    d.call("2", "a");
    d.sync();
    s.child().exit(0);
    assertThat(d.text("1")).contains("Stopped server");
    FakeServer next = d.spawned().comeUp("a");
    next.text(next.expectCall("a"), "fine");
    assertThat(d.text("2")).endsWith("fine");
  }

  @Test
  @DisplayName("stop_server does not allow what a failed stop-first build forbids")
  void afterAFailedBuild(@Builds @StopsFirst SessionDriver d, @Serving("a") FakeServer s) {
    d.call("1", "recompile");
    s.child().awaitStop();
    d.builder.next().fail("no semicolon");
    assertThat(d.text("1")).contains("no semicolon");
    assertThat(d.callForText("2", "stop_server"))
        .contains(
            "was not running",
            "Once the errors are fixed, `recompile` rebuilds and starts" + " the server");
    assertThat(d.callForText("3", "a")).contains("Its build failed", "no semicolon");
    assertThat(d.server().unbuilt()).isTrue();
  }

  @Test
  @DisplayName("in report mode the tools leave the list also after a failed build")
  void listAfterAFailedBuild(
      @Builds @StopsFirst @Reports SessionDriver d, @Serving("a") FakeServer s) {
    d.call("1", "recompile");
    s.child().awaitStop();
    d.builder.next().fail("no semicolon");
    assertThat(d.textBeside("notifications/tools/list_changed", "1")).contains("no semicolon");
    assertThat(Json.names(Json.at(d.requestForResult("2", "tools/list", "{}"), "tools")))
        .doesNotContain("a");
  }

  @Test
  @DisplayName("nor does it forgive a crash loop, nor start a crashed one in report mode")
  void afterACrash(@Reports SessionDriver d, @Serving("a") FakeServer s) {
    d.crash(s, 3);
    d.notified("notifications/tools/list_changed");
    assertThat(d.callForText("1", "stop_server"))
        .contains("was not running", "`recompile` restarts the server");
    assertThat(d.callForText("2", "a")).contains("was not sent", "exit code 3");
  }
}
