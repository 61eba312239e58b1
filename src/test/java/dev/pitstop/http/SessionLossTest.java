package dev.pitstop.http;

import static dev.pitstop.http.Era.LEGACY;
import static dev.pitstop.http.Era.MODERN;
import static dev.pitstop.http.SessionLoss.Verdict.PASSES;
import static dev.pitstop.http.SessionLoss.Verdict.SESSION_GONE;
import static dev.pitstop.http.SessionLoss.Verdict.UNAVAILABLE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("how servers say that the session is gone")
class SessionLossTest {
  private static final String JSON = "application/json";
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final String HTML = "text/html";

  private static final SessionLoss.Named NOTHING = SessionLoss.Named.NOTHING;
  private static final SessionLoss.Named SESSION = new SessionLoss.Named(true, false);

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

  /// With a session's words in front and too much behind.
  private static final String LONG =
      error(-32001, "Session not found\",\"data\":\"" + "x".repeat(9_000), "null");

  private static Arguments row(
      String server, int status, String type, String body, SessionLoss.Verdict expected) {
    return Arguments.of(server, LEGACY, status, SESSION, type, body, expected);
  }

  private static Arguments noSession(
      String server, int status, String type, String body, SessionLoss.Verdict expected) {
    return Arguments.of(server, LEGACY, status, NOTHING, type, body, expected);
  }

  private static Arguments modern(
      String server, int status, String type, String body, SessionLoss.Verdict expected) {
    return Arguments.of(server, MODERN, status, NOTHING, type, body, expected);
  }

  static final List<Arguments> SERVERS =
      List.of(
          row(
              "TypeScript SDK",
              404,
              JSON,
              error(-32001, "Session not found", "null"),
              SESSION_GONE),
          row(
              "TypeScript SDK, one shared transport",
              400,
              JSON,
              error(-32000, "Bad Request: Server not initialized", "null"),
              SESSION_GONE),
          row(
              "TypeScript, old examples; supergateway",
              400,
              JSON,
              error(-32000, "Bad Request: No valid session ID provided", "null"),
              SESSION_GONE),
          row(
              "TypeScript, old examples, GET",
              400,
              TEXT,
              "Invalid or missing session ID",
              SESSION_GONE),
          row(
              "Python SDK up to 1.25",
              400,
              JSON,
              error(-32600, "Bad Request: No valid session ID provided", "\"server-error\""),
              SESSION_GONE),
          row(
              "Python SDK up to 1.25, as text",
              400,
              TEXT,
              "Bad Request: No valid session ID provided",
              SESSION_GONE),
          row(
              "Python SDK from 1.26",
              404,
              JSON,
              error(-32600, "Session not found", "\"server-error\""),
              SESSION_GONE),
          row(
              "Python SDK, terminated",
              404,
              JSON,
              error(-32600, "Not Found: Session has been terminated", "\"server-error\""),
              SESSION_GONE),
          row("Python SDK, SSE", 404, TEXT, "Could not find session", SESSION_GONE),
          row("Python SDK, SSE, no UUID", 400, TEXT, "Invalid session ID", SESSION_GONE),
          row("Java SDK", 404, JSON, error(-32603, "Session not found: " + ID, "7"), SESSION_GONE),
          row("Java SDK, GET and DELETE", 404, "", "", SESSION_GONE),
          row("Java SDK, closing", 503, TEXT, "Server is shutting down", UNAVAILABLE),
          row(
              "Java SDK 0.8.1, SSE",
              500,
              JSON,
              "{\"cause\":null,\"message\":\"Session not found: " + ID + "\"}",
              SESSION_GONE),
          row("Go SDK", 404, TEXT, "session not found\n", SESSION_GONE),
          row("mcp-go", 404, TEXT, "Session terminated\n", SESSION_GONE),
          row("mcp-go, no form of an id", 400, TEXT, "Invalid session ID\n", SESSION_GONE),
          row("mcp-go, SSE", 400, JSON, error(-32602, "Invalid session ID", "null"), SESSION_GONE),
          row("C#", 404, JSON, error(-32001, "Session not found", "null"), SESSION_GONE),
          row("C#, SSE", 400, JSON, "\"Session ID not found.\"", SESSION_GONE),
          row("Rust", 404, TEXT, "Not Found: Session not found", SESSION_GONE),
          row("Rust, earlier", 401, TEXT, "Unauthorized: Session not found", SESSION_GONE),
          noSession(
              "Rust, no id",
              422,
              TEXT,
              "Unexpected message, expect initialize request",
              SESSION_GONE),
          row("Ruby", 404, JSON, error(-32600, "Session not found", "null"), SESSION_GONE),
          row("Ruby, earlier", 404, JSON, "{\"error\":\"Session not found\"}", SESSION_GONE),
          row(
              "PHP",
              404,
              JSON,
              error(-32600, "Session not found or has expired.", "null"),
              SESSION_GONE),
          noSession(
              "PHP, no id",
              400,
              JSON,
              error(-32600, "A valid session id is REQUIRED for non-initialize requests.", "null"),
              SESSION_GONE),
          row("Kotlin", 404, JSON, error(-32001, "Session not found", "null"), SESSION_GONE),
          row(
              "Kotlin, the other way",
              400,
              JSON,
              error(-32000, "Bad Request: Server not initialized", "null"),
              SESSION_GONE),
          row("Quarkus", 404, "", "", SESSION_GONE),
          row("seen elsewhere: 410", 410, "", "", SESSION_GONE),
          row("seen elsewhere: 403", 403, TEXT, "Forbidden: unknown session " + ID, SESSION_GONE),
          row("seen elsewhere: 503", 503, JSON, "{\"detail\":\"No such session\"}", SESSION_GONE),
          modern(
              "2026-07-28, unknown method",
              404,
              JSON,
              error(-32601, "Method not found", "3"),
              PASSES));

