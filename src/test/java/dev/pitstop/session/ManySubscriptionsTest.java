package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import dev.pitstop.session.Sessions.Legacy;
import dev.pitstop.session.Sessions.Modern;
import dev.pitstop.session.WireServer.Offer;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What a client of either era hears of the resources and lists of servers of either.
@ExtendWith(Sessions.class)
class ManySubscriptionsTest {
  private static final String UPDATED = "notifications/resources/updated";

  /// How results of a modern server end.
  private static final String MODERN =
      "\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\"}";

  private static Offer offer(String... uris) {
    return Offer.tools("sync").resources(uris);
  }

  private static void updated(WireServer s, String uri) {
    s.notify(UPDATED, "{\"uri\":\"" + uri + "\"}");
  }

  /// On a listen, as a modern server says it.
  private static void updated(WireServer s, String listen, String uri) {
    s.notify(
        UPDATED,
        "{\"_meta\":{\"" + ManyWire.SUBSCRIPTION + "\":" + listen + "},\"uri\":\"" + uri + "\"}");
  }

  private static void subscribe(ManyWire w, String id, String uri) {
    assertThat(w.requestForResult(id, "resources/subscribe", "{\"uri\":\"" + uri + "\"}"))
        .hasToString("{}");
  }

  private static JsonObject listened(WireServer s, String uris) {
    JsonObject listen = s.expect("subscriptions/listen");
    JsonObject filter = Json.at(listen, "params", "notifications").getAsJsonObject();
    assertThat(filter.has("resourceSubscriptions") ? filter.get("resourceSubscriptions") : "[]")
        .hasToString(uris);
    return listen;
  }

  @Test
  @DisplayName("a legacy client over legacy servers: updates come from the owner alone")
  void legacyOverLegacy(@Legacy ManyWire w) {
    WireServer one = w.addLegacy("one", offer("same://x"));
    WireServer two = w.addLegacy("two", offer("same://x", "two://y"));
    subscribe(w, "1", "same://x");
    one.expect("resources/subscribe");
    updated(two, "same://x"); // nobody asked it
    w.sync(two);
    updated(one, "same://x");
    assertThat(w.notified(UPDATED).get("params")).hasToString("{\"uri\":\"same://x\"}");
    subscribe(w, "2", "two://y");
    assertThat(two.expect("resources/subscribe").get("params"))
        .hasToString("{\"uri\":\"two://y\"}");
    updated(two, "two://y");
    assertThat(w.notified(UPDATED).get("params")).hasToString("{\"uri\":\"two://y\"}");
    w.requestForResult("3", "resources/unsubscribe", "{\"uri\":\"two://y\"}");
    two.expect("resources/unsubscribe");
    updated(two, "two://y");
    w.sync(two);
    assertThat(w.requestForResult("4", "resources/subscribe", "{\"uri\":\"no://body\"}"))
        .hasToString("{}"); // it may be listed later
  }

  @Test
  @DisplayName("an update may be of a part of what was subscribed to")
  void partOfIt(@Legacy ManyWire w) {
    WireServer one = w.addLegacy("one", offer("dir://x"));
    WireServer two = w.addLegacy("two", offer("dir://x", "dir://z"));
    subscribe(w, "1", "dir://x");
    one.expect("resources/subscribe");
    updated(one, "dir://x/file");
    assertThat(w.notified(UPDATED).get("params")).hasToString("{\"uri\":\"dir://x/file\"}");
    updated(one, "dir://xy");
    w.sync(one);
    updated(two, "dir://x/file");
    w.sync(two);
  }

