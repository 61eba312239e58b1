package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a `subscriptions/listen` is told.
class ListenTest {
  @RegisterExtension static final Sessions SESSIONS = Sessions.with(ListenTest::connect);

  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}";
  private static final String SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

  private static FakeServer connect(SessionDriver d) {
    d.request("0", "tools/call", "{\"name\":\"a\"," + META + "}");
    FakeServer s = d.spawned();
    s.answer(s.expect("server/discover"), "{\"capabilities\":{\"tools\":{}}}");
    JsonObject first = s.expectCall("a");
    s.list("a");
    s.answer(first, "{\"resultType\":\"complete\",\"content\":[]}");
    d.result("0");
    d.awaitTools("a");
    return s;
  }

  private static JsonObject acknowledged(SessionDriver d, FakeServer s, String notifications) {
    acknowledged(s, notifications);
    return promised(d);
  }

  /// A server acknowledges the next listen.
  ///
  /// @return what that wants
  private static JsonObject acknowledged(FakeServer s, String notifications) {
    JsonObject listen = s.expect("subscriptions/listen");
    s.notify(
        ACK,
        "{\"_meta\":{\"" + SUBSCRIPTION + "\":" + listen.get("id") + "}" + notifications + "}");
    return Json.at(listen, "params", "notifications").getAsJsonObject();
  }

  private static JsonObject promised(SessionDriver d) {
    return Json.at(d.notified(ACK), "params", "notifications").getAsJsonObject();
  }

  @Test
  @DisplayName(
      "a listen with the id of an open one, or without a filter, is refused; the open one goes on")
  void sameId(SessionDriver d, FakeServer s) {
    d.listen("7", "{\"notifications\":{\"toolsListChanged\":true}," + META + "}");
    acknowledged(d, s, ",\"notifications\":{}");
    d.listen("7", "{\"notifications\":{}," + META + "}");
    assertThat(Json.text(d.error("7"), "code")).isEqualTo("-32600");
    d.request("8", "subscriptions/listen", "{" + META + "}");
    assertThat(Json.text(d.error("8"), "code")).as("it has no filter").isEqualTo("-32602");
    d.cancel("7");
    s.expect("notifications/cancelled");
  }

  @Test
  @DisplayName("all that was asked for is acknowledged, whatever this build of the server can do")
  void promises(SessionDriver d, FakeServer s) {
    String all = "{\"toolsListChanged\":true,\"promptsListChanged\":true}";
    d.listen("7", "{\"notifications\":" + all + "," + META + "}");
    assertThat(acknowledged(d, s, ",\"notifications\":{}")).hasToString(all);
    d.listen("8", "{\"notifications\":{}," + META + "}");
    assertThat(promised(d)).hasToString("{}"); // there is nothing to ask
    d.cancel("7");
    s.expect("notifications/cancelled");
    d.cancel("8");
  }

  @Test
  @DisplayName("one listen at the server has what all of the client's want")
  void together(SessionDriver d, FakeServer s) {
    d.listen("7", "{\"notifications\":{\"resourceSubscriptions\":[\"a://1\"]}," + META + "}");
    JsonObject one = s.expect("subscriptions/listen");
    says(s, one, ACK, "\"notifications\":{\"resourceSubscriptions\":[\"a://1\"]}");
    assertThat(promised(d)).hasToString("{\"resourceSubscriptions\":[\"a://1\"]}");
    d.listen(
        "8",
        "{\"notifications\":{\"toolsListChanged\":true,\"resourceSubscriptions\":"
            + "[\"a://1\",\"a://2\"]},"
            + META
            + "}");
    JsonObject both = s.expect("subscriptions/listen");
    assertThat(Json.at(both, "params", "notifications"))
        .hasToString("{\"resourceSubscriptions\":[\"a://1\",\"a://2\"],\"toolsListChanged\":true}");
    hears(d, ACK, "8");
    says(s, one, UPDATED, "\"uri\":\"a://1\"");
    hears(d, UPDATED, "7");
    hears(d, UPDATED, "8");
    says(s, both, ACK, "\"notifications\":{}");
    s.expect("notifications/cancelled");
    says(s, both, UPDATED, "\"uri\":\"a://2\"");
    hears(d, UPDATED, "8");
    says(s, both, TOOLS, "\"x\":1");
    lists(s, "a", "b");
    hears(d, TOOLS, "8");
    d.cancel("8");
    JsonObject last = s.expect("subscriptions/listen");
    assertThat(Json.at(last, "params", "notifications"))
        .hasToString("{\"resourceSubscriptions\":[\"a://1\"]}");
    d.cancel("7");
    s.expect("notifications/cancelled");
    s.expect("notifications/cancelled");
    d.sync(s);
  }

  @Test
  @DisplayName("a change that the server refuses does not cost what it has agreed to")
  void refusedChange(SessionDriver d, FakeServer s) {
    d.listen("7", "{\"notifications\":{\"toolsListChanged\":true}," + META + "}");
    JsonObject one = s.expect("subscriptions/listen");
    says(s, one, ACK, "\"notifications\":{\"toolsListChanged\":true}");
    hears(d, ACK, "7");
    d.listen("8", "{\"notifications\":{\"resourceSubscriptions\":[\"no://1\"]}," + META + "}");
    s.refuse(s.expect("subscriptions/listen"), -32602, "No such resource");
    hears(d, ACK, "8");
    says(s, one, TOOLS, "\"x\":1");
    lists(s, "a", "b");
    hears(d, TOOLS, "7");
    d.cancel("8");
    JsonObject again = s.expect("subscriptions/listen");
    says(s, again, ACK, "\"notifications\":{\"toolsListChanged\":true}");
    assertThat(s.expect("notifications/cancelled").toString())
        .contains("\"requestId\":" + one.get("id"));
    s.answer(again, "{\"resultType\":\"complete\"}");
    assertThat(Json.at(d.result("7"), "_meta", SUBSCRIPTION)).hasToString("7");
  }

  @ParameterizedTest
  @ValueSource(strings = {"open", "refused once", "refused twice"})
  @DisplayName("the server ends what it has agreed to, and refuses what was asked since")
  void endsAfterChange(String since, SessionDriver d, FakeServer s) {
    JsonObject agreed = listening(d, s);
    d.listen("8", "{\"notifications\":{\"resourceSubscriptions\":[\"no://1\"]}," + META + "}");
    JsonObject first = s.expect("subscriptions/listen");
    hears(d, ACK, "8");
    if (since.equals("refused twice")) {
      d.listen("9", "{\"notifications\":{\"resourceSubscriptions\":[\"no://2\"]}," + META + "}");
      JsonObject second = s.expect("subscriptions/listen");
      hears(d, ACK, "9");
      s.refuse(first, -32602, "No such resource");
      s.refuse(second, -32602, "No such resource");
    } else if (since.equals("refused once")) {
      s.refuse(first, -32602, "No such resource");
    }
    s.answer(agreed, "{\"resultType\":\"complete\"}");
    if (since.equals("open")) {
      d.sync(s);
      s.refuse(first, -32602, "No such resource");
    }
    d.result("1.50");
    d.result("8");
    if (since.equals("refused twice")) {
      d.result("9");
    }
  }

  private static void call(SessionDriver d, String id, String tool) {
    d.request(id, "tools/call", "{\"name\":\"" + tool + "\"," + META + "}");
  }

  private static void listen(SessionDriver d) {
    d.listen(
        "1.50",
        "{\"notifications\":{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"a://1\"]},"
            + META
            + "}");
  }

  /// The client listens, and the server has acknowledged it.
  ///
  /// @return what the server got
  private static JsonObject listening(SessionDriver d, FakeServer s) {
    listen(d);
    JsonObject listen = s.expect("subscriptions/listen");
    says(s, listen, ACK);
    hears(d, ACK);
    return listen;
  }

  /// The next incarnation, greeted: it has been sent the open listen.
  private static FakeServer greeted(SessionDriver d) {
    FakeServer s = d.spawned();
    s.answer(s.expect("server/discover"), "{\"capabilities\":{\"tools\":{}}}");
    return s;
  }

  private static void lists(FakeServer s, String... tools) {
    s.answer(
        s.expect("tools/list"),
        "{\"resultType\":\"complete\",\"tools\":" + FakeServer.tools(tools) + "}");
  }

  private static void says(FakeServer s, JsonObject listen, String method) {
    says(s, listen, method, "\"notifications\":{},\"uri\":\"a://1\"");
  }

  private static void says(FakeServer s, JsonObject listen, String method, String members) {
    s.notify(
        method, "{\"_meta\":{\"" + SUBSCRIPTION + "\":" + listen.get("id") + "}," + members + "}");
  }

  private static void hears(SessionDriver d, String method) {
    hears(d, method, "1.50");
  }

  private static void hears(SessionDriver d, String method, String id) {
    assertThat(Json.at(d.notified(method), "params", "_meta", SUBSCRIPTION)).hasToString(id);
  }

  private static final String ACK = "notifications/subscriptions/acknowledged";
  private static final String UPDATED = "notifications/resources/updated";
  private static final String TOOLS = "notifications/tools/list_changed";

  @Test
  @DisplayName(
      "the new one acknowledges before it takes over, and again: the client heard it once, before")
  void newOneFirst(SessionDriver d, FakeServer old) {
    listen(d);
    hears(d, ACK);
    old.expect("subscriptions/listen");
    call(d, "1", "recompile");
    FakeServer now = greeted(d);
    JsonObject second = now.expect("subscriptions/listen");
    says(now, second, ACK);
    d.sync(now);
    lists(now, "a", "b");
    hears(d, TOOLS);
    d.result("1");
    old.child().awaitStop();
    says(now, second, ACK);
    d.sync(now);
    cancel(d, now);
  }

  private static void cancel(SessionDriver d, FakeServer now) {
    d.cancel("1.50");
    now.expect("notifications/cancelled");
  }

  @Test
  @DisplayName("neither has acknowledged, and the reload changes the tools: Pitstop does, once")
  void oldOneLate(SessionDriver d, FakeServer old) {
    listen(d);
    JsonObject first = old.expect("subscriptions/listen");
    call(d, "\"long\"", "a");
    JsonObject working = old.expectCall("a");
    call(d, "1", "recompile");
    FakeServer now = greeted(d);
    JsonObject second = now.expect("subscriptions/listen");
    lists(now, "a", "b");
    hears(d, ACK);
    hears(d, TOOLS);
    d.result("1");
    says(old, first, ACK);
    says(now, second, ACK);
    d.sync(now);
    old.text(working, "done");
    d.result("\"long\"");
    old.child().awaitStop();
    cancel(d, now);
  }

  @Test
  @DisplayName(
      "the new one has no subscriptions: the client is told all the same when its lists differ")
  void newOneHasNone(SessionDriver d, FakeServer old) {
    listen(d);
    hears(d, ACK);
    old.expect("subscriptions/listen");
    call(d, "1", "recompile");
    FakeServer now = greeted(d);
    now.refusing("subscriptions/listen");
    d.sync(now); // as long as the old one may still answer
    lists(now, "a", "b");
    hears(d, TOOLS);
    d.result("1");
    old.child().awaitStop();
    d.cancel("1.50");
  }

  @Test
  @DisplayName("the new one ends the subscription before it takes over: it is asked again then")
  void newOneEnds(SessionDriver d, FakeServer old) {
    listening(d, old);
    call(d, "1", "recompile");
    FakeServer now = greeted(d);
    now.answer(now.expect("subscriptions/listen"), "{\"resultType\":\"complete\"}");
    d.sync(now);
    lists(now, "a");
    d.result("1");
    now.expect("subscriptions/listen");
    old.child().awaitStop();
    cancel(d, now);
  }

  @ParameterizedTest
  @ValueSource(strings = {"result", "error", "cancelled"})
  @DisplayName("the server ends what it has acknowledged, in any way: the client's listens end")
  void serverEnds(String how, SessionDriver d, FakeServer s) {
    JsonObject asked = listening(d, s);
    switch (how) {
      case "result" -> s.answer(asked, "{\"resultType\":\"complete\"}");
      case "error" -> s.refuse(asked, -32603, "No more of that");
      default -> s.notify("notifications/cancelled", "{\"requestId\":" + asked.get("id") + "}");
    }
    JsonObject end = d.result("1.50");
    assertThat(Json.at(end, "_meta", SUBSCRIPTION)).as(how).hasToString("1.50");
    listening(d, s); // it may listen again
    cancel(d, s);
  }

  @Test
  @DisplayName("what a draining one says is heard for the whole drain, over several reloads")
  void drain(SessionDriver d, FakeServer old) {
    JsonObject first = listening(d, old);
    call(d, "\"long\"", "a");
    JsonObject working = old.expectCall("a");
    List<FakeServer> running = new ArrayList<>(List.of(old));
    for (int i = 0; i < 3; i++) {
      call(d, "" + i, "recompile");
      FakeServer now = greeted(d);
      JsonObject listen = now.expect("subscriptions/listen");
      says(now, listen, ACK);
      lists(now, "a");
      d.result("" + i);
      if (i > 0) {
        running.getLast().child().awaitStop();
      }
      running.add(now);
      says(old, first, UPDATED);
      hears(d, UPDATED);
      says(now, listen, UPDATED);
      hears(d, UPDATED);
      says(old, first, TOOLS); // of tools that are not there any more
      old.notify("notifications/message", "{\"data\":\"behind it\"}");
      d.notified("notifications/message");
    }
    says(old, first, UPDATED);
    old.answer(first, "{\"resultType\":\"complete\"}"); // its good-bye
    old.answer(working, "{\"resultType\":\"complete\",\"content\":[]}");
    hears(d, UPDATED);
    d.result("\"long\"");
    old.child().awaitStop();
    cancel(d, running.getLast());
  }

  @Test
  @DisplayName("what a new one says before it takes over is not heard: the old one serves")
  void beforeTakeover(SessionDriver d, FakeServer old) {
    JsonObject first = listening(d, old);
    call(d, "1", "recompile");
    FakeServer now = greeted(d);
    JsonObject second = now.expect("subscriptions/listen");
    says(now, second, UPDATED);
    d.sync(now);
    says(old, first, UPDATED);
    hears(d, UPDATED);
    lists(now, "a");
    d.result("1");
    old.child().awaitStop();
    cancel(d, now);
  }
}
