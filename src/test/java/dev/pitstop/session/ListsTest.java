package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.Serving;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The lists.
@ExtendWith(Sessions.class)
class ListsTest {
  private static void page(FakeServer s, String cursor, String next, String... tools) {
    JsonObject asked = s.expect("tools/list");
    if (!cursor.isEmpty()) {
      assertThat(Json.text(asked, "params", "cursor")).isEqualTo(cursor);
    }
    s.answer(
        asked,
        "{\"tools\":"
            + FakeServer.tools(tools)
            + (next.isEmpty() ? "}" : ",\"nextCursor\":\"" + next + "\"}"));
  }

  @Test
  @DisplayName("pages are joined into one, our tools once and last, no cursor left")
  void joined(SessionDriver d, @Serving("a") FakeServer s) {
    d.request("1", "tools/list", "{}");
    page(s, "", "p2", "a", "b");
    page(s, "p2", "p3");
    page(s, "p3", "", "c");
    JsonObject r = d.result("1");
    List<String> names = Json.names(Json.at(r, "tools"));
    assertThat(names).startsWith("a", "b", "c").doesNotHaveDuplicates().contains("recompile");
    assertThat(names).hasSize(3 + 8);
    Json.at(r, "tools")
        .getAsJsonArray()
        .asList()
        .subList(3, 11)
        .forEach(ManyToolsTest::isDescribed);
    assertThat(r.has("nextCursor")).isFalse();
  }

  @Test
  @DisplayName("the server dies between two pages: one answer all the same")
  void diesBetweenPages(SessionDriver d, @Serving("a") FakeServer s) {
    d.request("1", "tools/list", "{}");
    page(s, "", "p2", "a");
    s.expect("tools/list");
    s.child().exit(1);
    assertThat(Json.names(Json.at(d.result("1"), "tools"))).contains("recompile");
    d.awaitState("crashed");
  }

