package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.Serving;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the client does wrong is answered, and the session goes on.
@ExtendWith(Sessions.class)
class BadInputTest {
  @ParameterizedTest(name = "{0} → {1}, id {2}")
  @DisplayName("each mistake has its error code and id")
  @CsvSource(
      delimiter = '|',
      value = {
        "{oops | -32700 | null",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"} x | -32700 | null",
        "42 | -32600 | null",
        "{\"id\":1,\"method\":\"ping\"} | -32600 | 1",
        "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"} | -32600 | 1",
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"} | -32600 | null",
        "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"} | -32600 | null",
        "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":7} | -32600 | \"x\"",
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\",\"params\":[]} | -32600 | 2",
        "{\"jsonrpc\":\"2.0\",\"id\":3} | -32600 | 3",
        "[] | -32600 | null",
      })
  void mistakes(String line, int code, String id, SessionDriver d) {
    d.send(line);
    JsonObject m = Json.parse(d.take());
    assertThat(Json.at(m, "error", "code").getAsInt()).isEqualTo(code);
    assertThat(m.get("id")).hasToString(id);
    d.sync();
  }

  @Test
  @DisplayName("an unknown method and odd parameters are the server's to refuse")
  void unknownMethod(SessionDriver d, @Serving("a") FakeServer s) {
    s.refuse(d.requestTo(s, "1", "no/such", "{}"), -32601, "Method not found");
    assertThat(d.code("1")).isEqualTo(-32601);
    s.refuse(d.requestTo(s, "2", "tools/call", "{\"name\":7}"), -32602, "bad");
    assertThat(d.code("2")).isEqualTo(-32602);
  }

  @Test
  @DisplayName("an oversized response or notification of the client gets no response")
  void tooLongForAnAnswer(SessionDriver d, @Serving("a") FakeServer s) {
    String large = "y".repeat(SessionDriver.MAX_MESSAGE);
    s.ask("7", "roots/list", "{}");
    assertThat(Json.text(d.next(), "method")).isEqualTo("roots/list");
    d.send("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"roots\":\"" + large + "\"}}");
    assertThat(Json.text(s.next(), "error", "message")).contains("--set maxMessage");
    d.send("{\"jsonrpc\":\"2.0\",\"id\":8,\"error\":{\"code\":1,\"message\":\"" + large + "\"}}");
    d.notify("notifications/progress", "{\"x\":\"" + large + "\"}");
    d.sync();
  }

  @Test
  @DisplayName("an oversized message is answered under its id, and the session goes on")
  void tooLong(SessionDriver d, @Serving("a") FakeServer s) {
    d.call("1", "a", "{\"x\":\"" + "y".repeat(SessionDriver.MAX_MESSAGE) + "\"}");
    assertThat(Json.text(d.error("1"), "message")).contains("--set maxMessage");
    s.answer(d.callTo(s, "2", "a"), "{\"x\":\"" + "y".repeat(SessionDriver.MAX_MESSAGE) + "\"}");
    assertThat(d.text("2")).contains("Pitstop withheld").contains("--set maxMessage");
  }

  @Test
  @DisplayName("CRLF, blank lines, a byte order mark and a last line without a newline")
  void framing(SessionDriver d) {
    d.opened("1");
    d.bytes(
        "\uFEFF{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\r\n\r\n  \n"
            .getBytes(StandardCharsets.UTF_8));
    d.result("1");
    d.closeAfter("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}", "2");
  }

  @Test
  @DisplayName("a batch is refused with one error, which says so")
  void noBatch(@Serving("a") SessionDriver d) {
    d.send("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]");
    JsonObject answer = Json.parse(d.take());
    assertThat(Json.at(answer, "error", "code").getAsInt()).isEqualTo(-32600);
    assertThat(Json.text(answer, "error", "message")).contains("no JSON-RPC batches", "by itself");
  }
}
