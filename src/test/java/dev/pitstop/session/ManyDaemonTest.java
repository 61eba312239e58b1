package dev.pitstop.session;

import static dev.pitstop.session.ManyDriver.spec;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import dev.pitstop.http.fixture.Cut;
import dev.pitstop.http.fixture.ScriptedDaemon;
import dev.pitstop.http.fixture.Setup;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A daemon at a URL as one of many servers, beside one that is a process.
class ManyDaemonTest {
  private static void add(ManyDriver d, ScriptedDaemon daemon) {
    d.client.call("\"add\"", "add_server", "{\"name\":\"web\",\"url\":\"" + daemon.url() + "\"}");
  }

  /// The answer to that. No time passes before the daemon's tools have come: a session may leave a
  /// connection idle if the daemon answers another in time, and it answers by the real clock. The
  /// client hears of the tools before anything else happens: what comes and goes again within the
  /// pause before changes are told is none.
  private static String added(ManyDriver d) {
    d.listChanged();
    return d.client.text("\"add\"");
  }

  /// Lets the time pass in which a daemon is looked for, until it is found; its answers take real
  /// time, and no limit must pass meanwhile.
  private static void found(ManyDriver d, ScriptedDaemon daemon) {
    int before = daemon.requests().size();
    Await.until(
        "a request to the daemon",
        () -> {
          d.timers.advance(100);
          return daemon.requests().size() > before;
        });
  }

  /// Its loss may be found only by a further try to listen.
  private static void awaitAway(ManyDriver d) {
    Await.until(
        "web is away",
        () -> {
          d.timers.advance(100);
          return d.server("web").state().equals("starting");
        });
  }

  /// The client has heard that its tools came, or went.
  private static void told(ManyDriver d) {
    d.settle();
    d.client.heard("notifications/tools/list_changed");
  }

  private static void echo(ManyDriver d, String id) {
    d.client.call(id, "web__echo", "{\"key\":\"k" + id + "\",\"text\":\"hi k" + id + "\"}");
  }

  @ParameterizedTest(name = "modern daemon: {0}")
  @CsvSource({"false", "true"})
  @DisplayName("listed and called beside a process; a call waits for one that is restarted")
  void besides(boolean modern) throws InterruptedException {
    Setup setup = modern ? Setup.modern() : Setup.legacy();
    try (ScriptedDaemon daemon = ScriptedDaemon.started(setup);
        ManyDriver d = ManyDriver.connected(spec("alpha"))) {
      FakeServer alpha = d.up("alpha", "a");
      d.listChanged();
      add(d, daemon);
      assertThat(added(d)).contains("web__echo", daemon.url().toString());
      echo(d, "1");
      assertThat(d.client.text("1")).contains("hi k1");
      if (modern) {
        daemon.await(1, "subscriptions/listen");
      } else {
        daemon.awaitListening(1);
      }
      daemon.stop(Cut.CLOSE);
      awaitAway(d);
      echo(d, "2");
      d.client.waits("2");
      d.servedBy(alpha, "3", "alpha__a", "meanwhile");
      daemon.start(setup);
      found(d, daemon);
      assertThat(d.client.text("2")).contains("hi k2");
      assertThat(daemon.executions("k2")).isOne();
      d.removed("4", "web");
      told(d);
    }
  }

  @Test
  @DisplayName("added before its daemon is there: served when that comes")
  void addedEarly() {
    try (ScriptedDaemon daemon = ScriptedDaemon.stopped();
        ManyDriver d = ManyDriver.connected()) {
      add(d, daemon);
      d.awaitState("web", "starting");
      daemon.start(Setup.legacy());
      found(d, daemon);
      assertThat(added(d)).contains("Added server `web`"); // with its tools, if they came in time
      echo(d, "1");
      assertThat(d.client.text("1")).contains("hi k1");
      d.removed("2", "web");
      d.settle(); // the client, which has fetched nothing since, would get what it had
    }
  }

  @Test
  @DisplayName("removed while its daemon is waited for: the calls that wait are told")
  void removedWhileWaiting() throws InterruptedException {
    try (ScriptedDaemon daemon = ScriptedDaemon.started(Setup.legacy());
        ManyDriver d = ManyDriver.connected()) {
      add(d, daemon);
      added(d);
      daemon.awaitListening(1);
      daemon.stop(Cut.CLOSE);
      awaitAway(d);
      echo(d, "1");
      d.client.waits("1");
      d.remove("2", "web");
      assertThat(d.client.failure("1")).contains("`web` was removed");
      d.client.text("2");
      daemon.start(Setup.legacy());
      assertThat(daemon.executions("k1")).isZero();
      d.settle();
    }
  }
}