  @Test
  @DisplayName("a listen over servers of both eras: one acknowledgement, the accepted filter only")
  void oneAcknowledgement(@Modern ManyWire w) {
    WireServer modern = w.addModern("m", offer("m://1"));
    WireServer legacy = w.addLegacy("l", offer("l://1", "l://2"));
    JsonObject ack =
        w.listen(
            "\"sub\"",
            "{\"toolsListChanged\":true,\"promptsListChanged\":false,\"vendor\":true,"
                + "\"resourceSubscriptions\":[\"m://1\",\"l://2\",\"later://1\"]}");
    assertThat(Json.at(ack, "params", "notifications"))
        .hasToString(
            "{\"toolsListChanged\":true,"
                + "\"resourceSubscriptions\":[\"m://1\",\"l://2\",\"later://1\"]}");
    JsonObject ours = listened(modern, "[\"m://1\"]");
    modern.acknowledge(ours);
    modern.expect("notifications/cancelled");
    assertThat(legacy.expect("resources/subscribe").get("params"))
        .hasToString("{\"uri\":\"l://2\"}");
    updated(modern, modern.listen(), "m://1");
    assertThat(w.notified(UPDATED).get("params"))
        .hasToString("{\"_meta\":{\"" + ManyWire.SUBSCRIPTION + "\":\"sub\"},\"uri\":\"m://1\"}");
    updated(legacy, "l://2");
    JsonObject told = w.notified(UPDATED);
    assertThat(Json.text(told, "params", "uri")).isEqualTo("l://2");
    assertThat(Json.text(told, "params", "_meta", ManyWire.SUBSCRIPTION)).isEqualTo("sub");
    updated(legacy, "l://1");
    w.sync(legacy);
    w.sync(modern);
    WireServer later = w.start("later").legacy(offer("later://1"));
    later.expect("resources/subscribe");
    w.changes();
    JsonObject changed = w.notified("notifications/tools/list_changed");
    assertThat(changed.get("params"))
        .hasToString("{\"_meta\":{\"" + ManyWire.SUBSCRIPTION + "\":\"sub\"}}");
    w.cancel("\"sub\"");
  }

  @Test
  @DisplayName("several listens are told apart; a cancelled one hears nothing more")
  void severalListens(@Modern ManyWire w) {
    WireServer s = w.addLegacy("s", offer("a://1", "a://2"));
    w.listen("1", "{\"resourceSubscriptions\":[\"a://1\"]}");
    s.expect("resources/subscribe");
    w.listen("\"1\"", "{\"resourceSubscriptions\":[\"a://1\",\"a://2\"]}");
    s.expect("resources/subscribe");
    updated(s, "a://1");
    assertThat(Json.at(w.notified(UPDATED), "params", "_meta", ManyWire.SUBSCRIPTION))
        .hasToString("1");
    assertThat(Json.at(w.notified(UPDATED), "params", "_meta", ManyWire.SUBSCRIPTION))
        .hasToString("\"1\"");
    w.cancel("1");
    w.sync();
    updated(s, "a://1");
    assertThat(Json.at(w.notified(UPDATED), "params", "_meta", ManyWire.SUBSCRIPTION))
        .hasToString("\"1\"");
    w.cancel("\"1\"");
    s.expect("resources/unsubscribe");
    s.expect("resources/unsubscribe");
    updated(s, "a://1");
    w.sync(s);
  }

  @Test
  @DisplayName("when Pitstop ends, each open listen gets its final result, and nothing after it")
  void end(@Modern ManyWire w) {
    WireServer s = w.addLegacy("s", offer("a://1"));
    w.listen("1", "{\"toolsListChanged\":true}");
    w.listen("\"1\"", "{\"resourceSubscriptions\":[\"a://1\"]}");
    s.expect("resources/subscribe");
    w.listen("2", "{\"toolsListChanged\":true}");
    w.cancel("2");
    w.endInput();
    SpecSchema spec = new SpecSchema(ManyWire.MODERN);
    for (String id : new String[] {"1", "\"1\""}) {
      assertThat(spec.valid("SubscriptionsListenResult", w.result(id)))
          .hasToString(
              "{\"_meta\":{\""
                  + ManyWire.SUBSCRIPTION
                  + "\":"
                  + id
                  + "},\"resultType\":\"complete\"}");
    }
  }

  @Test
  @DisplayName("a listen that comes while Pitstop ends gets its final result at once")
  void listenAtTheEnd(@Modern ManyWire w) throws InterruptedException {
    WireServer s = w.addLegacy("s", offer("a://1"));
    s.fake().child().stubborn();
    w.listen("1", "{\"toolsListChanged\":true}");
    Thread end = w.shutDown();
    w.result("1");
    w.listen("2", "{\"toolsListChanged\":true}");
    assertThat(Json.text(w.result("2"), "resultType")).isEqualTo("complete");
    s.fake().child().kill();
    end.join();
    w.endInput();
  }

