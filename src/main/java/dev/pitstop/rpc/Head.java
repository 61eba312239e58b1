package dev.pitstop.rpc;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Facts, as far as they can be found, about a message that cannot be parsed: either only its
/// beginning and end were kept, or it is malformed. The facts decide who gets an error, so that no
/// caller waits forever.
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

  private static final byte[] ID = "\"id\"".getBytes(StandardCharsets.US_ASCII);
  private static final List<String> KNOWN =
      List.of("jsonrpc", "id", "method", "params", "result", "error");

  /// What a text shows of the object that begins with it.
  ///
  /// @param whole whether the object ends in it
  private record Start(Members members, boolean whole, Optional<RequestId> id) {
    static Start of(byte[] b) {
      JsonScanner scanner = new JsonScanner(b, b.length);
      int p = scanner.space(0);
      if (scanner.at(p) != '{') {
        return new Start(Members.NONE, false, Optional.empty());
      }
      Members members = Members.scan(b, scanner, p, false);
      boolean whole = members.end() >= 0 && scanner.endsAfter(members.end());
      Span id = members.find("id");
      // A number that touches the end of the text may continue behind it.
      boolean read = id.to() < b.length || Json.isString(b, id);
      return new Start(members, whole, read ? RequestId.in(b, id) : Optional.empty());
    }

    boolean has(String name) {
      return members.find(name).present();
    }

    boolean breaksIn(String name) {
      return members.begun().equals(name);
    }

    /// Whether it is a response. A server's log line may be JSON too, with an `id` and an `error`:
    /// a text without `jsonrpc` must at least have no foreign members.
    boolean answers() {
      return (has("result") || has("error") || breaksIn("result") || breaksIn("error"))
          && (has("jsonrpc") || !members.others(KNOWN));
    }
  }

  /// Looks at the first and the last bytes of a message; both are all of it if it is whole.
  public static Head of(byte[] head, byte[] tail) {
    Start start = Start.of(head);
    Optional<RequestId> id = start.id().or(() -> idAtEnd(tail));
    if (!start.has("method") && start.answers()) {
      return new Head(Kind.RESPONSE, id);
    }
    if (!start.has("method") && start.has("jsonrpc") && start.whole() && id.isPresent()) {
      return new Head(Kind.BARE, id);
    }
    boolean asks = start.has("method") || start.breaksIn("params") || start.breaksIn("method");
    if (id.isPresent()) {
      return new Head(asks ? Kind.REQUEST : Kind.UNKNOWN, id);
    }
    String method = Json.string(head, start.members().find("method"));
    return new Head(method.startsWith("notifications/") ? Kind.NOTIFICATION : Kind.UNKNOWN, id);
  }

  /// The `id` at the very end. If the text from the `id` to the end, with a brace in front, is an
  /// object, the `id` is a member of the top level.
  private static Optional<RequestId> idAtEnd(byte[] tail) {
    for (int from = tail.length - ID.length; from >= 0; from--) {
      if (Arrays.equals(tail, from, from + ID.length, ID, 0, ID.length)) {
        byte[] rest = new byte[tail.length - from + 1];
        rest[0] = '{';
        System.arraycopy(tail, from, rest, 1, rest.length - 1);
        Start end = Start.of(rest);
        if (end.whole() && end.has("id")) {
          return end.id();
        }
      }
    }
    return Optional.empty();
  }
}
