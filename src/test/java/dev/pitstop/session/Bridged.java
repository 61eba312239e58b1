package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What sessions have in common whose client and server speak different eras (docs/design/eras.md).
/// The test is both, by a [SessionDriver].
final class Bridged {
  static final String KEY = "io.modelcontextprotocol/";
  static final String CAPABILITIES = "{\"sampling\":{},\"elicitation\":{},\"roots\":{}}";
  static final String META = meta(CAPABILITIES);
  static final String SUBSCRIPTION = KEY + "subscriptionId";

  /// What a server asks for a person's name.
  static final String FORM =
      "{\"message\":\"Name?\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}";

  static final String ACCEPTED = "{\"action\":\"accept\",\"content\":{\"name\":\"Ada\"}}";

  private Bridged() {}

  /// The members of a modern `_meta`, without braces.
  static String meta(String capabilities) {
    return "\""
        + KEY
        + "protocolVersion\":\"2026-07-28\",\""
        + KEY
        + "clientInfo\":{\"name\":\"m\",\"version\":\"1\"},\""
        + KEY
        + "clientCapabilities\":"
        + capabilities;
  }

  // A legacy client and a modern server.

  /// The client has begun, and the server serves these tools.
  static FakeServer legacyClient(SessionDriver d, String... tools) {
    initialize(d);
    FakeServer s = d.spawned();
    s.refusing("initialize");
    comeUp(s, tools);
    d.result("\"init\"");
    d.notify("notifications/initialized", "{}");
    d.awaitTools(tools);
    return s;
  }

  static void initialize(SessionDriver d) {
    d.request(
        "\"init\"",
        "initialize",
        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":"
            + CAPABILITIES
            + ",\"clientInfo\":{\"name\":\"old\",\"version\":\"1\"}}");
  }

  /// A modern server is greeted, told what to report, and asked for its tools.
  static FakeServer comeUp(FakeServer s, String... tools) {
    JsonObject discover = s.expect("server/discover");
    s.answer(
        discover,
        "{\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{}},\"instructions\":\"Be kind.\","
            + "\"_meta\":{\""
            + KEY
            + "serverInfo\":{\"name\":\"new\",\"version\":\"2\"}},\"resultType\":\"complete\"}");
    acknowledge(s, s.expect("subscriptions/listen"));
    list(s, tools);
    return s;
  }

  static void list(FakeServer s, String... tools) {
    s.answer(
        s.expect("tools/list"),
        "{\"resultType\":\"complete\",\"tools\":" + FakeServer.tools(tools) + "}");
  }

  static void acknowledge(FakeServer s, JsonObject listen) {
    s.notify(
        "notifications/subscriptions/acknowledged",
        "{\"_meta\":{\"" + SUBSCRIPTION + "\":" + listen.get("id") + "},\"notifications\":{}}");
  }

  /// The server answers a call with this question and state.
  static void inputRequired(FakeServer s, JsonObject call, String state) {
    inputRequired(s, call, state, "k");
  }

  /// ... with such a question for each of these keys.
  static void inputRequired(FakeServer s, JsonObject call, String state, String... keys) {
    String all =
        IntStream.range(0, keys.length)
            .mapToObj(n ->
                "\"" + keys[n] + "\":{\"method\":\"elicitation/create\",\"params\":" + FORM + "}")
            .collect(Collectors.joining(","));
    s.answer(
        call,
        "{\"resultType\":\"input_required\",\"inputRequests\":{"
            + all
            + "},\"requestState\":"
            + state
            + "}");
  }

  /// The call comes to the server again, with these answers and this state.
  static JsonObject again(FakeServer s, JsonObject first, String answers, String state) {
    JsonObject again = s.expectCall(Json.text(first, "params", "name"));
    assertThat(again.get("id")).isNotEqualTo(first.get("id"));
    assertThat(Json.at(again, "params", "inputResponses")).hasToString(answers);
    assertThat(Json.at(again, "params", "requestState")).hasToString(state);
    return again;
  }

  static void complete(FakeServer s, JsonObject call, String text) {
    s.answer(
        call,
        "{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\""
            + text
            + "\"}]}");
  }

