package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.pitstop.harness.Await;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Catalogue E: bytes on the wire, in both directions.
@DisplayName("framing (F1, F2, F5, L7)")
class FramingTest {
  private static final String ODD_TEXT = "grüße 日本 🚗 \u2028\u2029 \u0001 \t \" \\ / e\u0301";

  @RegisterExtension final Bench bench = new Bench();

  private RawClient connected(String... serverOptions) {
    RawClient client = bench.pitstop(bench.scripted(serverOptions)).drainStderr();
    client.handshake();
    return client;
  }

  private static String echo(String id, String text) {
    JsonObject params = Json.object("{'name':'echo','arguments':{}}");
    Json.at(params, "arguments").addProperty("text", text);
    return RawClient.requestLine(id, "tools/call", params);
  }

  private static void assertEcho(RawClient client, String id, String wire, String text) {
    CompletableFuture<JsonObject> response = client.expect(id);
    client.sendRaw(wire);
    assertThat(client.toolResult(response).text()).isEqualTo(text);
  }

  private static int code(JsonObject errorResponse) {
    return Json.at(errorResponse, "error").get("code").getAsInt();
  }

  // ---- towards the client ----

  @Test
  @DisplayName("F1: CRLF, blank lines, spaces around a message")
  void lineEndings() {
    RawClient client = connected();
    assertEcho(client, "10", echo("10", "crlf") + "\r\n", "crlf");
    assertEcho(client, "11", "\n\n\r\n" + echo("11", "blank") + "\n\n", "blank");
    assertEcho(client, "12", "  \t" + echo("12", "spaces") + "  \r\n", "spaces");
  }

  @Test
  @DisplayName("F1: a leading byte order mark")
  void byteOrderMark() {
    RawClient client = bench.pitstop(bench.scripted()).drainStderr();
    CompletableFuture<JsonObject> response = client.expect("1");
    client.sendRaw(
        "\uFEFF"
            + RawClient.requestLine(
                "1", "initialize", Json.object(RawClient.initializeParams("2025-11-25")))
            + "\n");
    assertThat(client.result(response).has("serverInfo")).isTrue();
  }

  @Test
  @DisplayName("F1: a last line without a newline")
  void noNewlineAtTheEnd() {
    RawClient client = connected();
    CompletableFuture<JsonObject> response = client.expect("10");
    client.sendRaw(RawClient.requestLine("10", "ping", new JsonObject()));
    client.closeStdin();
    client.result(response);
  }

  @Test
  @DisplayName("F1: characters split over many writes")
  void splitCharacters() {
    RawClient client = connected();
    CompletableFuture<JsonObject> response = client.expect("10");
    for (byte b : (echo("10", ODD_TEXT) + "\n").getBytes(StandardCharsets.UTF_8)) {
      client.sendBytes(new byte[] {b});
    }
    assertThat(client.toolResult(response).text()).isEqualTo(ODD_TEXT);
  }

  @Test
  @DisplayName("F1: U+2028 and friends raw inside a line, escapes as they were")
  void lineSeparators() {
    RawClient client = connected();
    assertEcho(client, "10", echo("10", ODD_TEXT) + "\n", ODD_TEXT);
    String escaped =
        "{\"jsonrpc\":\"2.0\",\"id\":11,\"method\":\"tools\\/call\",\"params\":"
            + "{\"name\":\"ech\\u006f\",\"arguments\":{\"text\":\"\\ud83d\\ude97 \\u00e9\"}}}\n";
    assertEcho(client, "11", escaped, "🚗 é");
  }

  @Test
  @DisplayName("F1: 20 MB in one message, both ways")
  void largeMessages() {
    RawClient client = connected();
    int bytes = 20 * 1024 * 1024;
    assertThat(client.call("length", "{'text':'" + "y".repeat(bytes) + "'}").text())
        .isEqualTo("" + bytes);
    assertThat(client.call("big", "{'bytes':" + bytes + "}").text()).hasSize(bytes);
    client.ping();
  }

  @Test
  @DisplayName("F5: broken JSON gets a parse error with id null; the connection goes on")
  void brokenJson() {
    assertRefused(
        -32700,
        "{\"jsonrpc\":\"2.0\",\"id\":77,\"method\":\"ping\"",
        "not json at all",
        "{'jsonrpc':'2.0'}",
        "Content-Length: 52",
        "{\"a\":1} trailing");
  }

  /// Each line gets one error, and the connection goes on.
  private void assertRefused(int code, String... lines) {
    RawClient client = connected();
    for (String line : lines) {
      client.sendRaw(line + "\n");
      assertThat(code(client.awaitNullIdError())).as(line).isEqualTo(code);
      client.ping();
    }
  }

