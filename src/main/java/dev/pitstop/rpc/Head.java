package dev.pitstop.rpc;

import java.util.Optional;

/// What can be told of a message that is too long from its first bytes, best effort.
///
/// @param kind what it is
/// @param id its id, if that came before the cut
public record Head(Kind kind, Optional<RequestId> id) {
  /// What a message is. JSON-RPC 2.0 section 4.1 forbids to answer a notification, F3 to answer a
  /// response.
  public enum Kind {
    REQUEST,
    NOTIFICATION,
    RESPONSE,
    /// No JSON object, or a request whose id came too late to be seen.
    UNKNOWN
  }

  /// Looks at the first bytes of a message.
  public static Head of(byte[] head) {
    Envelope e = Envelope.ofHead(head);
    Optional<RequestId> id = e.id();
    if (e.result.present()
        || e.error.present()
        || e.cut.equals("result")
        || e.cut.equals("error")) {
      return new Head(Kind.RESPONSE, id);
    }
    if (id.isPresent()) {
      boolean request = e.method.present() || e.cut.equals("params") || e.cut.equals("method");
      return new Head(request ? Kind.REQUEST : Kind.UNKNOWN, id);
    }
    boolean tells =
        Json.isString(head, e.method) && Json.string(head, e.method).startsWith("notifications/");
    return new Head(tells ? Kind.NOTIFICATION : Kind.UNKNOWN, id);
  }
}
