package dev.pitstop.http;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// How servers say that they do not know the session: by the era, the status, what of the session
/// was named, and then the words of a short error. What a result says is never looked at: a tool
/// may speak of its own sessions.
///
/// `SESSION_GONE` means also that the request was surely not executed, so the words must be the
/// transport's. An error with code -32602 or -32603 under a request's id may be a tool's; only a
/// status of 404 or 410 outweighs that. Stateless.
public final class SessionLoss {
  /// What an answer means for the session.
  public enum Verdict {
    /// Surely not executed; a new session is wanted.
    SESSION_GONE,
    /// Nobody serves at the moment: wait and try again, with the same session.
    UNAVAILABLE,
    /// An ordinary answer, or an error that is the client's.
    PASSES
  }

  /// What of the session a request named.
  ///
  /// @param session its id, in a header or in the URL
  /// @param revision a protocol revision under which this session's daemon has answered requests:
  ///   one that does not speak it is another daemon, which knows nothing of the session
  ///   (2025-11-25, "Protocol Version Header")
  public record Named(boolean session, boolean revision) {
    public static final Named NOTHING = new Named(false, false);
  }

  /// Bytes of a body that is looked into: some servers add where they failed.
  private static final int MOST_BODY = 8 * 1024;

  /// Characters of an error's text: real ones are short.
  private static final int MOST_TEXT = 300;

  private static final String METHOD_NOT_FOUND = "-32601";
  private static final String INVALID_PARAMS = "-32602";
  private static final String INTERNAL_ERROR = "-32603";

  /// What is said of a session that was named. All as [#plain] makes them.
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

  /// What is said to somebody who is expected to begin a session.
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

  /// What is said of a revision that was named.
  private static final List<String> OTHER_REVISION =
      List.of("unsupported protocol version", "unsupported mcp protocol version");

  /// Before the words themselves.
  private static final List<String> PREFIXES =
      List.of(
          "error",
          "bad request",
          "invalid request",
          "not found",
          "unauthorized",
          "forbidden",
          "gone",
          "unprocessable entity",
          "unexpected message",
          "service unavailable",
          "internal server error",
          "mcp",
          "the",
          "this",
          "your");

  /// What may stand behind them where nothing else may.
  private static final List<String> TAILS = List.of("", " id", " provided", " id provided");

  private SessionLoss() {}

  /// What the answer of a POST or a GET means.
  ///
  /// A GET's 404 deserves a second look by the caller: it may only mean that there is no GET.
  ///
  /// @param named what the request named. Not for `initialize`, whose answer is never about a
  ///   session: it must not be asked about here
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
      // Without a session it is a wrong path. A server that serves both eras says "unknown method"
      // with it (2026-07-28, "Protocol Version Header").
      case 404, 410 ->
          named.session()
              ? !said(type, body).code().equals(METHOD_NOT_FOUND)
              : speaksOfSession(said(type, body), false);
      case 400 -> {
        Said said = said(type, body);
        yield speaksOfSession(said, named.session())
            || (named.revision() && speaksOfRevision(said));
      }
      case 401, 403, 422, 500, 503 -> speaksOfSession(said(type, body), named.session());
      default -> false;
    };
  }

  /// Whether an error that came with a status of 200, as JSON or on a stream, says it. There the
  /// text must be about nothing else.
  public static boolean sessionGone(Message.Failure f, boolean sentSession) {
    if (!sentSession || f.bytes().length > MOST_BODY) {
      return false;
    }
    Said said = failure(f.bytes(), f.error(), isRequests(f.bytes(), f.idSpan()));
    String words = withoutPrefixes(said.words());
    return isTransports(said)
        && (any(GONE, words, SessionLoss::isAll) || any(WANTED, words, SessionLoss::isAll));
  }

  private static boolean speaksOfSession(Said said, boolean sentSession) {
    return isTransports(said)
        && (any(WANTED, said.words(), SessionLoss::isIn)
            || (sentSession && any(GONE, said.words(), SessionLoss::isIn)));
  }

  private static boolean speaksOfRevision(Said said) {
    return isTransports(said) && any(OTHER_REVISION, said.words(), SessionLoss::isIn);
  }

  /// Whether nobody but the transport can have said it.
  private static boolean isTransports(Said said) {
    return !said.underId()
        || (!said.code().equals(INVALID_PARAMS) && !said.code().equals(INTERNAL_ERROR));
  }

  /// The error in a body.
  ///
  /// @param code the JSON-RPC code as it stands there; empty if there is none
  /// @param underId whether it is a JSON-RPC error under an id of a request
  /// @param words its text as [#plain] makes it; empty if there is none, or a long one
  private record Said(String code, boolean underId, String words) {
    static final Said NOTHING = said("");

    /// What is no JSON-RPC error.
    static Said said(String words) {
      return new Said("", false, words);
    }
  }

  private static Said said(String contentType, byte[] body) {
    // A page is made for people: by a proxy, or to log in.
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

  /// `server-error` is what the Python SDK takes where it has not read the request's.
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

  /// Words of lower-case letters with one blank between: `Mcp-Session-Id`, `sessionId` and
  /// `session_id` are `mcp session id` and `session id`. What has digits is an id, and left out. Of
  /// a long text nothing.
  private static String plain(String text) {
    if (text.length() > MOST_TEXT) {
      return "";
    }
    StringBuilder words = new StringBuilder(text.length());
    int i = 0;
    while (i < text.length()) {
      int from = i;
      boolean digits = false;
      while (i < text.length() && isInWord(text.charAt(i))) {
        digits |= Character.isDigit(text.charAt(i));
        i++;
      }
      if (!digits) {
        addWords(text, from, i, words);
      }
      i++;
    }
    return words.toString();
  }

  private static boolean isInWord(char c) {
    return Character.isLetterOrDigit(c) || c == '-' || c == '_';
  }

  private static void addWords(String text, int from, int to, StringBuilder words) {
    boolean gap = true;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (!Character.isLetter(c)) {
        gap = true;
        continue;
      }
      gap |= Character.isUpperCase(c) && i > from && Character.isLowerCase(text.charAt(i - 1));
      if (gap && !words.isEmpty()) {
        words.append(' ');
      }
      gap = false;
      words.append(Character.toLowerCase(c));
    }
  }

  private static String withoutPrefixes(String words) {
    String rest = words;
    for (int i = 0; i < PREFIXES.size(); i++) {
      String prefix = PREFIXES.get(i) + " ";
      if (rest.startsWith(prefix)) {
        rest = rest.substring(prefix.length());
        i = -1; // "Bad Request: Error: …"
      }
    }
    return rest;
  }

  private interface Match {
    boolean holds(String words, String phrase);
  }

  private static boolean any(List<String> phrases, String words, Match match) {
    for (String phrase : phrases) {
      if (match.holds(words, phrase)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isIn(String words, String phrase) {
    return (" " + words + " ").contains(" " + phrase + " ");
  }

  private static boolean isAll(String words, String phrase) {
    if (!words.startsWith(phrase)) {
      return false;
    }
    String rest = words.substring(phrase.length());
    for (String tail : TAILS) {
      if (rest.equals(tail)
          || rest.startsWith(tail + " or ")
          || rest.startsWith(tail + " please ")) {
        return true;
      }
    }
    return false;
  }
}
