package dev.pitstop.backend;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.channel.Target;
import dev.pitstop.http.BadSetting;
import dev.pitstop.http.Endpoint;
import dev.pitstop.http.fixture.Answer;
import dev.pitstop.http.fixture.Gate;
import dev.pitstop.http.fixture.ScriptedDaemon;
import dev.pitstop.http.fixture.Setup;
import dev.pitstop.http.fixture.Step;
import dev.pitstop.process.Command;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// During which call a server asks, as the session is told.
class RelatedQuestionsTest {
  /// A request of the server, for whose answer nobody waits.
  private static String question(String id) {
    return "{\"jsonrpc\":\"2.0\",\"id\":\"" + id + "\",\"method\":\"roots/list\"}";
  }

  private static Step asks(String id) {
    return Step.data(question(id));
  }

  private static GreetingRig before(ScriptedDaemon daemon) throws BadSetting {
    return new GreetingRig(
            new Target.Daemon(
                Endpoint.of(daemon.url().toString(), List.of()),
                new Command(List.of(daemon.url().toString()), Map.of(), Path.of(".")),
                Optional.empty(),
                Optional.empty(),
                Path.of("/nonexistent")))
        .client(false);
  }

  private static void connect(GreetingRig rig, ScriptedDaemon daemon) throws InterruptedException {
    rig.turn(rig.backend::boot);
    daemon.awaitListening(1);
    rig.awaitTold("serving #1");
    rig.awaitTools("echo", "count", "slow");
  }

  /// A call with this answer, which has begun.
  private static String call(GreetingRig rig, ScriptedDaemon daemon, Gate gate, Answer answer)
      throws InterruptedException {
    daemon.on("tools/call").once().reply(answer);
    String call = rig.call();
    gate.awaitReached();
    return call;
  }

  @Test
  @DisplayName(
      "HTTP: a question belongs to the call on whose stream it comes, of several open ones")
  void streams() throws InterruptedException, BadSetting {
    ScriptedDaemon daemon = ScriptedDaemon.started(Setup.legacy());
    try (daemon;
        GreetingRig rig = before(daemon)) {
      connect(rig, daemon);
      Gate asks1 = new Gate();
      Gate asks2 = new Gate();
      Gate asks3 = new Gate();
      Gate ends1 = new Gate();
      Gate ends2 = new Gate();
      Gate ends3 = new Gate();
      String one =
          call(
              rig,
              daemon,
              asks1,
              Answer.sse(Step.stall(asks1), asks("q1"), Step.stall(ends1), Step.result()));
      String two =
          call(
              rig,
              daemon,
              asks2,
              Answer.sse(Step.stall(asks2), asks("q2"), Step.stall(ends2), Step.result()));
      String three =
          call(
              rig,
              daemon,
              asks3,
              Answer.sse(Step.stall(asks3), asks("q3"), Step.stall(ends3), Step.result()));
      asks2.open();
      rig.awaitTold("asked \"q2\" during " + two);
      daemon.push(asks("of nobody"));
      rig.awaitTold("asked \"of nobody\" during no call");
      asks1.open();
      rig.awaitTold("asked \"q1\" during " + one);
      ends1.open();
      rig.awaitEnd(one, "answered");
      asks3.open();
      rig.awaitTold("asked \"q3\" during " + three);
      ends2.open();
      ends3.open();
      rig.awaitEnd(two, "answered");
      rig.awaitEnd(three, "answered");
    }
  }

  @Test
  @DisplayName("HTTP: so it does after its stream was resumed, while another call is open")
  void resumed() throws InterruptedException, BadSetting {
    ScriptedDaemon daemon = ScriptedDaemon.started(Setup.legacy().resumable());
    try (daemon;
        GreetingRig rig = before(daemon)) {
      connect(rig, daemon);
      Gate end = new Gate();
      String other =
          call(rig, daemon, end, Answer.sse(Step.prime(), Step.stall(end), Step.result()));
      Gate breaks = new Gate();
      String resumed =
          call(
              rig,
              daemon,
              breaks,
              Answer.sse(
                  Step.retry(100),
                  Step.prime(),
                  Step.stall(breaks),
                  Step.end(),
                  asks("later"),
                  Step.result()));
      breaks.open();
      GreetingRig.pass(rig.network, 100);
      rig.awaitTold("asked \"later\" during " + resumed);
      rig.awaitEnd(resumed, "answered");
      end.open();
      rig.awaitEnd(other, "answered");
    }
  }

  @Test
  @DisplayName("HTTP: a question after the answer of its stream belongs to no call")
  void late() throws InterruptedException, BadSetting {
    ScriptedDaemon daemon = ScriptedDaemon.started(Setup.legacy());
    try (daemon;
        GreetingRig rig = before(daemon)) {
      connect(rig, daemon);
      Gate open = new Gate();
      String other = call(rig, daemon, open, Answer.sse(Step.stall(open), Step.result()));
      Gate late = new Gate();
      String call =
          call(
              rig, daemon, late, Answer.sse(asks("q"), Step.result(), Step.stall(late), asks("r")));
      rig.awaitEnd(call, "answered");
      assertThat(rig.told).contains("asked \"q\" during " + call);
      late.open();
      rig.awaitTold("asked \"r\" during no call");
      open.open();
      rig.awaitEnd(other, "answered");
    }
  }

  @Test
  @DisplayName("HTTP: a question during a request of Pitstop's own belongs to that")
  void own() throws InterruptedException, BadSetting {
    ScriptedDaemon daemon = ScriptedDaemon.started(Setup.legacy());
    daemon.on("tools/list").once().reply(Answer.sse(asks("q"), Step.result()));
    try (daemon;
        GreetingRig rig = before(daemon)) {
      connect(rig, daemon);
      rig.awaitTold("asked \"q\" during tools/list");
    }
  }

  @Test
  @DisplayName("stdio: nothing says to which call a question belongs, be it the only one")
  void stdio() {
    try (GreetingRig rig = new GreetingRig().client(false)) {
      FakeChild child = rig.boot();
      ServerKind server = new ServerKind(ServerKind.Kind.LEGACY);
      takes(server, child, "initialize");
      GreetingRig.expect(child, "notifications/initialized");
      takes(server, child, "tools/list");
      String call = rig.call();
      JsonObject asked = GreetingRig.expect(child, "tools/call");
      child.say(question("q"));
      GreetingRig.answer(child, asked, "{}");
      rig.awaitEnd(call, "answered");
      assertThat(rig.told).contains("asked \"q\" during no call");
    }
  }

  private static void takes(ServerKind server, FakeChild child, String method) {
    JsonObject request = GreetingRig.expect(child, method);
    child.say(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + request.get("id")
            + ","
            + server.answer(request).orElseThrow()
            + "}");
  }
}
