package dev.pitstop.http;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Recognises answers in which a server says that it does not know the session. The era and status
/// decide, then whether the request named a session, then the words of a short error. Results are
/// never inspected: a tool may speak of its own sessions.
///
/// `SESSION_GONE` also means that the request was surely not executed, so the words must come from
/// the transport. An error with code -32602 or -32603 under a request's id may come from a tool;
/// only a status of 404 or 410 outweighs that. Stateless.
public final class SessionLoss {
  /// What an answer means for the session.
  public enum Verdict {
    /// Surely not executed; a new session is needed.
    SESSION_GONE,
    /// Nobody serves at the moment: wait and try again with the same session.
    UNAVAILABLE,
    /// An ordinary answer, or an error that belongs to the client.
    PASSES
  }

  /// The parts of a session that a request named.
  ///
  /// @param session its id, in a header or in the URL
  /// @param revision a protocol revision under which this session's daemon has answered requests. A
  ///   daemon that does not speak it is another one and does not know the session (2025-11-25,
  ///   "Protocol Version Header")
  public record Named(boolean session, boolean revision) {
    public static final Named NOTHING = new Named(false, false);
  }

  /// The most bytes of a body that are read: some servers add a stack trace.
  private static final int MOST_BODY = 8 * 1024;

  /// The most characters of an error's text: the texts of servers are short.
  private static final int MOST_TEXT = 300;

  private static final String METHOD_NOT_FOUND = "-32601";
  private static final String INVALID_PARAMS = "-32602";
  private static final String INTERNAL_ERROR = "-32603";

  /// What servers say about a session that was named. All phrases are normalised by [#plain].
  private static final List<String> GONE =
      List.of(
          "session not found",
          "session id not found",
          "session was not found",
          "could not find session",
          "no such session",
          "no session found",
          "unknown session",
          "session unknown",
          "session is unknown",
          "invalid session",
          "session is invalid",
          "session is not valid",
          "session id is not valid",
          "invalid or expired session",
          "invalid mcp session",
          "unknown mcp session",
          "expired session",
          "session expired",
          "session has expired",
          "session terminated",
          "session has been terminated",
          "session closed",
          "session has been closed",
          "session does not exist",
          "session no longer exists");

  /// What servers say to a client that must begin a session.
  private static final List<String> WANTED =
      List.of(
          "server not initialized",
          "session not initialized",
          "no valid session",
          "missing session",
          "missing mcp session",
          "invalid or missing session",
          "session id missing",
          "session id is missing",
          "session id required",
          "session id is required",
          "session id header is required",
          "session header is required",
          "valid session id is required",
          "session required",
          "expect initialize request",
          "a new session can only be created by an initialize request");

  /// What servers say about a revision that was named.
  private static final List<String> OTHER_REVISION =
      List.of("unsupported protocol version", "unsupported mcp protocol version");

  /// What may come before these phrases where nothing else may: "Bad Request: Error: …".
  private static final Pattern PREFIXES =
      Pattern.compile(
          "^((error|bad request|invalid request|not found|unauthorized|forbidden|gone"
              + "|unprocessable entity|unexpected message|service unavailable"
              + "|internal server error|mcp|the|this|your) )+");

  /// What may follow a phrase where nothing else may.
  private static final String TAIL = "( id)?( provided)?( (or|please) .*)?";

  private SessionLoss() {}

  /// What the answer to a POST or a GET means.
  ///
  /// The caller should double-check a GET's 404: it may only mean that there is no GET.
  ///
  /// @param named what the request named. Do not ask about `initialize`: its answer is never about
  ///   a session
  /// @param contentType of the answer; empty if it has none
  /// @param bodyHead the body, or its beginning
  public static Verdict of(Era era, int status, Named named, String contentType, byte[] bodyHead) {
    if (era == Era.LEGACY && isGone(status, named, contentType, bodyHead)) {
      return Verdict.SESSION_GONE;
    }
    return status == 503 ? Verdict.UNAVAILABLE : Verdict.PASSES;
  }

  private static boolean isGone(int status, Named named, String type, byte[] body) {
    return switch (status) {
      // Without a session it is a wrong path. A server that serves both eras also answers an
      // unknown method with 404 (2026-07-28, "Protocol Version Header").
      case 404, 410 ->
          named.session()
              ? !said(type, body).code().equals(METHOD_NOT_FOUND)
              : speaksOf(WANTED, said(type, body));
      case 400 -> {
        Said said = said(type, body);
        yield speaksOfSession(said, named.session())
            || (named.revision() && speaksOf(OTHER_REVISION, said));
      }
      case 401, 403, 422, 500, 503 -> speaksOfSession(said(type, body), named.session());
      default -> false;
    };
  }

