package dev.pitstop.session;

import static dev.pitstop.session.ManyDriver.WAIT_MILLIS;
import static dev.pitstop.session.ManyDriver.spec;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.catalog.ToolFilter;
import dev.pitstop.harness.Await;
import dev.pitstop.session.Sessions.Servers;
import dev.pitstop.session.Sessions.Silent;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// The merged lists, and when the client is told that they changed.
@ExtendWith(Sessions.class)
class ManyListsTest {
  private static final String OBJECT = "{\"type\":\"object\"}";

  /// A server whose list of tools is this text.
  private static FakeServer lists(ManyDriver d, String name, String tools) {
    FakeServer s = d.spawned(name).handshake();
    s.answer(s.expect("tools/list"), "{\"tools\":" + tools + "}");
    Await.until("its lists", () -> d.server(name).listed());
    return s;
  }

  @Test
  @DisplayName("the first list waits for servers that are quick; they stand in their order")
  void waits(@Servers("alpha beta") ManyDriver d) {
    FakeServer b = d.spawned("beta");
    FakeServer a = d.spawned("alpha");
    d.list("1");
    b.comeUp("b");
    d.client.waits("1");
    a.comeUp("a");
    assertThat(d.listed("1")).containsExactly("alpha__a", "beta__b");
    d.settle();
    d.client.heardNothing(); // the list brought it all
  }

  @Test
  @DisplayName(
      "servers are greeted when the client has spoken, so the first list waits for them from then")
  void silentAtFirst(@Silent @Servers("alpha beta") ManyDriver d) {
    FakeServer a = d.spawned("alpha");
    FakeServer b = d.spawned("beta");
    d.timers.advance(5 * WAIT_MILLIS); // a user was asked whether to connect, perhaps
    d.initialize();
    d.list("1");
    a.comeUp("a");
    d.client.waits("1");
    d.timers.advance(WAIT_MILLIS - 1);
    d.client.waits("1");
    b.comeUp("b");
    assertThat(d.listed("1")).containsExactly("alpha__a", "beta__b");
  }

  @Test
  @DisplayName(
      "one that hangs: the list comes without it when the wait is over; it"
          + " delays no second list; what comes late is told")
  void hangs(@Servers("alpha beta") ManyDriver d) {
    FakeServer hangs = d.spawned("alpha");
    d.up("beta", "b");
    d.list("1");
    d.client.waits("1");
    d.timers.advance(WAIT_MILLIS);
    assertThat(d.listed("1")).containsExactly("beta__b");
    assertThat(d.listNow("2")).containsExactly("beta__b");
    hangs.comeUp("a");
    d.listChanged();
    assertThat(d.listNow("3")).containsExactly("alpha__a", "beta__b");
  }

  @Test
  @DisplayName("a list waits for each as long as is said, from its own start, and no longer")
  void boundedForEach(@Servers("alpha") ManyDriver d) {
    d.spawned("alpha");
    d.timers.advance(WAIT_MILLIS - 10);
    d.add("1", "beta");
    d.spawned("beta").expect("initialize");
    d.list("2"); // asked long after alpha began, and just after beta
    d.client.waits("2");
    d.timers.advance(20);
    d.client.waits("2");
    d.add("3", "gamma");
    d.spawned("gamma").expect("initialize");
    d.timers.advance(WAIT_MILLIS - 20);
    d.client.waits("2");
    d.timers.advance(20);
    assertThat(d.listed("2")).isEmpty();
    for (String name : List.of("alpha", "beta", "gamma")) {
      d.remove("\"" + name + "\"", name);
      d.client.text("\"" + name + "\"");
    }
    d.client.failure("1");
    d.client.failure("3");
  }

  @Test
  @DisplayName("a list that waits can be cancelled")
  void cancelled(@Servers("alpha") ManyDriver d) {
    FakeServer s = d.spawned("alpha");
    d.list("1");
    d.client.waits("1");
    d.client.cancel("1");
    d.client.sync();
    s.comeUp("a");
    d.listChanged();
    assertThat(d.listNow("2")).containsExactly("alpha__a");
  }

  @Test
  @DisplayName("of a list that was waited for no timer is left, cancelled or answered")
  void noTimer(@Servers("alpha") ManyDriver d) {
    d.spawned("alpha").expect("initialize");
    d.timers.advance(1); // no other timer is due when the list's is
    d.list("1");
    d.client.waits("1");
    long most = Limits.MOST_WAITS * WAIT_MILLIS;
    assertThat(d.timers.has(most)).isTrue();
    d.client.cancel("1");
    d.client.sync();
    assertThat(d.timers.has(most)).as("cancelled").isFalse();
    d.list("2");
    d.client.waits("2");
    d.remove("3", "alpha");
    assertThat(d.listed("2")).isEmpty();
    d.client.text("3");
    assertThat(d.timers.has(most)).as("answered").isFalse();
  }

