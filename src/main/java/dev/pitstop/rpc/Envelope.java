package dev.pitstop.rpc;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// The members of a JSON-RPC 2.0 message that routing needs, collected during the scan of the
/// message. If two members have the same name, the last counts. One thread.
final class Envelope {
  private final byte[] b;
  Span id = Span.NONE;
  Span method = Span.NONE;
  Span params = Span.NONE;
  Span result = Span.NONE;
  Span error = Span.NONE;
  MemberSpans inParams = MemberSpans.NONE;
  MemberSpans inResult = MemberSpans.NONE;
  MemberSpans inError = MemberSpans.NONE;
  boolean versioned;
  boolean jsonrpc; // the version is present, whatever its value
  boolean foreign; // there are members that JSON-RPC does not define
  boolean complete;
  String cut = "";

  Envelope(byte[] b) {
    this.b = b;
  }

  /// The complete members in the first bytes of a message whose rest is missing. `cut` becomes the
  /// name of the member in which the message breaks off.
  static Envelope ofHead(byte[] head) {
    Envelope envelope = new Envelope(head);
    JsonScanner scanner = new JsonScanner(head, head.length);
    int p = scanner.space(0);
    if (scanner.at(p) == '{') {
      JsonCursor cursor = new JsonCursor(scanner, p, 1);
      // A number that touches the cut may continue behind it.
      while (cursor.next() && (cursor.to() < head.length || scanner.at(cursor.from()) == '"')) {
        envelope.note(cursor, MemberSpans.NONE);
      }
      envelope.complete = cursor.end() >= 0 && scanner.endsAfter(cursor.end());
      if (!envelope.complete && cursor.nameTo() > cursor.nameFrom()) {
        envelope.cut = Json.decode(head, cursor.nameFrom() + 1, cursor.nameTo() - 1);
      }
    }
    return envelope;
  }

  /// Collects all members, and the members of the objects among them.
  ///
  /// @return [JsonCursor#end]
  int scan(JsonCursor cursor) {
    while (cursor.nextName()) {
      MemberSpans inside = MemberSpans.scan(cursor);
      if (cursor.to() >= 0) {
        note(cursor, inside);
      }
    }
    return cursor.end();
  }

  private void note(JsonCursor cursor, MemberSpans inside) {
    Span value = new Span(cursor.from(), cursor.to());
    switch (Json.decode(b, cursor.nameFrom() + 1, cursor.nameTo() - 1)) {
      case "id" -> id = value;
      case "error" -> {
        error = value;
        inError = inside;
      }
      case "method" -> method = value;
      case "params" -> {
        params = value;
        inParams = inside;
      }
      case "result" -> {
        result = value;
        inResult = inside;
      }
      case "jsonrpc" -> {
        jsonrpc = true;
        versioned = Json.string(b, value).equals("2.0");
      }
      default -> foreign = true;
    }
  }

  boolean idIsNull() {
    return id.present() && b[id.from()] == 'n';
  }

  /// The id, if the message has a valid one. A string that is not UTF-8 is not valid: two such
  /// strings could become the same text, and one call would get another's answer.
  Optional<RequestId> id() {
    if (!Json.isNumber(b, id) && !Json.isString(b, id)) {
      return Optional.empty();
    }
    RequestId found = new RequestId(id.text(b));
    if (found.lexeme().indexOf('\uFFFD') >= 0) {
      byte[] bytes = found.lexeme().getBytes(StandardCharsets.UTF_8);
      if (!Arrays.equals(bytes, 0, bytes.length, b, id.from(), id.to())) {
        return Optional.empty();
      }
    }
    return Optional.of(found);
  }
}
