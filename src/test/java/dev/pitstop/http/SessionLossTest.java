package dev.pitstop.http;

import static dev.pitstop.http.SessionLoss.Verdict.GONE;
import static dev.pitstop.http.SessionLoss.Verdict.NO;
import static dev.pitstop.http.SessionLoss.Verdict.PERHAPS;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

@DisplayName("how servers say that the session is gone")
class SessionLossTest {
  private static final String ID = "4f1c7a52-8d0b-4c6f-9a3e-0b1d2c3e4f5a";

  /// A JSON-RPC error.
  private static String error(int code, String message, String id) {
    return "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":"
        + code
        + ",\"message\":\""
        + message
        + "\"},\"id\":"
        + id
        + "}";
  }

  private static Arguments row(
      String server, int status, String body, SessionLoss.Verdict expected) {
    return Arguments.of(server, status, true, body, expected);
  }

  private static Arguments noSession(
      String server, int status, String body, SessionLoss.Verdict expected) {
    return Arguments.of(server, status, false, body, expected);
  }

  static final List<Arguments> SERVERS =
      List.of(
          row("TypeScript SDK", 404, error(-32001, "Session not found", "null"), GONE),
          row(
              "Python SDK from 1.26",
              404,
              error(-32600, "Session not found", "\"server-error\""),
              GONE),
          row("Python SDK, SSE", 404, "Could not find session", GONE),
          row("Java SDK", 404, error(-32603, "Session not found: " + ID, "7"), GONE),
          row("Java SDK, GET and DELETE; Quarkus", 404, "", GONE),
          row("Go SDK", 404, "session not found\n", GONE),
          row("Ruby, earlier", 404, "{\"error\":\"Session not found\"}", GONE),
          row("a page", 404, "<html><body>Not Found</body></html>", GONE),
          row("a long page", 404, "<p>".repeat(10_000), GONE),
          row("half an error", 404, "{\"jsonrpc\":\"2.0\",\"err", GONE),
          row("seen elsewhere: 410", 410, "", GONE),
          row(
              "TypeScript SDK, one shared transport",
              400,
              error(-32000, "Bad Request: Server not initialized", "null"),
              PERHAPS),
          row(
              "TypeScript, old examples; supergateway",
              400,
              error(-32000, "Bad Request: No valid session ID provided", "null"),
              PERHAPS),
          row("TypeScript, old examples, GET", 400, "Invalid or missing session ID", PERHAPS),
          row(
              "Python SDK up to 1.25",
              400,
              error(-32600, "Bad Request: No valid session ID provided", "\"server-error\""),
              PERHAPS),
          row(
              "Python SDK up to 1.25, as text",
              400,
              "Bad Request: No valid session ID provided",
              PERHAPS),
          row("mcp-go, no form of an id", 400, "Invalid session ID\n", PERHAPS),
          row("mcp-go, SSE", 400, error(-32602, "Invalid session ID", "null"), PERHAPS),
          row("C#, SSE", 400, "\"Session ID not found.\"", PERHAPS),
          row("Rust, earlier", 401, "Unauthorized: Session not found", PERHAPS),
          row("seen elsewhere: 403", 403, "Forbidden: unknown session " + ID, PERHAPS),
          row("seen elsewhere: 422", 422, "{\"message\":\"Unknown sessionId\"}", PERHAPS),
          row("n8n", 401, "No transport found for sessionId", PERHAPS),
          row("other words", 400, "No transport found", PERHAPS),
          row(
              "another revision",
              400,
              error(-32000, "Bad Request: Unsupported protocol version: 2025-11-25", "null"),
              PERHAPS),
          row("nothing", 400, "", PERHAPS),
          row("a login", 401, "{\"error\":\"invalid_token\"}", PERHAPS),
          row("the host", 403, error(-32000, "Invalid Host: x", "null"), PERHAPS),
          row("what the message is", 422, "Failed to deserialize the JSON body", PERHAPS),
          row("a long text", 400, "The session not found in " + "the log ".repeat(100), PERHAPS),
          row(
              "Java SDK 0.8.1, SSE",
              500,
              "{\"cause\":null,\"message\":\"Session not found: " + ID + "\"}",
              PERHAPS),
          row("seen elsewhere: 503", 503, "{\"detail\":\"No such session\"}", PERHAPS),
          row("in a 200", 200, error(-32001, "Session not found", "5"), PERHAPS),
          row("in a 200, no id", 200, error(-32603, "Session not found", "null"), PERHAPS),
          row(
              "in a 200, the Python SDK",
              200,
              error(-32603, "Session not found", "\"server-error\""),
              PERHAPS),
          row("by the request's id", 400, error(-32000, "Session not found", "7"), PERHAPS),
          row(
              "one stream only",
              409,
              error(-32000, "Conflict: Only one SSE stream is allowed per session", "null"),
              PERHAPS),
          row("an argument", 400, error(-32602, "Unknown argument x", "7"), NO),
          row("a tool's mistake", 400, error(-32602, "Browser session not found", "8"), NO),
          row(
              "a tool's mistake",
              500,
              error(-32603, "Error: Session not found: " + ID, "\"a\""),
              NO),
          row("a tool's mistake in a 200", 200, error(-32603, "Session not found", "5"), NO),
          row("an error without those words", 200, error(-32000, "Out of memory", "5"), NO),
          row("an unknown method", 404, error(-32601, "Method not found", "3"), NO),
          row(
              "a result",
              200,
              "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"text\":\"Session not found\"}}",
              NO),
          row("a text in a 200", 200, "Session not found", NO),
          row("an acceptance", 202, "", NO),
          row("busy", 503, "", NO),
          row("busy, a proxy", 503, "<h1>Service Unavailable</h1>", NO),
          row("closing", 503, "Server is shutting down", NO),
          row("a gateway", 502, "<h1>Bad Gateway</h1>", NO),
          row("a mistake", 500, "Internal Server Error", NO),
          row("no GET", 405, error(-32000, "Method not allowed.", "null"), NO),
          row("a long traceback", 500, "Traceback: session.commit() " + "x".repeat(600), NO),
          row("an odd code", 500, "{\"error\":{\"code\":\"x\"},\"id\":[]}", NO),
          noSession("Rust, no id", 422, "Unexpected message, expect initialize request", PERHAPS),
          noSession(
              "PHP, no id",
              400,
              error(-32600, "A valid session id is REQUIRED for non-initialize requests.", "null"),
              PERHAPS),
          noSession("a wrong path", 404, "Cannot POST /mpc", PERHAPS),
          noSession("a page", 410, "", PERHAPS),
          noSession("busy", 503, "", NO));

  @ParameterizedTest(name = "{0}: {1} {3}")
  @FieldSource("SERVERS")
  void verdict(
      String server, int status, boolean named, String body, SessionLoss.Verdict expected) {
    assertThat(SessionLoss.of(status, named, body.getBytes(UTF_8))).as(server).isEqualTo(expected);
  }

  @Test
  @DisplayName("alien bytes do no harm")
  void alien() {
    assertThat(SessionLoss.of(400, true, new byte[] {'s', (byte) 0xff, (byte) 0xc3}))
        .isEqualTo(PERHAPS);
    for (String odd : List.of("[]", "3", "{\"error\":{}}", "{\"error\":{\"message\":5}}")) {
      assertThat(SessionLoss.of(200, true, odd.getBytes(UTF_8))).isEqualTo(NO);
    }
  }
}