  @Test
  @DisplayName("URIs that change while a new run comes up leave no listen too many open")
  void changesInAReload(@Legacy ManyWire w) {
    WireServer old = w.addModern("s", offer("a://1", "a://2"));
    subscribe(w, "1", "a://1");
    JsonObject first = listened(old, "[\"a://1\"]");
    old.acknowledge(first);
    old.expect("notifications/cancelled");
    w.request("2", "tools/call", "{\"name\":\"reload_server\",\"arguments\":{\"name\":\"s\"}}");
    WireServer fresh = w.again("s");
    fresh.answer(
        fresh.expect("server/discover"),
        "{\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{},\"resources\":{}},"
            + MODERN);
    JsonObject early = listened(fresh, "[\"a://1\"]");
    fresh.acknowledge(early);
    Map<String, JsonObject> lists = new HashMap<>();
    for (int i = 0; i < 3; i++) {
      JsonObject list = fresh.fake().next();
      lists.put(Json.text(list, "method"), list);
    }
    subscribe(w, "3", "a://2"); // the old one serves
    JsonObject second = listened(old, "[\"a://1\",\"a://2\"]");
    old.acknowledge(second);
    assertThat(Json.at(old.expect("notifications/cancelled"), "params", "requestId"))
        .isEqualTo(first.get("id"));
    fresh.answer(lists.get("tools/list"), "{\"tools\":" + FakeServer.tools("sync") + "," + MODERN);
    fresh.answer(
        lists.get("resources/list"),
        "{\"resources\":[{\"name\":\"r\",\"uri\":\"a://1\"},{\"name\":\"r\",\"uri\":\"a://2\"}],"
            + MODERN);
    fresh.answer(lists.get("resources/templates/list"), "{\"resourceTemplates\":[]," + MODERN);
    w.result("2");
    JsonObject last = listened(fresh, "[\"a://1\",\"a://2\"]");
    fresh.acknowledge(last);
    assertThat(Json.at(fresh.expect("notifications/cancelled"), "params", "requestId"))
        .isEqualTo(early.get("id"));
    w.sync(fresh);
  }

  /// A server that was down is reloaded before the client has spoken: its run serves and is asked
  /// for nothing.
  private static WireServer reloadedBeforeTheClient(ManyWire w) {
    w.start("s", false).fake().child().exit(1);
    Await.until("its end", () -> w.server("s").rests());
    w.direct("s").reload(() -> {});
    return w.again("s");
  }

  private static void awaitServing(ManyWire w) {
    SeenServer seen = w.server("s");
    Await.until("it serves", seen::serves);
  }

  @Test
  @DisplayName(
      "a run that serves before the client has spoken, as a reload wanted it, is asked for"
          + " nothing until it has answered its greeting")
  void notGreetedYet(ManyWire w) {
    WireServer s = reloadedBeforeTheClient(w);
    awaitServing(w);
    w.initialize("2025-11-25");
    w.notify("notifications/initialized", "{}");
    JsonObject greeting = s.expect("initialize");
    w.addLegacy("other", offer("o://1")); // what is wanted of each is looked at again
    s.answer(
        greeting,
        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
            + "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}");
    s.expect("notifications/initialized");
    s.answer(s.expect("tools/list"), "{\"tools\":" + FakeServer.tools("sync") + "}");
    w.changes();
    w.notified("notifications/tools/list_changed");
    w.sync(s);
  }

  @Test
  @DisplayName("... and then a modern one is asked for its changes, in the client's words")
  void greetedAtLast(ManyWire w) {
    WireServer s = reloadedBeforeTheClient(w);
    String modern =
        "{\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{}}," + MODERN;
    awaitServing(w);
    w.modernForResult("\"first\"", "tools/list", "");
    s.answer(s.expect("server/discover"), modern);
    JsonObject listen = listened(s, "[]");
    assertThat(Json.at(listen, "params", "_meta")).hasToString("{" + ManyWire.META + "}");
  }
}
