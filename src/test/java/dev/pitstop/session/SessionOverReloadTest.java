package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.Serving;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What the client says while a new incarnation comes up is known to that one, too.
@ExtendWith(Sessions.class)
class SessionOverReloadTest {
  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}";
  private static final String CAPABLE = "{\"capabilities\":{\"tools\":{}}}";

  private final AtomicInteger reloads = new AtomicInteger();

  /// A reload that nobody asked for on the wire, such as that of a watched file.
  private void reload(SessionDriver d) {
    d.direct().reload(reloads::incrementAndGet);
  }

  private static void probe(SessionDriver d, String id) {
    d.request(id, "server/discover", "{" + META + "}");
  }

  /// A server in a modern session.
  private static FakeServer modern(SessionDriver d) {
    d.request("0", "tools/call", "{\"name\":\"a\"," + META + "}");
    FakeServer server = d.spawned();
    server.answer(server.expect("server/discover"), CAPABLE);
    JsonObject first = server.expectCall("a");
    server.list("a");
    server.answer(first, "{\"resultType\":\"complete\",\"content\":[]}");
    d.result("0");
    d.awaitTools("a");
    return server;
  }

  private static List<String> methodsUntilCall(FakeServer s) {
    List<String> methods = new ArrayList<>();
    JsonObject m = s.next();
    while (!Json.text(m, "method").equals("tools/call")) {
      methods.add(Json.text(m, "method") + " " + m.get("params"));
      s.answer(m, "{}");
      m = s.next();
    }
    s.text(m, "x");
    return methods;
  }

  @Test
  @DisplayName("subscriptions and a log level of during a reload reach the new incarnation")
  void subscription(SessionDriver d, @Serving("a") FakeServer old) {
    old.answer(d.requestTo(old, "1", "resources/subscribe", "{\"uri\":\"x:1\"}"), "{}");
    d.result("1");
    FakeServer now = d.recompiling("2").handshake();
    now.answer(now.expect("resources/subscribe"), "{}");
    JsonObject list = now.expect("tools/list");
    old.answer(d.requestTo(old, "3", "resources/unsubscribe", "{\"uri\":\"x:1\"}"), "{}");
    d.result("3");
    old.answer(d.requestTo(old, "4", "resources/subscribe", "{\"uri\":\"x:2\"}"), "{}");
    d.result("4");
    old.answer(d.requestTo(old, "5", "logging/setLevel", "{\"level\":\"debug\"}"), "{}");
    d.result("5");
    now.answer(list, "{\"tools\":" + FakeServer.tools("a") + "}");
    d.text("2");
    d.call("6", "a");
    assertThat(methodsUntilCall(now))
        .containsExactly(
            "logging/setLevel {\"level\":\"debug\"}",
            "resources/subscribe {\"uri\":\"x:2\"}",
            "resources/unsubscribe {\"uri\":\"x:1\"}");
    d.text("6");
  }

  @Test
  @DisplayName("a subscription that the old one grants after the switch is the new one's, too")
  void grantedAfterTheSwitch(SessionDriver d, @Serving("a") FakeServer old) {
    JsonObject late = d.requestTo(old, "1", "resources/subscribe", "{\"uri\":\"x:1\"}");
    FakeServer now = d.recompiling("2").comeUp("a");
    d.text("2");
    old.answer(late, "{}");
    d.result("1");
    d.call("3", "a");
    assertThat(methodsUntilCall(now)).containsExactly("resources/subscribe {\"uri\":\"x:1\"}");
    d.text("3");
  }

  @Test
  @DisplayName("a listen opened during a reload is sent to the new incarnation")
  void listen(SessionDriver d) {
    FakeServer old = modern(d);
    d.request("1", "tools/call", "{\"name\":\"recompile\"," + META + "}");
    FakeServer now = d.spawned();
    now.answer(now.expect("server/discover"), CAPABLE);
    JsonObject list = now.expect("tools/list");
    d.listen("9", "{\"notifications\":{\"toolsListChanged\":true}," + META + "}");
    d.notified("notifications/subscriptions/acknowledged");
    old.expect("subscriptions/listen");
    now.answer(list, "{\"tools\":" + FakeServer.tools("a") + "}");
    d.text("1");
    d.request("2", "tools/call", "{\"name\":\"a\"," + META + "}");
    now.expect("subscriptions/listen");
    now.text(now.expectCall("a"), "x");
    d.text("2");
    d.cancel("9");
  }

  @Test
  @DisplayName("a second initialize that the server refuses does not end the legacy session")
  void refusedAgain(SessionDriver d, @Serving("a") FakeServer s) {
    d.initialize("2024-11-05");
    s.refuse(s.expect("initialize"), -32600, "already initialized");
    d.error("\"init\"");
    d.crash(s, 1);
    FakeServer now = d.callStarting("1", "a");
    JsonObject initialize = now.greet();
    assertThat(Json.text(initialize, "params", "protocolVersion")).isEqualTo("2025-06-18");
    now.expect("notifications/initialized");
    now.list("a");
    now.text(now.expectCall("a"), "x");
    assertThat(d.text("1")).contains("[pitstop]");
  }

  @Test
  @DisplayName(
      "a reload before the client has shown its era ends, and asks the new incarnation nothing")
  void reloadAfterProbe(SessionDriver d) {
    probe(d, "1");
    FakeServer old = d.spawned();
    old.answer(old.expect("server/discover"), CAPABLE);
    d.result("1");
    reload(d);
    FakeServer now = d.spawned();
    old.child().awaitStop();
    d.initialize();
    now.greet();
    d.result("\"init\"");
    d.notify("notifications/initialized", "{}");
    now.expect("notifications/initialized");
    now.list("a");
    d.awaitTools("a");
    assertThat(reloads).hasValue(1);
  }

  @Test
  @DisplayName("an initialize during a reload goes to both; one of them answers the client")
  void initializeDuringReload(SessionDriver d) {
    FakeServer old = modern(d);
    reload(d);
    FakeServer now = d.spawned();
    JsonObject alive = now.expect("server/discover");
    d.initialize();
    old.greet();
    d.result("\"init\"");
    d.notify("notifications/initialized", "{}");
    old.expect("notifications/initialized");
    old.list("a");
    now.greet();
    now.answer(alive, CAPABLE);
    now.expect("notifications/initialized");
    now.list("a");
    old.child().awaitStop();
    assertThat(d.callAnswered(now, "2", "a", "new")).contains("new");
  }

  @Test
  @DisplayName("modern servers refuse an initialize during a reload: Pitstop answers it")
  void initializeRefusedDuringReload(SessionDriver d) {
    FakeServer now = modern(d);
    reload(d);
    FakeServer third = d.spawned();
    JsonObject ofThird = third.expect("server/discover");
    d.initialize();
    third.refuse(third.expect("initialize"), -32601, "modern only");
    now.refuse(now.expect("initialize"), -32601, "modern only");
    JsonObject ofNow = now.expect("server/discover");
    third.answer(ofThird, CAPABLE);
    third.expect("subscriptions/listen"); // of Pitstop's own
    JsonObject list = third.expect("tools/list");
    assertThat(Json.text(d.result("\"init\""), "protocolVersion")).isNotEmpty();
    now.answer(ofNow, CAPABLE);
    now.expect("subscriptions/listen");
    now.list("a");
    third.answer(list, "{\"tools\":" + FakeServer.tools("a") + "}");
    d.awaitTools("a");
    now.child().awaitStop();
    assertThat(d.callAnswered(third, "2", "a", "third")).contains("third");
  }
}