  /// The client is asked the question.
  static JsonObject asked(SessionDriver d) {
    JsonObject q = d.notified("elicitation/create");
    assertThat(q.get("params")).hasToString(FORM);
    return q;
  }

  /// The client answers a question.
  static void answer(SessionDriver d, JsonObject question) {
    d.send("{\"jsonrpc\":\"2.0\",\"id\":" + question.get("id") + ",\"result\":" + ACCEPTED + "}");
  }

  /// The client is told that this question needs no answer any more.
  static void withdrawn(SessionDriver d, JsonObject question) {
    JsonObject n = d.notified("notifications/cancelled");
    assertThat(Json.at(n, "params", "requestId")).isEqualTo(question.get("id"));
  }

  // A modern client and a legacy server.

  /// The client has made one call, and the server serves these tools.
  static FakeServer modernClient(SessionDriver d, String... tools) {
    call(d, "\"first\"", tools[0]);
    FakeServer s = d.spawned();
    s.refusing("server/discover");
    s.handshake();
    JsonObject call = s.expectCall(tools[0]);
    s.list(tools);
    s.text(call, "first");
    d.result("\"first\"");
    d.awaitTools(tools);
    return s;
  }

  static void modern(SessionDriver d, String id, String method, String members) {
    d.request(
        id, method, "{" + (members.isEmpty() ? "" : members + ",") + "\"_meta\":{" + META + "}}");
  }

  static void call(SessionDriver d, String id, String tool) {
    modern(d, id, "tools/call", "\"name\":\"" + tool + "\"");
  }

  /// The call once more, with this answer and state.
  static void retry(SessionDriver d, String id, String tool, String answers, String state) {
    modern(
        d,
        id,
        "tools/call",
        "\"name\":\"" + tool + "\",\"inputResponses\":" + answers + ",\"requestState\":" + state);
  }

  /// The server asks for a person's name, and the client is answered so.
  ///
  /// @return the answer's `requestState`, as JSON
  static String asks(SessionDriver d, FakeServer s, String question, String call) {
    s.ask(question, "elicitation/create", FORM);
    return input(d, call, "q1");
  }

  static final long AWAY_MILLIS = 300_000;

  /// The answer to this request asks for these, by key.
  static String input(SessionDriver d, String id, String... keys) {
    JsonObject r = d.result(id);
    assertThat(Json.text(r, "resultType")).as("%s", r).isEqualTo("input_required");
    assertThat(Json.at(r, "inputRequests").getAsJsonObject().keySet()).containsExactly(keys);
    for (String key : keys) {
      assertThat(Json.at(r, "inputRequests", key, "params")).hasToString(FORM);
    }
    return Json.at(r, "requestState").toString();
  }

  static String accepted(String key) {
    return "{\"" + key + "\":" + ACCEPTED + "}";
  }

  /// The server gets the client's answer to this question.
  static void answered(FakeServer s, String question) {
    JsonObject a = s.next();
    assertThat(a.get("id")).as("%s", a).hasToString(question);
    assertThat(a.get("result")).as("%s", a).hasToString(ACCEPTED);
  }

  /// The server gets this error for its question.
  static void refused(FakeServer s, String question, int code, String text) {
    JsonObject a = s.next();
    assertThat(a.get("id")).as("%s", a).hasToString(question);
    assertThat(Json.at(a, "error", "code").getAsInt()).as("%s", a).isEqualTo(code);
    assertThat(Json.text(a, "error", "message")).contains(text);
  }

  /// The client's request names a state that nothing waits for.
  static void stale(SessionDriver d, String id) {
    JsonObject e = d.error(id);
    assertThat(e.get("code").getAsInt()).isEqualTo(-32602);
    assertThat(Json.text(e, "message")).contains("Nothing waits for this `requestState`");
  }

  /// All that a legacy server said before has been dealt with.
  static void heard(FakeServer s) {
    s.ask("\"heard\"", "ping", "{}");
    JsonObject a = s.next();
    assertThat(a.get("id")).as("%s", a).hasToString("\"heard\"");
  }
}