  @Test
  @DisplayName("many changes are one notification; what comes while it is told is told after")
  void coalesced(@Servers("alpha beta gamma srv") ManyDriver d) {
    d.timers.advance(Limits.PLACE_MILLIS);
    d.timers.advance(WAIT_MILLIS);
    assertThat(d.listNow("0")).isEmpty();
    d.up("alpha", "a");
    d.up("beta", "b");
    d.up("gamma", "c");
    d.timers.advance(1); // the pause is not over
    d.client.heardNothing();
    d.listChanged();
    d.client.heardNothing();
    d.up("srv", "s");
    d.settle();
    d.client.heard("notifications/tools/list_changed");
    d.client.heardNothing();
    assertThat(d.listNow("1")).hasSize(4);
  }

  @Test
  @DisplayName("a change between the first list and `notifications/initialized` is not lost")
  void beforeInitialized(@Silent @Servers("alpha") ManyDriver d) {
    d.client.request(
        "1",
        "initialize",
        "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\","
            + "\"version\":\"1\"}}");
    d.client.result("1");
    d.client.sync();
    d.timers.advance(WAIT_MILLIS);
    assertThat(d.listNow("2")).isEmpty();
    d.up("alpha", "a");
    d.settle();
    d.client.heardNothing(); // the client may not be told anything yet
    d.client.notify("notifications/initialized", "{}");
    d.settle();
    d.client.heard("notifications/tools/list_changed");
  }

  @Test
  @DisplayName("what changed before the client asked for any list is no news")
  void beforeAnyList(@Silent @Servers("alpha") ManyDriver d) {
    d.client.request(
        "1",
        "initialize",
        "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\","
            + "\"version\":\"1\"}}");
    d.client.result("1");
    d.up("alpha", "a");
    d.settle();
    d.client.notify("notifications/initialized", "{}");
    d.settle();
    d.client.heardNothing();
    assertThat(d.listNow("2")).containsExactly("alpha__a");
  }

  @Test
  @DisplayName("a server's own list change comes through: fetched, and told in any case")
  void ownChange(@Servers("alpha") ManyDriver d) {
    FakeServer s = d.up("alpha", "a");
    d.listNow("0");
    s.notify("notifications/tools/list_changed", "{}");
    s.list("a", "b");
    d.listChanged();
    assertThat(d.listNow("1")).containsExactly("alpha__a", "alpha__b");
    d.timers.advance(1_000);
    s.notify("notifications/tools/list_changed", "{}");
    s.list("a", "b"); // as before
    d.settle();
    assertThat(d.listNow("2")).containsExactly("alpha__a", "alpha__b");
  }

  @Test
  @DisplayName("of a server whose tools are filtered only a difference that the client sees counts")
  void filteredChange() {
    ToolFilter filter = new ToolFilter(List.of("a*"), List.of());
    try (ManyDriver d = ManyDriver.connected(spec("alpha", filter, false, false))) {
      FakeServer s = lists(d, "alpha", FakeServer.tools("a", "b"));
      assertThat(d.listNow("0")).containsExactly("alpha__a");
      s.notify("notifications/tools/list_changed", "{}");
      s.list("a", "c");
      Await.until("it to be compared", () -> d.timers.has(250)); // the pause after it
      d.settle();
      d.client.heardNothing();
      s.notify("notifications/tools/list_changed", "{}");
      s.list("a", "a2");
      d.listChanged();
      assertThat(d.listNow("1")).containsExactly("alpha__a", "alpha__a2");
    }
  }

