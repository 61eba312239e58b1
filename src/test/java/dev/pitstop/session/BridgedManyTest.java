package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.Legacy;
import dev.pitstop.session.Sessions.Modern;
import dev.pitstop.session.WireServer.Offer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Questions across the eras with many servers (docs/design/eras.md): each reaches its own.
@ExtendWith(Sessions.class)
class BridgedManyTest {
  /// The server wants to know the roots, and the client is asked.
  private static JsonObject wantsRoots(ManyWire w, WireServer s, String id) {
    w.call(id, s.name() + "__t");
    s.answer(
        s.expect("tools/call"),
        "{\"resultType\":\"input_required\",\"inputRequests\":{\"r\":{\"method\":\"roots/list\"}},"
            + "\"requestState\":\"of "
            + s.name()
            + "\"}");
    return w.notified("roots/list");
  }

  private static void roots(ManyWire w, JsonObject question, String name) {
    w.send(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + question.get("id")
            + ",\"result\":{\"roots\":[{\"uri\":\"file:///"
            + name
            + "\"}]}}");
  }

  private static JsonObject again(WireServer s) {
    JsonObject again = s.expect("tools/call");
    assertThat(Json.text(again, "params", "name")).isEqualTo("t");
    assertThat(Json.at(again, "params", "inputResponses"))
        .hasToString("{\"r\":{\"roots\":[{\"uri\":\"file:///" + s.name() + "\"}]}}");
    assertThat(Json.text(again, "params", "requestState")).isEqualTo("of " + s.name());
    return again;
  }

  @Test
  @DisplayName("A legacy client: rounds of two modern servers at once do not mix")
  void roundsOfTwo(@Legacy ManyWire w) {
    WireServer one = w.addModern("one", Offer.tools("t"));
    WireServer two = w.addModern("two", Offer.tools("t"));
    JsonObject first = wantsRoots(w, one, "1");
    JsonObject second = wantsRoots(w, two, "2");
    roots(w, second, "two");
    two.answer(again(two), "{\"resultType\":\"complete\",\"content\":[]}");
    w.result("2");
    roots(w, first, "one");
    one.answer(again(one), "{\"resultType\":\"complete\",\"content\":[]}");
    w.result("1");
  }

  @Test
  @DisplayName("... and one whose server dies ends with a text, the other goes on")
  void oneDies(@Legacy ManyWire w) {
    WireServer one = w.start("one", false).modern(Offer.tools("t"));
    w.awaitOffer("one", Offer.tools("t"));
    WireServer two = w.addModern("two", Offer.tools("t"));
    wantsRoots(w, one, "1");
    JsonObject second = wantsRoots(w, two, "2");
    one.fake().child().exit(3);
    assertThat(w.result("1").toString())
        .contains("asked the client something and crashed with exit code 3");
    w.notified("notifications/cancelled");
    roots(w, second, "two");
    two.answer(again(two), "{\"resultType\":\"complete\",\"content\":[]}");
    w.result("2");
    w.changes();
    w.notified("notifications/tools/list_changed");
  }

  private record Parked(JsonObject call, String state) {}

  private static Parked park(ManyWire w, WireServer s, String id) {
    w.modern(id, "tools/call", "\"name\":\"" + s.name() + "__t\"");
    JsonObject call = s.expect("tools/call");
    s.fake().ask("7", "elicitation/create", Bridged.FORM);
    Bridged.heard(s.fake());
    JsonObject r = w.result(id);
    assertThat(Json.text(r, "resultType")).isEqualTo("input_required");
    assertThat(Json.text(r, "inputRequests", "q1", "params", "message"))
        .contains(s.name())
        .contains("Name?");
    return new Parked(call, Json.at(r, "requestState").toString());
  }

  private static void retry(ManyWire w, String id, String tool, Parked p) {
    w.modern(
        id,
        "tools/call",
        "\"name\":\""
            + tool
            + "\",\"inputResponses\":"
            + Bridged.accepted("q1")
            + ",\"requestState\":"
            + p.state());
  }

  @Test
  @DisplayName("A modern client: the questions of two legacy servers with one id reach their own")
  void questionsOfTwo(@Modern ManyWire w) {
    WireServer one = w.addLegacy("one", Offer.tools("t"));
    WireServer two = w.addLegacy("two", Offer.tools("t"));
    Parked first = park(w, one, "1");
    Parked second = park(w, two, "2");
    retry(w, "3", "two__t", first);
    assertThat(w.code("3")).isEqualTo(-32602); // it belongs to the other server
    retry(w, "4", "two__t", second);
    Bridged.answered(two.fake(), "7");
    two.answer(second.call(), "{\"content\":[]}");
    w.result("4");
    retry(w, "5", "one__t", first);
    Bridged.answered(one.fake(), "7");
    one.answer(first.call(), "{\"content\":[]}");
    w.result("5");
  }

  @Test
  @DisplayName("A call of a modern client: late after five minutes, and the server's question ends")
  void late(@Modern ManyWire w) {
    WireServer s = w.addLegacy("s", Offer.tools("t"));
    Parked p = park(w, s, "1");
    w.timers.advance(Bridged.AWAY_MILLIS);
    Bridged.refused(s.fake(), "7", -32603, "within five minutes");
    retry(w, "2", "s__t", p);
    assertThat(w.code("2")).isEqualTo(-32602);
  }
}
