package dev.pitstop.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.catalog.Kind;
import dev.pitstop.harness.Await;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Whoever has been given a list sees by its version whether there is a newer one.
class CatalogVersionTest {
  private static final String ECHO = tool("echo");

  private static String tool(String name) {
    return "{\"tools\":[{\"name\":\"" + name + "\",\"inputSchema\":{\"type\":\"object\"}}]}";
  }

  private static void greets(FakeChild server) {
    GreetingRig.answer(
        server,
        GreetingRig.expect(server, "initialize"),
        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}}}");
    GreetingRig.expect(server, "notifications/initialized");
  }

  private static void lists(FakeChild server, String tools) {
    GreetingRig.answer(server, GreetingRig.expect(server, "tools/list"), tools);
  }

  private static void awaitVersion(GreetingRig rig, long version) {
    Await.until(
        "version " + version, () -> rig.look(() -> rig.backend.version(Kind.TOOLS)) >= version);
    assertThat(rig.look(() -> rig.backend.version(Kind.TOOLS))).isEqualTo(version);
    assertThat(rig.look(() -> rig.backend.version(Kind.PROMPTS))).as("of prompts").isZero();
  }

  @Test
  @DisplayName("A list has a newer version when it differs, or when the server says so")
  void grows() {
    try (GreetingRig rig = new GreetingRig()) {
      awaitVersion(rig, 0);
      FakeChild server = rig.client(false).boot();
      greets(server);
      lists(server, ECHO);
      awaitVersion(rig, 1);

      Run run = rig.look(() -> rig.backend.serving().orElseThrow());
      rig.turn(() -> rig.backend.listChanged(run, Kind.TOOLS));
      lists(server, ECHO); // it said so, although nothing has changed
      awaitVersion(rig, 2);
      rig.pass(250); // it has been asked just now

      rig.reload();
      FakeChild same = rig.spawner.next();
      greets(same);
      lists(same, ECHO);
      rig.awaitTold("reload RELOADED");
      awaitVersion(rig, 2);

      rig.reload();
      FakeChild other = rig.spawner.next();
      greets(other);
      lists(other, tool("shout"));
      rig.awaitTold("serving #3");
      awaitVersion(rig, 3);
    }
  }
}