  @Test
  @DisplayName("dead before its lists were known: the client's list is of nobody any more")
  void diesBeforeItsListsAreKnown(SessionDriver d) {
    FakeServer s = d.greeted();
    s.expect("tools/list"); // ours, which it does not answer
    d.request("1", "tools/list", "{}");
    page(s, "", "", "a");
    assertThat(Json.names(Json.at(d.result("1"), "tools"))).startsWith("a");
    s.child().exit(1);
    d.awaitState("crashed");
    d.call("2", "b");
    FakeServer next = d.spawned().comeUp("b");
    d.notified("notifications/tools/list_changed");
    next.text(next.expectCall("b"), "x");
    assertThat(d.text("2")).contains("Changes in its tools are unknown");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("a list that the replaced one gives after the new one's is told of, if it is wrong")
  void answeredByTheReplaced(boolean changed, SessionDriver d) {
    String listChanged = "notifications/tools/list_changed";
    FakeServer old = d.connect("a");
    d.request("1", "tools/list", "{}");
    JsonObject asked = old.expect("tools/list");
    d.call("2", "recompile");
    FakeServer now = d.spawned().comeUp(changed ? "b" : "a");
    if (changed) {
      d.notified(listChanged);
    }
    d.text("2");
    if (changed) {
      d.request("3", "tools/list", "{}");
      page(now, "", "", "b");
      assertThat(Json.names(Json.at(d.result("3"), "tools"))).startsWith("b");
    }
    old.answer(asked, "{\"tools\":" + FakeServer.tools("a") + "}");
    assertThat(Json.names(Json.at(d.result("1"), "tools"))).startsWith("a");
    if (changed) {
      d.notified(listChanged);
    }
    assertThat(old.child().awaitStop()).isEqualTo("replaced");
  }

  @Test
  @DisplayName("prompts, resources and templates are joined as well, without our tools")
  void others(SessionDriver d, @Serving("a") FakeServer s) {
    d.request("1", "prompts/list", "{}");
    s.answer(s.expect("prompts/list"), "{\"prompts\":[{\"name\":\"p\"}],\"nextCursor\":\"2\"}");
    s.answer(s.expect("prompts/list"), "{\"prompts\":[{\"name\":\"q\"}]}");
    assertThat(d.result("1")).hasToString("{\"prompts\":[{\"name\":\"p\"},{\"name\":\"q\"}]}");
    d.request("2", "resources/templates/list", "{}");
    s.answer(s.expect("resources/templates/list"), "{\"resourceTemplates\":[]}");
    assertThat(d.result("2")).hasToString("{\"resourceTemplates\":[]}");
  }

  @Test
  @DisplayName("a server that says again and again that its lists changed is not asked each time")
  void manyChanges(SessionDriver d) {
    String changed = "notifications/tools/list_changed";
    FakeServer s = d.connect("a");
    for (int i = 0; i < 10; i++) {
      s.notify(changed, "{}");
    }
    d.sync(s);
    s.list("a", "b"); // once
    d.awaitTools("a", "b");
    s.notify(changed, "{}");
    d.servedBy(s, "1", "a", "asked nothing before");
    d.timers.advance(250);
    s.list("a", "b", "c"); // once more, for the nine and the last
    d.notified(changed); // once, for what is there now
    d.timers.advance(250);
    d.servedBy(s, "2", "a", "asked nothing before");
  }

  @Test
  @DisplayName("a server without tools; a cursor that we never gave")
  void noTools(SessionDriver d, @Serving("a") FakeServer s) {
    d.request("1", "tools/list", "{}");
    s.refusing("tools/list");
    assertThat(Json.names(Json.at(d.result("1"), "tools"))).hasSize(8);
    d.request("2", "tools/list", "{\"cursor\":\"x\"}");
    assertThat(Json.at(d.error("2"), "code").getAsInt()).isEqualTo(-32602);
    d.request("3", "prompts/list", "{}");
    s.refusing("prompts/list");
    assertThat(Json.at(d.error("3"), "code").getAsInt()).isEqualTo(-32601);
  }

  @Test
  @DisplayName(
      "a server's own list_changed updates the catalogue, and is passed on if that changed")
  void ownListChanged(SessionDriver d, @Serving("a") FakeServer s) {
    s.notify("notifications/tools/list_changed", "{}");
    s.list("a", "b");
    d.notified("notifications/tools/list_changed");
    d.awaitTools("a", "b");
  }

  @Test
  @DisplayName("list_changed of an incarnation that does not serve says nothing to the client")
  void foreignListChanged(SessionDriver d, @Serving("a") FakeServer old) {
    d.call("1", "recompile");
    FakeServer now = d.spawned();
    now.greet();
    now.expect("notifications/initialized");
    JsonObject list = now.expect("tools/list");
    now.notify("notifications/tools/list_changed", "{}");
    now.answer(list, "{\"tools\":" + FakeServer.tools("a") + "}");
    now.list("a"); // asked again
    assertThat(d.text("1")).contains("did not change");
    old.child().awaitStop();
  }

  @Test
  @DisplayName("a new incarnation that does not list in time serves with the lists that were known")
  void silentLists(SessionDriver d, @Serving("a") FakeServer old) {
    d.call("1", "recompile");
    FakeServer now = d.spawned();
    now.greet();
    now.expect("notifications/initialized");
    now.expect("tools/list");
    d.timers.advance(SessionDriver.LIST_MILLIS);
    assertThat(d.text("1")).contains("spawn #2", "are unknown");
    old.child().awaitStop();
    d.awaitTools("a");
  }

  @Test
  @DisplayName("the answer to an older list request of ours does not replace that to a newer one")
  void olderAnswerLater(SessionDriver d, @Serving("a") FakeServer s) {
    s.notify("notifications/tools/list_changed", "{}");
    JsonObject older = s.expect("tools/list");
    d.notify("notifications/initialized", "{}"); // once more: asks again
    s.list("newer");
    d.notified("notifications/tools/list_changed");
    d.awaitTools("newer");
    s.answer(older, "{\"tools\":" + FakeServer.tools("older") + "}");
    d.awaitTimerAndAdvance(250); // the pause behind it
    d.awaitTools("newer");
  }
}
