package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.Serving;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A server that runs and does not list.
@ExtendWith(Sessions.class)
class HangingListTest {
  private static final String CHANGED = "notifications/tools/list_changed";

  /// Asks, and lets the patience with the server pass. The client gets these tools first. Its
  /// request is cancelled; gives the one with which Pitstop asks instead.
  private static JsonObject hang(SessionDriver d, FakeServer s, String id, String... shown) {
    d.request(id, "tools/list", "{}");
    s.expect("tools/list");
    d.awaitTimerAndAdvance(SessionDriver.HANDSHAKE_MILLIS);
    s.expect("notifications/cancelled");
    JsonObject ours = s.expect("tools/list");
    assertThat(tools(d, id)).startsWith(shown);
    return ours;
  }

  /// Answers the request of Pitstop's own, and lets it rest after that.
  private static void late(SessionDriver d, FakeServer s, JsonObject ours, String... tools) {
    answer(s, ours, tools);
    d.awaitTimerAndAdvance(250);
  }

  private static List<String> tools(SessionDriver d, String id) {
    return Json.names(Json.at(d.result(id), "tools"));
  }

  private static void answer(FakeServer s, JsonObject asked, String... tools) {
    s.answer(asked, "{\"tools\":" + FakeServer.tools(tools) + "}");
  }

  @Test
  @DisplayName(
      "nothing is known: our tools; its answer comes after all: list_changed, and it is asked")
  void nothingKnown(SessionDriver d) {
    FakeServer s = d.greeted();
    s.expect("tools/list"); // ours
    JsonObject asked = hang(d, s, "1", "recompile");
    answer(s, asked, "a");
    d.notified(CHANGED);
    d.request("2", "tools/list", "{}");
    s.list("a");
    assertThat(tools(d, "2")).startsWith("a", "recompile");
    s.child().exit(1);
    d.awaitState("crashed");
  }

  @Test
  @DisplayName("a server that is slow each time is not asked without end: what came late is known")
  void slow(SessionDriver d) {
    FakeServer s = d.greeted();
    JsonObject ours = s.expect("tools/list");
    JsonObject first = hang(d, s, "1", "recompile");
    late(d, s, first, "a");
    d.notified(CHANGED);
    JsonObject second = hang(d, s, "2", "a", "recompile");
    late(d, s, second, "a");
    JsonObject third = hang(d, s, "3", "a", "recompile");
    late(d, s, third, "a", "b");
    d.notified(CHANGED);
    answer(s, ours, "too late for us");
    d.sync(s);
  }

  @Test
  @DisplayName("what the last run listed is shown")
  void remembered() throws IOException {
    MemoryDirectory memory = MemoryDirectory.make();
    Setup setup = Setup.PLAIN.remembering(memory.path());
    try (SessionDriver d = new SessionDriver(setup)) {
      d.connect("known");
      memory.await("known");
    }
    try (SessionDriver d = new SessionDriver(setup)) {
      FakeServer s = d.greeted();
      s.expect("tools/list");
      JsonObject asked = hang(d, s, "1", "known", "recompile");
      answer(s, asked, "known");
      d.sync(s); // it was right
    }
  }

  @ParameterizedTest
  @CsvSource({
    "prompts/list, prompts",
    "resources/list, resources",
    "resources/templates/list, resourceTemplates"
  })
  @DisplayName("the other lists are empty if nothing is known of them, and told of later")
  void others(String method, String member, SessionDriver d) {
    FakeServer s = d.greeted("{\"prompts\":{},\"resources\":{}}");
    for (int i = 0; i < 3; i++) {
      s.next(); // ours
    }
    d.request("1", method, "{}");
    s.expect(method);
    d.awaitTimerAndAdvance(SessionDriver.HANDSHAKE_MILLIS);
    assertThat(d.result("1")).hasToString("{\"" + member + "\":[]}");
    s.expect("notifications/cancelled");
    for (int i = 0; i < 3; i++) {
      JsonObject ours = s.next();
      boolean it = Json.text(ours, "method").equals(method);
      String item = "{\"name\":\"n\",\"uri\":\"u\",\"uriTemplate\":\"u\"}";
      s.answer(ours, it ? "{\"" + member + "\":[" + item + "]}" : "{}");
    }
    d.notified(
        method.startsWith("p")
            ? "notifications/prompts/list_changed"
            : "notifications/resources/list_changed");
  }

  @Test
  @DisplayName("the same when a further page does not come")
  void secondPage(SessionDriver d, @Serving("a") FakeServer s) {
    d.request("1", "tools/list", "{}");
    s.answer(
        s.expect("tools/list"), "{\"tools\":" + FakeServer.tools("b") + ",\"nextCursor\":\"2\"}");
    s.expect("tools/list"); // the rest
    d.awaitTimerAndAdvance(SessionDriver.HANDSHAKE_MILLIS);
    assertThat(tools(d, "1")).startsWith("a", "recompile");
    answer(s, s.expect("tools/list"), "b", "c");
    d.notified(CHANGED);
  }

  @Test
  @DisplayName("a list that nobody waits for does not hold up the drain")
  void reload(SessionDriver d, @Serving("a") FakeServer s) {
    hang(d, s, "1", "a", "recompile");
    d.call("2", "recompile");
    d.spawned().comeUp("a", "b");
    d.notified(CHANGED);
    d.letPass();
    d.text("2");
    s.child().awaitStop();
  }

  /// A server that listed late is reloaded: the next one is on its way.
  private static void reloadedAfterALateList(SessionDriver d) {
    FakeServer s = d.connect("a");
    JsonObject asked = hang(d, s, "1", "a", "recompile");
    answer(s, asked, "late");
    d.notified(CHANGED);
    d.call("2", "recompile");
  }

  @Test
  @DisplayName("what came late from a run that was replaced since is not shown for the new one")
  void lateOfTheOlder(SessionDriver d) {
    reloadedAfterALateList(d);
    FakeServer now = d.spawned().comeUp("a", "b");
    d.notified(CHANGED);
    d.letPass();
    d.text("2");
    JsonObject again = hang(d, now, "3", "a", "b", "recompile");
    answer(now, again, "a", "b");
    d.sync(now);
  }

  @Test
  @DisplayName("nor does it start the server that crashed over it")
  void crash(SessionDriver d, @Serving("a") FakeServer s) {
    hang(d, s, "1", "a", "recompile");
    d.crash(s, 1);
    d.sync();
  }

  @Test
  @DisplayName("a cancelled one is not answered when the patience has passed")
  void cancelled(SessionDriver d, @Serving("a") FakeServer s) {
    d.request("1", "tools/list", "{}");
    JsonObject asked = s.expect("tools/list");
    d.cancel("1");
    s.expect("notifications/cancelled");
    d.timers.advance(SessionDriver.HANDSHAKE_MILLIS);
    answer(s, asked, "a");
    d.sync(s);
  }

  @Test
  @DisplayName("we could list it meanwhile: the client is told to ask again")
  void refreshed(SessionDriver d, @Serving("a") FakeServer s) {
    JsonObject ours = hang(d, s, "1", "a", "recompile");
    s.notify(CHANGED, "{}");
    d.sync(s);
    late(d, s, ours, "a");
    s.list("a", "b"); // it was said to have changed meanwhile
    d.notified(CHANGED);
    d.awaitTools("a", "b");
    s.child().exit(1);
    d.awaitState("crashed");
  }
}
