package dev.pitstop.channel.http;

import dev.pitstop.channel.wire.Wire;
import dev.pitstop.http.Secrets;
import dev.pitstop.http.SessionLoss;
import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import java.util.Optional;
import java.util.Set;

/// An answer that is none to the message: usually one with a status other than success.
///
/// @param type its `Content-Type`
/// @param wants its `WWW-Authenticate`
record HttpRefusal(int status, Optional<String> type, Optional<String> wants, HttpBody body) {
  private static final int BAD_GATEWAY = 502;
  static final int UNAVAILABLE = 503;
  private static final Set<Integer> GATEWAYS = Set.of(BAD_GATEWAY, UNAVAILABLE, 504);

  /// An error that came with a good status.
  static HttpRefusal of(Message.Failure error) {
    HttpBody body = new HttpBody(error.bytes(), error.bytes().length);
    return new HttpRefusal(200, Optional.empty(), Optional.empty(), body);
  }

  static HttpRefusal of(Wire.Answer answer, HttpBody body) {
    return new HttpRefusal(
        answer.status(), answer.header("Content-Type"), answer.header("WWW-Authenticate"), body);
  }

  /// How a refused session was lost, as a clause whose subject is the server.
  static String gone(int status) {
    return "no longer knows the session"
        + (status >= 200 && status < 300 ? "" : " (HTTP status " + status + ")");
  }

  /// What it means for the session of a legacy message.
  SessionLoss.Verdict verdict(HttpSession session) {
    return SessionLoss.of(status, session.named(), body.bytes());
  }

  /// Whether it comes from a gateway whose daemon is down, too busy or too slow.
  boolean isGateways() {
    return GATEWAYS.contains(status) && body.failure().isEmpty();
  }

  /// Whether a gateway could not reach the daemon, or its connection to it broke.
  boolean isUnreached() {
    return status == BAD_GATEWAY && isGateways();
  }

  /// Whether it is an MCP server's answer to `initialize` that a client can act on: the method or
  /// the revision is unknown.
  boolean isOfServer() {
    String code = body.failure().map(f -> f.member("code").text(f.bytes())).orElse("");
    return code.equals("" + Messages.METHOD_NOT_FOUND)
        || code.equals("" + Messages.INVALID_PARAMS)
        || code.equals("" + Messages.UNSUPPORTED_VERSION);
  }

  /// Whether it may be the answer of a 2024-11-05 daemon to `initialize` (2025-11-25, "Backwards
  /// Compatibility").
  boolean mayBeOld() {
    return status == 400 || status == 404 || status == 405;
  }

  /// For the agent: a clause whose subject is the daemon's address.
  ///
  /// @param secrets that the daemon may quote
  String text(Secrets secrets) {
    String said = said(secrets);
    return status == 401
        ? head()
            + ". --bearer-env VAR or --header 'Authorization: …' gives Pitstop a token"
            + (said.isEmpty() ? "." : ". The answer: " + said)
        : head() + (said.isEmpty() ? "." : ": " + said);
  }

  /// The same clause without advice, and without HTML, which says no more than the status.
  String shortly(Secrets secrets) {
    String said = said(secrets);
    return head() + (status == 401 || said.isEmpty() || said.startsWith("<") ? "" : ": " + said);
  }

  private String head() {
    StringBuilder text = new StringBuilder("answered with HTTP status ").append(status);
    type.ifPresent(t -> text.append(" (").append(t).append(')'));
    wants.ifPresent(w -> text.append(", WWW-Authenticate: ").append(w));
    if (status < 300) {
      text.append(
          body.blank() ? " and an empty body" : ", but its body does not answer this request");
    } else if ((status == 404 || status == 405) && body.failure().isEmpty()) {
      text.append(", so the path may be wrong");
    }
    return text.toString();
  }

  /// What its body says; empty if it says nothing.
  private String said(Secrets secrets) {
    if (body.blank()) {
      return "";
    }
    Optional<String> message =
        body.failure()
            .map(f -> Json.string(f.bytes(), f.member("message")))
            .filter(m -> !m.isBlank());
    return message.isPresent() ? secrets.hide(message.get()) : body.quoted(secrets);
  }
}