  @Test
  @DisplayName("F5: bytes that are not UTF-8 harm only their own message")
  void invalidUtf8() {
    RawClient client = connected();
    byte[] line = (echo("10", "bad @ byte") + "\n").getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < line.length; i++) {
      if (line[i] == '@') {
        line[i] = (byte) 0xff;
      }
    }
    // A parse error or an answer to the call are both right; more than one response is not.
    CompletableFuture<JsonObject> response = client.expect("10");
    client.sendBytes(line);
    Await.until(
        () -> response.isDone() || client.lines().stream().anyMatch(l -> l.contains("-32700")),
        client::story);
    if (!response.isDone()) {
      client.awaitNullIdError();
    }
    client.ping();
  }

  @Test
  @DisplayName("F5: JSON that is no message gets Invalid Request; the connection goes on")
  void invalidRequest() {
    assertRefused(-32600, "42", "\"text\"", "null", "true", "{}", "[]", "{\"jsonrpc\":\"2.0\"}");
  }

  @Test
  @DisplayName("F5: an unknown method gets Method not found")
  void unknownMethod() {
    RawClient client = connected();
    JsonObject error = client.error(client.request("no/such/method", "{}"));
    assertThat(error.get("code").getAsInt()).isEqualTo(-32601);
  }

  @Test
  @DisplayName("F5: wrong types in a tool call get Invalid params")
  void wrongTypes() {
    RawClient client = connected();
    for (String params : List.of("{'name':5}", "{}", "{'name':null}", "{'name':['recompile']}")) {
      JsonObject response = client.await(client.request("tools/call", params));
      assertThat(Json.at(response, "error").get("code").getAsInt()).as(params).isEqualTo(-32602);
    }
    CompletableFuture<JsonObject> response = client.expect("\"x\"");
    client.sendRaw("{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"tools/call\",\"params\":[1]}\n");
    client.error(response);
    client.ping();
  }

  @Test
  @DisplayName("F5: a batch of revision 2025-03-26 is answered with a batch")
  void batch() {
    RawClient client = bench.pitstop(bench.scripted()).drainStderr();
    client.handshake("2025-03-26");
    CompletableFuture<JsonObject> ping = client.expect("\"a\"");
    CompletableFuture<JsonObject> call = client.expect("\"b\"");
    CompletableFuture<JsonObject> unknown = client.expect("\"c\"");
    client.sendRaw(
        "["
            + RawClient.requestLine("\"a\"", "ping", new JsonObject())
            + ","
            + echo("\"b\"", "in a batch")
            + ",{\"jsonrpc\":\"2.0\",\"method\":\"notifications/roots/list_changed\"},"
            + RawClient.requestLine("\"c\"", "no/such/method", new JsonObject())
            + "]\n");
    client.result(ping);
    assertThat(client.toolResult(call).text()).isEqualTo("in a batch");
    client.error(unknown);
    assertThat(client.lines())
        .filteredOn(line -> line.startsWith("["))
        .singleElement()
        .satisfies(line -> assertThat((JsonArray) Json.parse(line)).hasSize(3));
  }

  @Test
  @DisplayName("F5: a batch in a later revision is an invalid request")
  void batchNoMore() {
    RawClient client = connected();
    client.sendRaw("[" + RawClient.requestLine("50", "ping", new JsonObject()) + "]\n");
    assertThat(code(client.awaitNullIdError())).isEqualTo(-32600);
    client.ping();
  }

  // ---- from the server ----

  @Test
  @DisplayName("F2, L7: what a server prints on stdout never reaches ours; server_stderr shows it")
  void bannerLines() {
    RawClient client = connected("--banner-at-start");
    client.call("banner");
    ToolResult shown = client.call("server_stderr");
    assertThat(shown.lastText())
        .contains(
            "npm warn deprecated left-pad@1.0.0", "I am a banner, not a message", "pretty log");
  }

  @Test
  @DisplayName("F1: a server with CRLF and a byte order mark")
  void serverLineEndings() {
    RawClient client = connected("--crlf", "--bom");
    assertThat(client.call("echo", "{'text':'x'}").text()).isEqualTo("x");
    assertThat(client.lines()).noneMatch(line -> line.endsWith("\r") || line.startsWith("\uFEFF"));
  }

  @Test
  @DisplayName("F1: a server whose answer comes in single bytes")
  void serverSplitsCharacters() {
    RawClient client = connected();
    assertThat(client.call("split_utf8").text()).isEqualTo("grün 日本 🚗 end");
  }

  @Test
  @DisplayName("F3: a server's answer with bytes that are not UTF-8 still settles its call")
  void serverSendsInvalidUtf8() {
    RawClient client = connected();
    client.await(client.callAsync("invalid_utf8", "{}"));
    assertThat(client.call("echo", "{'text':'after'}").lastText()).isEqualTo("after");
  }

  @Test
  @DisplayName("S2: unknown members, number spellings and _meta of a result survive")
  void resultsSurvive() {
    FixtureServer server = bench.scripted();
    RawClient direct = bench.direct(server);
    direct.handshake();
    RawClient client = bench.pitstop(server).drainStderr();
    client.handshake();
    for (String tool : List.of("structured", "error")) {
      JsonObject params =
          Json.object(RawClient.callParams(tool, "{'code':-32099,'message':'größe'}"));
      String id = Json.text(new JsonPrimitive("s2 " + tool));
      JsonObject expected = direct.await(direct.requestAs(id, "tools/call", params));
      JsonObject actual = client.await(client.requestAs(id, "tools/call", params));
      assertThat(actual).hasToString(expected.toString());
    }
  }
}
