package dev.pitstop.backend;

import com.google.gson.JsonObject;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// A defect in one who is told of a run costs nobody else what he waits for.
class DefectTest {
  @AutoClose private final GreetingRig rig = new GreetingRig(false);

  /// A legacy server that serves and has not listed its tools.
  private FakeChild serving() {
    FakeChild server = GreetingRig.initialized(rig.client(false).boot());
    GreetingRig.expect(server, "tools/list");
    rig.awaitState("running");
    return server;
  }

  @Test
  @DisplayName("a defect in one who is told of a run's end does not keep its calls open")
  void lost() {
    FakeChild server = serving();
    String call = rig.call();
    GreetingRig.expect(server, "tools/call");
    rig.spoil("lost #1");
    server.exit(1);
    rig.awaitEnd(call, "Lost");
  }

  @Test
  @DisplayName("nor does a defect in one who waits for its lists")
  void lists() {
    FakeChild server = serving();
    String call = rig.call();
    GreetingRig.expect(server, "tools/call");
    rig.turn(() ->
        rig.backend
            .lists()
            .whenKnown(
                1_000,
                () -> {
                  throw new IllegalStateException("a defect");
                }));
    server.exit(1);
    rig.awaitEnd(call, "Lost");
  }

  @Test
  @DisplayName("a defect in one message does not lose those that came with it")
  void burst() {
    FakeChild server = serving();
    String call = rig.call();
    JsonObject request = GreetingRig.expect(server, "tools/call");
    rig.spoil("x/y");
    server.say(
        "{\"jsonrpc\":\"2.0\",\"method\":\"x/y\"}\n{\"jsonrpc\":\"2.0\",\"id\":"
            + request.get("id")
            + ",\"result\":{}}");
    rig.awaitEnd(call, "answered");
  }
}
