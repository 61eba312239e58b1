package dev.pitstop.rpc;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// Facts, as far as they can be found, about a message that cannot be parsed: either only its
/// beginning and end were kept, or it is malformed. The facts decide who gets an error, so that no
/// caller waits forever.
///
/// @param kind the kind of message
/// @param id its id, if it could be found
public record Head(Kind kind, Optional<RequestId> id) {
  /// The kind of a message. JSON-RPC 2.0 section 4.1 forbids answers to notifications, and nobody
  /// wants answers to responses.
  public enum Kind {
    REQUEST,
    NOTIFICATION,
    RESPONSE,
    /// A JSON-RPC message with an id and nothing else: its sender made a mistake.
    BARE,
    /// Not a JSON-RPC message, or one that shows too little of itself.
    UNKNOWN
  }

  private static final int TAIL = 4 * 1024;
  private static final byte[] ID = "\"id\"".getBytes(StandardCharsets.US_ASCII);

  /// Looks at a whole message that is malformed.
  public static Head of(byte[] message) {
    return of(message, message);
  }

  /// Looks at the first and the last bytes of a message.
  public static Head of(byte[] head, byte[] tail) {
    Envelope e = Envelope.ofHead(head);
    Optional<RequestId> id = e.id().or(() -> idAtEnd(tail));
    if (!e.method.present() && answers(e)) {
      return new Head(Kind.RESPONSE, id);
    }
    if (!e.method.present() && e.jsonrpc && e.complete && id.isPresent()) {
      return new Head(Kind.BARE, id);
    }
    boolean asks = e.method.present() || e.cut.equals("params") || e.cut.equals("method");
    if (id.isPresent()) {
      return new Head(asks ? Kind.REQUEST : Kind.UNKNOWN, id);
    }
    boolean tells =
        Json.isString(head, e.method) && Json.string(head, e.method).startsWith("notifications/");
    return new Head(tells ? Kind.NOTIFICATION : Kind.UNKNOWN, id);
  }

  /// Whether it is a response. A server's log line may be JSON too, with an `id` and an `error`: a
  /// text without `jsonrpc` must at least have no foreign members.
  private static boolean answers(Envelope e) {
    boolean result = e.result.present() || e.cut.equals("result");
    boolean error = e.error.present() || e.cut.equals("error");
    return (result || error) && (e.jsonrpc || !e.foreign);
  }

  /// The `id` at the very end. If the text from the `id` to the end, with a brace in front, is an
  /// object, the `id` is a member of the top level.
  private static Optional<RequestId> idAtEnd(byte[] tail) {
    int least = Math.max(0, tail.length - TAIL);
    for (int from = tail.length - ID.length; from >= least; from--) {
      if (Arrays.equals(tail, from, from + ID.length, ID, 0, ID.length)) {
        byte[] rest = new byte[tail.length - from + 1];
        rest[0] = '{';
        System.arraycopy(tail, from, rest, 1, rest.length - 1);
        Envelope e = Envelope.ofHead(rest);
        if (e.complete && e.id.present()) {
          return e.id();
        }
      }
    }
    return Optional.empty();
  }
}