  /// Whether an error with status 200, as JSON or on a stream, says that the session is gone. Its
  /// text must be about nothing else.
  public static boolean sessionGone(Message.Failure f, boolean sentSession) {
    if (!sentSession || f.bytes().length > MOST_BODY) {
      return false;
    }
    Said said = failure(f.bytes(), f.error(), isRequests(f.bytes(), f.idSpan()));
    String words = PREFIXES.matcher(said.words()).replaceFirst("");
    return isTransports(said)
        && Stream.of(GONE, WANTED)
            .flatMap(List::stream)
            .anyMatch(phrase -> words.matches(phrase + TAIL));
  }

  private static boolean speaksOfSession(Said said, boolean sentSession) {
    return speaksOf(WANTED, said) || (sentSession && speaksOf(GONE, said));
  }

  private static boolean speaksOf(List<String> phrases, Said said) {
    String words = " " + said.words() + " ";
    return isTransports(said)
        && phrases.stream().anyMatch(phrase -> words.contains(" " + phrase + " "));
  }

  /// Whether only the transport can have said this.
  private static boolean isTransports(Said said) {
    return !said.underId()
        || (!said.code().equals(INVALID_PARAMS) && !said.code().equals(INTERNAL_ERROR));
  }

  /// The error in a body.
  ///
  /// @param code the JSON-RPC code as written; empty if there is none
  /// @param underId whether it is a JSON-RPC error under a request's id
  /// @param words its text, normalised by [#plain]; empty if there is none, or if it is long
  private record Said(String code, boolean underId, String words) {
    static final Said NOTHING = said("");

    /// A text that is not a JSON-RPC error.
    static Said said(String words) {
      return new Said("", false, words);
    }
  }

  private static Said said(String contentType, byte[] body) {
    // HTML is made for people, by a proxy or for a login.
    if (body.length > MOST_BODY || contentType.toLowerCase(Locale.ROOT).contains("html")) {
      return Said.NOTHING;
    }
    Optional<Span> json = Json.validate(body);
    if (json.isEmpty()) {
      String text = new String(body, StandardCharsets.UTF_8).strip();
      return text.startsWith("<") || text.startsWith("{") ? Said.NOTHING : Said.said(plain(text));
    }
    Span root = json.get();
    if (Json.isString(body, root)) {
      return Said.said(plain(Json.string(body, root)));
    }
    if (Json.member(body, root, "result").present()) {
      return Said.NOTHING;
    }
    Span error = Json.member(body, root, "error");
    if (Json.isObject(body, error)) {
      return failure(body, error, isRequests(body, Json.member(body, root, "id")));
    }
    for (String name : List.of("error", "message", "detail", "title")) {
      Span text = Json.member(body, root, name);
      String words = plain(Json.string(body, text));
      if (words.contains("session")
          || words.contains("initialize")
          || words.contains("protocol version")) {
        return Said.said(words);
      }
    }
    return Said.NOTHING;
  }

  /// The Python SDK uses the id `server-error` if it has not read the request's.
  private static boolean isRequests(byte[] body, Span id) {
    return Json.isNumber(body, id)
        || (Json.isString(body, id) && !Json.string(body, id).equals("server-error"));
  }

  private static Said failure(byte[] b, Span error, boolean underId) {
    return new Said(
        Json.member(b, error, "code").text(b),
        underId,
        plain(Json.string(b, Json.member(b, error, "message"))));
  }

  /// The text as lower-case words with single spaces: `Mcp-Session-Id`, `sessionId` and
  /// `session_id` become `mcp session id` and `session id`. Words with digits are ids and left out.
  /// Empty for a long text.
  private static String plain(String text) {
    return text.length() > MOST_TEXT
        ? ""
        : text.replaceAll("[\\p{L}\\p{Nd}_-]*\\p{Nd}[\\p{L}\\p{Nd}_-]*", " ")
            .replaceAll("(?<=\\p{Ll})(?=\\p{Lu})|\\P{L}+", " ")
            .strip()
            .toLowerCase(Locale.ROOT);
  }
}
