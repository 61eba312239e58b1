package dev.pitstop.backend;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// A replaced run finishes what it has, and nothing of it is kept then.
class DrainTest {
  private static void greetAndList(FakeChild server) {
    GreetingRig.initialized(server);
    GreetingRig.answer(server, GreetingRig.expect(server, "tools/list"), "{\"tools\":[]}");
  }

  @Test
  @DisplayName("the limit for a replaced run ends with the run")
  void limit() {
    try (GreetingRig rig = new GreetingRig(false)) {
      FakeChild old = rig.client(false).boot();
      greetAndList(old);
      rig.awaitTold("lists of #1");
      String call = rig.call();
      JsonObject request = GreetingRig.expect(old, "tools/call");
      rig.reload();
      greetAndList(rig.spawner.next());
      rig.awaitTold("serving #2");
      Await.until("the limit", () -> rig.timers.has(GreetingRig.DRAIN_MILLIS));
      GreetingRig.answer(old, request, "{}");
      rig.awaitEnd(call, "answered");
      rig.awaitTold("lost #1");
      Await.until("the limit's end", () -> !rig.timers.has(GreetingRig.DRAIN_MILLIS));
    }
  }
}
