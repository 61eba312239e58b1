package dev.pitstop.backend;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
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

  private static void offersPrompts(FakeChild server) {
    GreetingRig.answer(
        server,
        GreetingRig.expect(server, "initialize"),
        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{},\"prompts\":{}}}");
    GreetingRig.expect(server, "notifications/initialized");
  }

  private static void awaitLists(GreetingRig rig, int times) {
    Await.until(
        times + " times lists of #2",
        () -> rig.told.stream().filter("lists of #2"::equals).count() == times);
  }

  @Test
  @DisplayName("A list that comes after those of a newer fetch changes nothing")
  void tooLate() {
    try (GreetingRig rig = new GreetingRig()) {
      FakeChild first = rig.client(false).boot();
      offersPrompts(first);
      lists(first, ECHO);
      GreetingRig.answer(first, GreetingRig.expect(first, "prompts/list"), "{\"prompts\":[]}");
      rig.awaitTools("echo");

      rig.reload();
      FakeChild server = rig.spawner.next();
      offersPrompts(server);
      lists(server, ECHO);
      JsonObject late = GreetingRig.expect(server, "prompts/list");
      rig.pass(GreetingRig.LIST_MILLIS);
      rig.awaitTold("serving #2");
      awaitLists(rig, 1);

      Run run = rig.look(() -> rig.backend.serving().orElseThrow());
      rig.turn(() -> rig.backend.listChanged(run, Kind.TOOLS));
      lists(server, tool("shout")); // its prompts are not waited for
      awaitLists(rig, 2);
      JsonObject prompts = GreetingRig.expect(server, "prompts/list");
      GreetingRig.answer(server, prompts, "{\"prompts\":[{\"name\":\"new\"}]}");
      awaitLists(rig, 3);
      GreetingRig.answer(server, late, "{\"prompts\":[{\"name\":\"old\"}]}");
      rig.pass(250);

      rig.turn(() -> rig.backend.listChanged(run, Kind.TOOLS));
      lists(server, tool("sing"));
      prompts = GreetingRig.expect(server, "prompts/list");
      GreetingRig.answer(server, prompts, "{\"prompts\":[]}");
      rig.awaitTools("sing");
      awaitLists(rig, 4);
      rig.pass(250);
    }
  }
}