  static Stream<Arguments> otherRevision() {
    return Stream.of(
        Arguments.of(
            "TypeScript SDK",
            JSON,
            error(
                -32000,
                "Bad Request: Unsupported protocol version: 2025-11-25 (supported versions:"
                    + " 2025-06-18, 2025-03-26)",
                "null")),
        Arguments.of(
            "Python SDK",
            JSON,
            error(
                -32600,
                "Bad Request: Unsupported protocol version: 2025-11-25. Supported versions: x",
                "\"server-error\"")),
        Arguments.of(
            "Go SDK",
            TEXT,
            "Bad Request: Unsupported protocol version (supported versions: 2025-06-18)\n"),
        Arguments.of("Rust SDK", "", "Bad Request: Unsupported MCP-Protocol-Version: 2025-11-25"),
        Arguments.of(
            "a server of its own",
            JSON,
            "{\"error\":\"Bad Request: unsupported MCP-Protocol-Version '2025-11-25'\"}"));
  }

  @ParameterizedTest
  @MethodSource("otherRevision")
  @DisplayName("15: the revision of the session is refused by a daemon that has spoken it")
  void otherRevision(String server, String type, String body) {
    byte[] bytes = body.getBytes(UTF_8);
    for (boolean session : new boolean[] {true, false}) {
      assertThat(SessionLoss.of(LEGACY, 400, new SessionLoss.Named(session, true), type, bytes))
          .as(server)
          .isEqualTo(SESSION_GONE);
      assertThat(SessionLoss.of(LEGACY, 400, new SessionLoss.Named(session, false), type, bytes))
          .as("it may be so with each session")
          .isEqualTo(PASSES);
    }
    assertThat(SessionLoss.of(MODERN, 400, new SessionLoss.Named(true, true), type, bytes))
        .isEqualTo(PASSES);
    assertThat(SessionLoss.of(LEGACY, 200, new SessionLoss.Named(true, true), type, bytes))
        .isEqualTo(PASSES);
  }

  @Test
  @DisplayName("15: nor by what a tool says under the request's id, or by a page")
  void tools() {
    SessionLoss.Named both = new SessionLoss.Named(true, true);
    byte[] tool = error(-32602, "Unsupported protocol version in `version`", "4").getBytes(UTF_8);
    byte[] page = "<p>Unsupported protocol version</p>".getBytes(UTF_8);
    assertThat(SessionLoss.of(LEGACY, 400, both, JSON, tool)).isEqualTo(PASSES);
    assertThat(SessionLoss.of(LEGACY, 400, both, HTML, page)).isEqualTo(PASSES);
  }