  @Test
  @DisplayName(
      "what clients would refuse the whole list for is withheld and told; the rest is"
          + " listed; it can still be called")
  void invalid(@Servers("alpha beta") ManyDriver d) {
    d.up("beta", "b");
    FakeServer s =
        lists(
            d,
            "alpha",
            "[{\"name\":\"good\",\"inputSchema\":"
                + OBJECT
                + "},{\"name\":\"none\"},{\"name\":\"text\",\"inputSchema\":\"x\"},"
                + "{\"name\":\"array\",\"inputSchema\":{\"type\":\"array\"}},"
                + "{\"name\":\"props\",\"inputSchema\":{\"type\":\"object\",\"properties\":[]}},"
                + "{\"name\":\"req\",\"inputSchema\":{\"type\":\"object\",\"required\":[1]}},"
                + "{\"name\":\"out\",\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":1},"
                + "{\"name\":\"desc\",\"inputSchema\":{\"type\":\"object\"},\"description\":{}},"
                + "{\"name\":\"notes\",\"inputSchema\":{\"type\":\"object\"},\"annotations\":1},"
                + "{\"name\":\"good\",\"inputSchema\":"
                + OBJECT
                + "}]");
    assertThat(d.listNow("1")).containsExactly("alpha__good", "beta__b");
    JsonObject told = d.told("2", "alpha");
    assertThat(told.getAsJsonArray("problems")).hasSize(9);
    assertThat(told.getAsJsonArray("tools")).hasToString("[\"alpha__good\"]");
    assertThat(d.told("3", "beta").has("problems")).isFalse();
    d.client.call("4", "alpha__none");
    s.text(s.expectCall("none"), "called all the same");
    assertThat(d.client.text("4"))
        .startsWith("[pitstop] Server `alpha`: the tool `none` is not listed: ")
        .contains("; and 4 more. Clients would refuse the whole list for them.")
        .endsWith("called all the same");
    d.servedBy(s, "5", "alpha__none", "told once");
  }

  @Test
  @DisplayName("title, icons, annotations, outputSchema, `_meta`, unknown members survive")
  void metadata(@Servers("alpha") ManyDriver d) {
    String rest =
        "\"title\":\"T\",\"icons\":[{\"src\":\"x\"}],\"inputSchema\":{\"type\":\"object\",\"$x\":1.50},"
            + "\"outputSchema\":{\"type\":\"object\"},\"annotations\":{\"readOnlyHint\":true},"
            + "\"_meta\":{\"ui\":{\"resourceUri\":\"ui://x\"}},\"odd\":[1,null,1e3]}";
    lists(d, "alpha", "[{\"name\":\"a\"," + rest + "]");
    d.list("1");
    assertThat(Json.at(d.client.result("1"), "tools", 0))
        .hasToString("{\"name\":\"alpha__a\"," + rest);
  }

  @Test
  @DisplayName("tools that the configuration does not let in are not listed, found or called")
  void filtered() {
    ToolFilter filter = new ToolFilter(List.of("get_*"), List.of("*_secret"));
    try (ManyDriver d = ManyDriver.connected(spec("alpha", filter, false, false))) {
      lists(d, "alpha", FakeServer.tools("get_a", "get_secret", "put_a"));
      assertThat(d.listNow("1")).containsExactly("alpha__get_a");
      d.client.call("2", "search_tools", "{\"query\":\"secret\"}");
      assertThat(Json.at(d.client.facts("2"), "total").getAsInt()).isEqualTo(1);
      d.client.call("3", "alpha__get_secret");
      assertThat(Json.text(d.client.error("3"), "message")).contains("hides it");
      assertThat(Json.at(d.told("4", "alpha"), "tool_count").getAsInt()).isEqualTo(1);
    }
  }

  @Test
  @DisplayName("the list comes in one page: a cursor is nobody's")
  void cursor(ManyDriver d) {
    d.client.request("1", "tools/list", "{\"cursor\":\"x\"}");
    assertThat(Json.at(d.client.error("1"), "code").getAsInt()).isEqualTo(-32602);
  }

  @Test
  @DisplayName("one URI in two servers is listed once")
  void sameUri(@Servers("alpha beta") ManyDriver d) {
    for (String name : List.of("alpha", "beta")) {
      FakeServer s = d.spawned(name);
      s.greet("{\"resources\":{}}");
      s.expect("notifications/initialized");
      JsonObject asked = s.next();
      while (!Json.text(asked, "method").equals("resources/list")) {
        s.answer(asked, "{\"resourceTemplates\":[]}");
        asked = s.next();
      }
      s.answer(asked, "{\"resources\":[{\"uri\":\"file:///x\",\"name\":\"x\"}]}");
      if (d.names().contains(name)) {
        Await.until(
            "lists of " + name,
            () -> {
              if (!s.child().input().lines().isEmpty()) {
                s.answer(s.next(), "{\"resourceTemplates\":[]}");
              }
              return d.server(name).listed();
            });
      }
    }
    d.client.request("1", "resources/list", "{}");
    JsonObject list = d.client.result("1");
    assertThat(Json.text(list, "resources", 0, "uri")).isEqualTo("file:///x");
    assertThat(list.getAsJsonArray("resources")).hasSize(1);
  }
}
