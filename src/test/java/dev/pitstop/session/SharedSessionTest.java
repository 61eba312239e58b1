package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Await;
import dev.pitstop.backend.FakeSpawner;
import dev.pitstop.backend.FakeTimers;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.Recorder;
import dev.pitstop.channel.shared.Member;
import dev.pitstop.channel.shared.Shared;
import dev.pitstop.channel.shared.Sharing;
import dev.pitstop.channel.stdio.Stdio;
import dev.pitstop.log.Log;
import dev.pitstop.process.Command;
import dev.pitstop.process.Commons;
import dev.pitstop.process.StderrRing;
import dev.pitstop.process.StopLimits;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.session.SessionDriver.Setup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("A session whose server is shared with another session")
@Timeout(60)
class SharedSessionTest {
  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
          + "\"2025-06-18\",\"capabilities\":{}}}";

  private final Commons commons = new Commons();
  private final FakeSpawner spawner = new FakeSpawner(1_000);
  private final StopLimits limits = StopLimits.usual();
  private final Shared other = other();

  private Shared other() {
    Command command = new Command(Setup.PLAIN.command(), Map.of(), Path.of("/nonexistent"));
    StderrRing ring = new StderrRing();
    FakeTimers timers = new FakeTimers();
    return new Shared(
        new Member(
            "other",
            command,
            limits,
            spawner,
            timers,
            Log.nowhere(),
            ring,
            (monitor, output) ->
                new Stdio(
                    "other",
                    command,
                    spawner,
                    limits,
                    monitor,
                    timers,
                    Log.nowhere(),
                    output,
                    SessionDriver.MAX_MESSAGE)),
        commons.get(Sharing.class, Sharing::new));
  }

  private record Run(Link link, Recorder told) {
    void initialize() {
      told.awaitOpened();
      link.send(Outgoing.of(INITIALIZE.getBytes(StandardCharsets.UTF_8)));
    }
  }

  private Run open(int number) {
    Recorder told = new Recorder();
    return new Run(other.open(number, told), told);
  }

  private SessionDriver session() {
    return new SessionDriver(Setup.PLAIN, commons);
  }

  @Test
  @DisplayName("R1: the other reloads: it follows, its call is drained, and the agent is told")
  void follows() {
    try (SessionDriver d = session()) {
      FakeServer old = d.connect("a");
      Run first = open(1);
      first.told().awaitOpened();
      d.call("1", "a");
      JsonObject call = old.expectCall("a");
      Run reload = open(2);
      FakeServer next = new FakeServer(spawner.next());
      reload.initialize();
      next.greet();
      reload.told().awaitMessages(1);
      next.expect("notifications/initialized");
      next.list("a");
      Await.until(
          "it serves", () -> d.look(() -> d.backend().serving().orElseThrow().number()) == 2);
      d.call("2", "a");
      next.text(next.expectCall("a"), "new");
      assertThat(d.text("2"))
          .contains("new", "`fake` was restarted by another session (spawn #2). Tools unchanged.");
      old.text(call, "drained");
      assertThat(d.text("1")).isEqualTo("drained");
      first.link().stop("is not needed");
      first.told().awaitEnd();
      reload.link().stop("is not needed");
      reload.told().awaitEnd();
    }
    assertThat(commons.get(Sharing.class, Sharing::new)).isNotNull();
  }

  @Test
  @DisplayName("F7: the other ends, which had started it: it goes on with one of its own")
  void handOver() {
    Run host = open(1);
    FakeServer old = new FakeServer(spawner.next());
    host.initialize();
    old.greet();
    host.told().awaitMessages(1);
    try (SessionDriver d = session()) {
      d.initialize();
      d.result("\"init\"");
      d.notify("notifications/initialized", "{}");
      old.expect("notifications/initialized");
      old.list("a");
      d.awaitTools("a");
      limits.end();
      host.link().stop("shut down");
      FakeServer next = d.spawned();
      next.comeUp("a");
      host.told().awaitEnd();
      d.call("1", "a");
      next.text(next.expectCall("a"), "new");
      assertThat(d.text("1")).contains("new", "restarted by another session (spawn #2)");
    }
  }

  @Test
  @DisplayName(
      "C1: the other's end takes the server with it: not a crash, and the call is answered")
  void hostGone() {
    Run host = open(1);
    FakeServer old = new FakeServer(spawner.next());
    host.initialize();
    old.greet();
    host.told().awaitMessages(1);
    try (SessionDriver d = session()) {
      d.initialize();
      d.result("\"init\"");
      d.notify("notifications/initialized", "{}");
      old.expect("notifications/initialized");
      old.list("a");
      d.awaitTools("a");
      d.call("1", "a");
      old.expectCall("a");
      limits.end();
      old.child().exit(137);
      host.told().awaitEnd();
      FakeServer next = d.spawned();
      next.comeUp("a");
      assertThat(d.text("1"))
          .contains("ended with the session that had started it", "may have taken effect");
      d.call("2", "a");
      next.text(next.expectCall("a"), "new");
      assertThat(d.text("2")).contains("new", "was restarted (spawn #2)").doesNotContain("crash");
    }
  }
}
