package dev.pitstop.backend;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Lists that come after newer ones.
class LateCatalogTest {
  private static final String ECHO = tool("echo");

  private static String tool(String name) {
    return "{\"tools\":[{\"name\":\"" + name + "\",\"inputSchema\":{\"type\":\"object\"}}]}";
  }

  private static void lists(FakeChild server, String tools) {
    GreetingRig.answer(server, GreetingRig.expect(server, "tools/list"), tools);
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
      rig.turn(() -> rig.backend.lists().changed(run));
      lists(server, tool("shout"));
      JsonObject prompts = GreetingRig.expect(server, "prompts/list");
      rig.pass(GreetingRig.LIST_MILLIS);
      awaitLists(rig, 2);
      GreetingRig.answer(server, prompts, "{\"prompts\":[{\"name\":\"new\"}]}");
      awaitLists(rig, 3);
      GreetingRig.answer(server, late, "{\"prompts\":[{\"name\":\"old\"}]}");
      rig.pass(250);

      rig.turn(() -> rig.backend.lists().changed(run));
      lists(server, tool("sing"));
      prompts = GreetingRig.expect(server, "prompts/list");
      GreetingRig.answer(server, prompts, "{\"prompts\":[]}");
      rig.awaitTools("sing");
      awaitLists(rig, 4);
      rig.pass(250);
    }
  }
}
