package dev.pitstop.http;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Recognises answers in which a server says that it does not know the session of a legacy request.
/// Each server has words of its own for that, so a sign of life decides, which is refused alike.
/// Stateless.
public final class SessionLoss {
  /// What an answer means for the session.
  public enum Verdict {
    /// The session is unknown, and the request was surely not executed.
    GONE,
    /// That may be so: if the daemon refuses a sign of life with the same status, it is.
    PERHAPS,
    /// It is about the request.
    NO
  }

  private static final Set<Integer> REFUSALS = Set.of(400, 401, 403, 404, 410, 422);

  private static final Pattern WORDS = Pattern.compile("(?i)session|initialize");

  /// The most bytes of a body that is about a session: a longer one speaks of many things.
  private static final int MOST = 500;

  private static final String METHOD_NOT_FOUND = "-32601";

  /// Codes of errors that come from the method of a request.
  private static final Set<String> OF_METHODS = Set.of(METHOD_NOT_FOUND, "-32602", "-32603");

  private SessionLoss() {}

  /// What the answer to a POST or a GET means. Do not ask about `initialize`, whose answer is never
  /// about a session.
  ///
  /// @param named whether the request named a session, in a header or in the URL
  /// @param body the body, or its beginning
  public static Verdict of(int status, boolean named, byte[] body) {
    Optional<Span> json = Json.validate(body);
    Span error = json.map(root -> Json.member(body, root, "error")).orElse(Span.NONE);
    String code = Json.isObject(body, error) ? Json.member(body, error, "code").text(body) : "";
    // a server that serves both eras also answers an unknown method with 404 (2026-07-28, "Protocol
    // Version Header")
    if (named && (status == 404 || status == 410) && !code.equals(METHOD_NOT_FOUND)) {
      return Verdict.GONE;
    }
    boolean underId = !code.isEmpty() && isRequests(body, Json.member(body, json.get(), "id"));
    boolean refused = REFUSALS.contains(status) && !underId;
    boolean speaks =
        (status >= 300 || !code.isEmpty())
            && !(underId && OF_METHODS.contains(code))
            && body.length <= MOST
            && WORDS.matcher(new String(body, StandardCharsets.UTF_8)).find();
    return refused || speaks ? Verdict.PERHAPS : Verdict.NO;
  }

  /// The Python SDK uses the id `server-error` if it has not read the request's.
  private static boolean isRequests(byte[] body, Span id) {
    return Json.isNumber(body, id)
        || (Json.isString(body, id) && !Json.string(body, id).equals("server-error"));
  }
}