  static final List<Arguments> CATALOGUE =
      List.of(
          row("2: text", 404, TEXT, "404 page not found\n", SESSION_GONE),
          row("2: HTML", 404, HTML, "<html><body>Not Found</body></html>", SESSION_GONE),
          row("2: nothing", 404, "", "", SESSION_GONE),
          row("2: a long page", 404, HTML, "<p>".repeat(10_000), SESSION_GONE),
          row("2: half an error", 404, JSON, "{\"jsonrpc\":\"2.0\",\"err", SESSION_GONE),
          row("3: ordinary", 400, JSON, error(-32700, "Parse error", "null"), PASSES),
          row(
              "3: ordinary",
              400,
              JSON,
              error(-32000, "Bad Request: Unsupported protocol version: 2099-01-01", "null"),
              PASSES),
          row("3: ordinary, nothing", 400, "", "", PASSES),
          row("3: ordinary, empty object", 400, JSON, "{}", PASSES),
          row(
              "3: a tool's mistake",
              400,
              JSON,
              error(-32602, "Browser session not found", "8"),
              PASSES),
          row(
              "3: a tool's mistake",
              500,
              JSON,
              error(-32603, "Error: Session not found: " + ID, "\"a\""),
              PASSES),
          row("3: a page", 400, HTML, "<p>Session not found</p>", PASSES),
          row("3: a page of no type", 400, "", "<p>Session not found</p>", PASSES),
          row(
              "3: a long text",
              400,
              TEXT,
              "The session not found in " + "the log ".repeat(100),
              PASSES),
          row(
              "3: sessions, but not this one",
              400,
              TEXT,
              "Obsession not found, session notes found",
              PASSES),
          row("3: half an error", 400, JSON, "{\"error\":{\"message\":\"Session not found", PASSES),
          noSession(
              "3: no id, wanted",
              400,
              JSON,
              error(-32000, "Bad Request: Mcp-Session-Id header is required", "null"),
              SESSION_GONE),
          noSession(
              "3: no id, C#",
              400,
              JSON,
              error(
                  -32000,
                  "Bad Request: A new session can only be created by an initialize request."
                      + " Include a valid Mcp-Session-Id header for non-initialize requests.",
                  "null"),
              SESSION_GONE),
          noSession("3: no id, not ours", 400, TEXT, "Session not found", PASSES),
          noSession("no session, a wrong path", 404, TEXT, "Cannot POST /mpc", PASSES),
          noSession("no session, HTML", 404, HTML, "<pre>Cannot POST /mpc</pre>", PASSES),
          noSession("no session, 410", 410, "", "", PASSES),
          row("4: 401 of a login", 401, JSON, "{\"error\":\"invalid_token\"}", PASSES),
          row("4: 401 with words", 401, JSON, "{\"error\":\"Session expired\"}", SESSION_GONE),
          row("4: 403 for the host", 403, JSON, error(-32000, "Invalid Host: x", "null"), PASSES),
          row("4: 422 with words", 422, JSON, "{\"message\":\"Unknown sessionId\"}", SESSION_GONE),
          row("4: 422 ordinary", 422, TEXT, "Failed to deserialize the JSON body", PASSES),
          row("4: 421", 421, TEXT, "Invalid Host header", PASSES),
          row("5: 503", 503, "", "", UNAVAILABLE),
          row("5: 503 of a proxy", 503, HTML, "<h1>Service Unavailable</h1>", UNAVAILABLE),
          noSession("5: 503 without a session", 503, "", "", UNAVAILABLE),
          modern("5: 503", 503, TEXT, "Session not found", UNAVAILABLE),
          row(
              "6: a tool's result",
              400,
              JSON,
              "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[]},\"message\":\"Server not initialized\"}",
              PASSES),
          row("6: 200", 200, TEXT, "Session not found", PASSES),
          row("7: in a legacy session", 404, JSON, error(-32601, "Method not found", "3"), PASSES),
          modern("7: nothing", 404, "", "", PASSES),
          modern("no sessions", 400, JSON, error(-32000, "Session not found", "null"), PASSES),
          modern(
              "another version",
              400,
              JSON,
              error(-32022, "Unsupported protocol version", "1"),
              PASSES),
          row(
              "21: 409",
              409,
              JSON,
              error(-32000, "Conflict: Only one SSE stream is allowed per session", "null"),
              PASSES),
          row("19: 405", 405, JSON, error(-32000, "Method not allowed.", "null"), PASSES),
          row("19: 406", 406, JSON, error(-32000, "Not Acceptable", "null"), PASSES),
          row("502 of a proxy", 502, HTML, "<h1>Bad Gateway</h1>", PASSES),
          row("500", 500, TEXT, "Internal Server Error", PASSES),
          row("405 with words", 405, TEXT, "Session not found", PASSES),
          row("406 with words", 406, TEXT, "Session not found", PASSES),
          row("409 with words", 409, TEXT, "Session not found", PASSES),
          row("421 with words", 421, TEXT, "Session not found", PASSES),
          row("502 with words", 502, TEXT, "Session not found", PASSES),
          noSession("no session, 404 with words", 404, TEXT, "Session not found", PASSES),
          noSession("no session, wanted", 404, TEXT, "Server not initialized", SESSION_GONE),
          noSession("no session, 401 with words", 401, TEXT, "Session expired", PASSES),
          noSession("no session, 401, wanted", 401, TEXT, "Session required", SESSION_GONE),
          row("a page without marks", 400, "Text/HTML", "Session not found", PASSES),
          row("a page behind blanks", 400, "", " \n<p>Session not found</p>", PASSES),
          row("half an error behind blanks", 400, JSON, " {\"error\":\"Session not found", PASSES),
          row("more than an error", 400, JSON, LONG, PASSES),
          row("a title", 400, JSON, "{\"title\":\"Session not found\"}", SESSION_GONE),
          row("a detail", 400, JSON, "{\"detail\":\"Session not found\"}", SESSION_GONE),
          row(
              "no word `session`",
              400,
              JSON,
              "{\"error\":\"Server not initialized\"}",
              SESSION_GONE),
          row(
              "of two texts the one that says it",
              400,
              JSON,
              "{\"error\":\"bad_request\",\"message\":\"Session not found\"}",
              SESSION_GONE),
          row("202", 202, "", "", PASSES));

