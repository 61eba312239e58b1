package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Catalogue E: bytes on real pipes, in both directions. What is refused, and how, is in
/// `dev.pitstop.session.BadInputTest` and `dev.pitstop.rpc`.
@DisplayName("framing")
class FramingTest {
  private static final String ODD_TEXT = "grüße 日本 🚗 \u2028\u2029 \u0001 \t \" \\ / e\u0301";

  @RegisterExtension final Bench bench = new Bench();

  private static String echo(String id, String text) {
    JsonObject params = Json.object("{'name':'echo','arguments':{}}");
    Json.at(params, "arguments").addProperty("text", text);
    return RawClient.requestLine(id, "tools/call", params);
  }

  private static void assertEcho(RawClient client, String id, byte[] wire, String text) {
    CompletableFuture<JsonObject> response = client.expect(id);
    client.sendBytes(wire);
    assertThat(client.toolResult(response).text()).isEqualTo(text);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  @DisplayName("a client with a byte order mark, CRLF, split characters, 20 MB, bad UTF-8")
  void fromTheClient() {
    RawClient client = bench.pitstop(bench.scripted()).drainStderr();
    CompletableFuture<JsonObject> initialized = client.expect("\"i\"");
    JsonObject params = Json.object(RawClient.initializeParams("2025-11-25"));
    client.sendRaw("\uFEFF" + RawClient.requestLine("\"i\"", "initialize", params) + "\n");
    assertThat(client.result(initialized).has("serverInfo")).isTrue();
    client.notify("notifications/initialized", "{}");
    assertEcho(
        client,
        "\"a\"",
        utf8("\n\n\r\n  \t" + echo("\"a\"", "odd lines") + " \r\n\n"),
        "odd lines");
    CompletableFuture<JsonObject> split = client.expect("\"b\"");
    for (byte b : utf8(echo("\"b\"", ODD_TEXT) + "\n")) {
      client.sendBytes(new byte[] {b});
    }
    assertThat(client.toolResult(split).text()).isEqualTo(ODD_TEXT);
    int bytes = 20 * 1024 * 1024;
    assertThat(client.call("length", "{'text':'" + "y".repeat(bytes) + "'}").text())
        .isEqualTo("" + bytes);
    client.sendRaw("Content-Length: 52\n");
    client.awaitNullIdError();
    byte[] bad = utf8(echo("\"c\"", "bad @ byte") + "\n");
    bad[new String(bad, StandardCharsets.UTF_8).indexOf('@')] = (byte) 0xff;
    assertEcho(client, "\"c\"", bad, "bad \uFFFD byte");
    CompletableFuture<JsonObject> last = client.expect("\"d\"");
    client.sendRaw(RawClient.requestLine("\"d\"", "ping", new JsonObject()));
    client.closeStdin();
    client.result(last);
  }

  @Test
  @DisplayName("a server with a banner, a byte order mark, CRLF, single bytes, 20 MB")
  void fromTheServer() {
    RawClient client = bench.pitstop(bench.scripted("--crlf", "--bom", "--banner")).drainStderr();
    client.handshake();
    assertThat(client.call("echo", "{'text':'x'}").lastText()).isEqualTo("x");
    assertThat(client.call("split_utf8").lastText()).isEqualTo("grün 日本 🚗 end");
    int bytes = 20 * 1024 * 1024;
    assertThat(client.call("big", "{'bytes':" + bytes + "}").text()).hasSize(bytes);
    client.await(client.callAsync("invalid_utf8", "{}"));
    client.call("banner");
    assertThat(client.call("server_stderr").lastText())
        .contains(
            "npm warn deprecated left-pad@1.0.0", "I am a banner, not a message", "pretty log");
    assertThat(client.lines()).noneMatch(line -> line.endsWith("\r") || line.startsWith("\uFEFF"));
  }
}
