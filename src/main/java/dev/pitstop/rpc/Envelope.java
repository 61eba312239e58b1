package dev.pitstop.rpc;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// The members of a JSON-RPC 2.0 message that routing needs, collected during the scan of the
/// message. If two members have the same name, the last counts. One thread.
final class Envelope {
  // Compared byte by byte: the charAt of a String costs three times as much in the code compiled
  // here.
  private static final byte[] ID_NAME = {'i', 'd'};
  private static final byte[] ERROR_NAME = {'e', 'r', 'r', 'o', 'r'};
  private static final byte[] METHOD_NAME = {'m', 'e', 't', 'h', 'o', 'd'};
  private static final byte[] PARAMS_NAME = {'p', 'a', 'r', 'a', 'm', 's'};
  private static final byte[] RESULT_NAME = {'r', 'e', 's', 'u', 'l', 't'};
  private static final byte[] JSONRPC_NAME = {'j', 's', 'o', 'n', 'r', 'p', 'c'};

  // The members. No enum: a switch over one would need another class on the way to the first reply.
  private static final int FOREIGN = 0;
  private static final int ID = 1;
  private static final int ERROR = 2;
  private static final int METHOD = 3;
  private static final int PARAMS = 4;
  private static final int RESULT = 5;
  private static final int JSONRPC = 6;

  private static final byte[] VERSION = {'"', '2', '.', '0', '"'};

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
      MemberSpans inside = cursor.members();
      if (cursor.to() >= 0) {
        note(cursor, inside);
      }
    }
    return cursor.end();
  }

  private void note(JsonCursor cursor, MemberSpans inside) {
    switch (which(cursor)) {
      case ID -> id = span(cursor);
      case ERROR -> {
        error = span(cursor);
        inError = inside;
      }
      case METHOD -> method = span(cursor);
      case PARAMS -> {
        params = span(cursor);
        inParams = inside;
      }
      case RESULT -> {
        result = span(cursor);
        inResult = inside;
      }
      case JSONRPC -> noteVersion(cursor);
      default -> foreign = true;
    }
  }

  private int which(JsonCursor cursor) {
    int from = cursor.nameFrom() + 1;
    int to = cursor.nameTo() - 1;
    if (cursor.nameEscaped()) {
      byte[] name = Json.decode(b, from, to).getBytes(StandardCharsets.UTF_8);
      return which(name, 0, name.length);
    }
    return which(b, from, to - from);
  }

  private static int which(byte[] b, int from, int length) {
    return switch (length) {
      case 2 -> is(b, from, ID_NAME) ? ID : FOREIGN;
      case 5 -> is(b, from, ERROR_NAME) ? ERROR : FOREIGN;
      case 6 ->
          is(b, from, METHOD_NAME)
              ? METHOD
              : is(b, from, PARAMS_NAME) ? PARAMS : is(b, from, RESULT_NAME) ? RESULT : FOREIGN;
      case 7 -> is(b, from, JSONRPC_NAME) ? JSONRPC : FOREIGN;
      default -> FOREIGN;
    };
  }

  private void noteVersion(JsonCursor cursor) {
    jsonrpc = true;
    int from = cursor.from();
    boolean plain = cursor.to() - from == 5 && is(b, from, VERSION);
    versioned = plain || Json.string(b, span(cursor)).equals("2.0");
  }

  private static Span span(JsonCursor cursor) {
    return new Span(cursor.from(), cursor.to());
  }

  private static boolean is(byte[] b, int from, byte[] word) {
    for (int i = 0; i < word.length; i++) {
      if (b[from + i] != word[i]) {
        return false;
      }
    }
    return true;
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