  @ParameterizedTest(name = "{0}: {2} {5}")
  @FieldSource({"SERVERS", "CATALOGUE"})
  void verdict(
      String server,
      Era era,
      int status,
      SessionLoss.Named named,
      String type,
      String body,
      SessionLoss.Verdict expected) {
    assertThat(SessionLoss.of(era, status, named, type, body.getBytes(UTF_8)))
        .as(server)
        .isEqualTo(expected);
  }

  private static boolean in200(String error, boolean sentSession) {
    return SessionLoss.sessionGone(
        (Message.Failure) Codec.parse(error.getBytes(UTF_8)), sentSession);
  }

  static final List<Arguments> LOST_IN_200 =
      List.of(
          Arguments.of(-32001, "Session not found", "null"),
          Arguments.of(-32001, "Session not found", "5"),
          Arguments.of(-32000, "Bad Request: Server not initialized", "5"),
          Arguments.of(-32000, "Bad Request: No valid session ID provided", "\"x\""),
          Arguments.of(-32600, "Session not found or has expired.", "5"),
          Arguments.of(-32000, "Error: Session " + ID + " not found", "5"),
          Arguments.of(-32000, "Session abc-1-def not found", "5"),
          Arguments.of(-32000, "Session abc_1_def not found", "5"),
          Arguments.of(-32000, "Invalid session ID: " + ID, "5"),
          Arguments.of(-32000, "Session expired, please initialize again", "5"),
          Arguments.of(-32603, "Session not found", "null"),
          Arguments.of(-32603, "Session not found", "\"server-error\""));

