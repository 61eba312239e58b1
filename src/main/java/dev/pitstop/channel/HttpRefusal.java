package dev.pitstop.channel;

import dev.pitstop.http.Era;
import dev.pitstop.http.Secrets;
import dev.pitstop.http.SessionLoss;
import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import java.io.IOException;
import java.util.Optional;

/// An answer whose status is no success.
///
/// @param type its `Content-Type`
/// @param wants its `WWW-Authenticate`
record HttpRefusal(int status, Optional<String> type, Optional<String> wants, HttpBody body) {
  private static final int MISDIRECTED = 421;

  static HttpRefusal of(Wire.Answer answer, int maxMessageBytes) throws IOException {
    return new HttpRefusal(
        answer.status(),
        answer.header("Content-Type"),
        answer.header("WWW-Authenticate"),
        HttpBody.read(answer.body(), maxMessageBytes));
  }

  /// How a session was lost that the daemon refused, as a clause whose subject is the server.
  static String gone(int status) {
    return "does not know the session any more"
        + (status >= 200 && status < 300 ? "" : " (HTTP status " + status + ")");
  }

  /// @param named what of the session the message named
  SessionLoss.Verdict verdict(Era era, SessionLoss.Named named) {
    return SessionLoss.of(era, status, named, type.orElse(""), body.bytes());
  }

  /// The JSON-RPC error that it is.
  Optional<Message.Failure> failure() {
    return body.whole()
            && body.mayBeMessage()
            && Codec.parse(HttpEvents.asLine(body.bytes())) instanceof Message.Failure f
        ? Optional.of(f)
        : Optional.empty();
  }

  /// Whether it is the answer of an MCP server to `initialize`, about which a client can do
  /// something: the method or the revision is not known.
  boolean isOfServer() {
    if (failure().isEmpty()) {
      return false;
    }
    String code = failure().get().member("code").text(failure().get().bytes());
    return code.equals("" + Messages.METHOD_NOT_FOUND)
        || code.equals("" + Messages.INVALID_PARAMS)
        || code.equals("" + Messages.UNSUPPORTED_VERSION);
  }

  /// Whether it may come from a daemon of 2024-11-05, as the answer to `initialize` (2025-11-25,
  /// "Backwards Compatibility").
  boolean mayBeOld() {
    return (status == 400 || status == 404 || status == 405) && failure().isEmpty();
  }

  /// For the agent: a clause whose subject is the daemon's address.
  ///
  /// @param secrets that the daemon may quote
  String text(Secrets secrets) {
    StringBuilder text = new StringBuilder("answered with HTTP status ").append(status);
    type.ifPresent(t -> text.append(" (").append(t).append(')'));
    if (status == 401) {
      wants.ifPresent(w -> text.append(", and wants: ").append(w));
      text.append(". Give Pitstop a token with --bearer-env VAR, or --header 'Authorization: …'");
    } else if ((status == 404 || status == 405) && failure().isEmpty()) {
      text.append(", as at a wrong path");
    } else if (status == MISDIRECTED) {
      text.append(", which means that it does not serve this host name");
    }
    return text.append(body.blank() ? "." : ": " + said(secrets)).toString();
  }

  private String said(Secrets secrets) {
    Optional<String> message =
        failure().map(f -> Json.string(f.bytes(), f.member("message"))).filter(m -> !m.isBlank());
    return message.isPresent() ? secrets.hide(message.get()) : body.quoted(secrets);
  }
}