  @ParameterizedTest
  @FieldSource("LOST_IN_200")
  @DisplayName("8: an error inside a 200 that is about the session")
  void lostIn200(int code, String message, String id) {
    assertThat(in200(error(code, message, id), true)).isTrue();
    assertThat(in200(error(code, message, id), false)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Session not found",
        "Session ID not found.",
        "Session was not found",
        "Could not find session",
        "No such session",
        "No session found",
        "Unknown session",
        "Session unknown",
        "Session is unknown",
        "Invalid session",
        "Session is invalid",
        "Session is not valid",
        "Session ID is not valid",
        "Invalid or expired session",
        "Invalid Mcp-Session-Id",
        "Unknown mcp-session-id",
        "Expired session",
        "Session expired",
        "Session has expired",
        "Session terminated",
        "Session has been terminated",
        "Session closed",
        "Session has been closed",
        "Session does not exist",
        "Session no longer exists"
      })
  @DisplayName("3, 8: the words for a session that was named; without one they are about another")
  void wordsOfLoss(String words) {
    byte[] text = words.getBytes(UTF_8);
    assertThat(SessionLoss.of(LEGACY, 400, SESSION, TEXT, text)).isEqualTo(SESSION_GONE);
    assertThat(SessionLoss.of(LEGACY, 400, NOTHING, TEXT, text)).isEqualTo(PASSES);
    assertThat(in200(error(-32000, words, "5"), true)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Server not initialized",
        "Session not initialized",
        "No valid session ID provided",
        "No valid session provided",
        "Missing session ID",
        "Missing Mcp-Session-Id",
        "Invalid or missing session ID",
        "Session ID missing",
        "Session ID is missing",
        "Session ID required",
        "Session ID is required",
        "Session header is required",
        "Valid session ID is required",
        "Session required",
        "Expect initialize request",
        "A new session can only be created by an initialize request"
      })
  @DisplayName("3, 8: the words for a session that was missed, whether or not one was named")
  void wordsOfWant(String words) {
    byte[] text = words.getBytes(UTF_8);
    assertThat(SessionLoss.of(LEGACY, 400, SESSION, TEXT, text)).isEqualTo(SESSION_GONE);
    assertThat(SessionLoss.of(LEGACY, 400, NOTHING, TEXT, text)).isEqualTo(SESSION_GONE);
    assertThat(in200(error(-32000, words, "5"), true)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Error",
        "Bad Request",
        "Invalid request",
        "Not Found",
        "Unauthorized",
        "Forbidden",
        "Gone",
        "Unprocessable Entity",
        "Unexpected message",
        "Service Unavailable",
        "Internal server error",
        "MCP",
        "The",
        "This",
        "Your",
        "Bad Request: Error: The"
      })
  @DisplayName("8: what may stand before the words inside a 200; nothing else may")
  void prefixes(String prefix) {
    assertThat(in200(error(-32000, prefix + " session has expired", "5"), true)).isTrue();
    assertThat(in200(error(-32000, prefix + " database session has expired", "5"), true)).isFalse();
  }

  static final List<Arguments> ORDINARY_IN_200 =
      List.of(
          Arguments.of(-32603, "Session not found", "5"),
          Arguments.of(-32602, "Invalid session ID", "5"),
          Arguments.of(-32000, "Browser session not found", "5"),
          Arguments.of(-32000, "Session not found in the data base", "5"),
          Arguments.of(-32000, "Invalid session token", "5"),
          Arguments.of(-32601, "Method not found", "5"),
          Arguments.of(-32000, "", "5"),
          Arguments.of(-32000, "The database server not initialized", "5"),
          Arguments.of(-32000, "Session not found or " + "x".repeat(400), "5"));

  @ParameterizedTest
  @FieldSource("ORDINARY_IN_200")
  @DisplayName("6: an error inside a 200 that may be a tool's")
  void ordinaryIn200(int code, String message, String id) {
    assertThat(in200(error(code, message, id), true)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"-32000\"", "1e9", "-", "-99999999999999", "null", "{}"})
  void oddCodesAreNoCodes(String code) {
    assertThat(
            in200(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":"
                    + (code.equals("-") ? "-0" : code)
                    + ",\"message\":\"Session not found\"}}",
                true))
        .isTrue();
  }

  @Test
  void aLongErrorIn200IsATools() {
    assertThat(in200(LONG, true)).isFalse();
  }

  @Test
  void anErrorWithoutAMessageSaysNothing() {
    assertThat(in200("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{}}", true)).isFalse();
    assertThat(in200("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"message\":5}}", true)).isFalse();
  }

  @Test
  void alienBytesDoNoHarm() {
    byte[] noUtf8 = {'s', (byte) 0xff, (byte) 0xc3};
    assertThat(SessionLoss.of(LEGACY, 400, SESSION, "", noUtf8)).isEqualTo(PASSES);
    assertThat(SessionLoss.of(LEGACY, 400, SESSION, "?;", "[]".getBytes(UTF_8))).isEqualTo(PASSES);
    assertThat(SessionLoss.of(LEGACY, 400, SESSION, JSON, "3".getBytes(UTF_8))).isEqualTo(PASSES);
  }
}
