package dev.pitstop.rpc;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/// A request id as its exact JSON lexeme, so that `1`, `"1"` and `1.0` are three ids (JSON-RPC 2.0
/// section 4 allows strings and numbers; a response must carry "the same value").
///
/// @param lexeme the JSON text of the id: a number, or a string with its quotes and escapes
public record RequestId(String lexeme) {
  /// The id of an error whose request could not be read (JSON-RPC 2.0 section 5).
  public static final RequestId UNKNOWN = new RequestId("null");

  private static final long MAX_SAFE_INTEGER = (1L << 53) - 1;

  public static RequestId of(long n) {
    return new RequestId(Long.toString(n));
  }

  /// The string `s` as an id; quoted and escaped here.
  public static RequestId of(String s) {
    return new RequestId(Json.quote(s));
  }

  /// The id or the progress token that a message has at this place, if it is a valid one. A string
  /// that is not UTF-8 is not valid: two such strings could become the same text, and one call
  /// would get another's answer.
  public static Optional<RequestId> in(byte[] b, Span value) {
    if (!Json.isNumber(b, value) && !Json.isString(b, value)) {
      return Optional.empty();
    }
    RequestId id = new RequestId(value.text(b));
    boolean exact = id.lexeme().indexOf('\uFFFD') < 0 || isAt(id.bytes(), b, value);
    return exact ? Optional.of(id) : Optional.empty();
  }

  private static boolean isAt(byte[] same, byte[] b, Span at) {
    return Arrays.equals(same, 0, same.length, b, at.from(), at.to());
  }

  /// The lexeme in UTF-8, ready to be spliced into a message.
  public byte[] bytes() {
    return lexeme.getBytes(StandardCharsets.UTF_8);
  }

  /// Whether any JSON library echoes this lexeme unchanged: an integer in plain notation that a
  /// double holds exactly, or a string of printable ASCII without escapes. Some libraries escape
  /// more characters than necessary (Go `<`, `>` and `&`; .NET also `'`, `+` and the backtick), so
  /// an id with one of them is not canonical either.
  public boolean canonical() {
    return isString() ? plainString() : plainInteger();
  }

  public boolean isString() {
    return lexeme.startsWith("\"");
  }

  /// The canonical spelling of the same value, for a peer that reads and writes ids with a JSON
  /// library: `1` for `1.0`, `"a/b"` for `"a\/b"`. The id itself if there is none.
  public RequestId normalized() {
    if (isString()) {
      byte[] b = bytes();
      return of(Json.string(b, new Span(0, b.length)));
    }
    double value = Double.parseDouble(lexeme);
    boolean integer = value == Math.rint(value) && Math.abs(value) <= MAX_SAFE_INTEGER;
    return integer ? of((long) value) : this;
  }

  /// The id in a table that a peer means by this one, whose JSON library may have changed it: first
  /// the same, then another spelling of the same value, then the number that this string says, or
  /// its string. Clients that compare ids as numbers take the last for an answer, too.
  ///
  /// @param table its keys are canonical
  /// @return this id if the table has none of them
  public RequestId keyIn(Map<RequestId, ?> table) {
    if (table.isEmpty() || table.containsKey(this)) {
      return this;
    }
    RequestId plain = normalized();
    if (table.containsKey(plain)) {
      return plain;
    }
    RequestId twin = plain.twin();
    return table.containsKey(twin) ? twin : this;
  }

  /// Whether a peer means this id by that one: as [#keyIn], of a table with nothing else.
  ///
  /// @param own canonical
  public boolean means(RequestId own) {
    return keyIn(Map.of(own, own)).equals(own);
  }

  private RequestId twin() {
    if (!isString()) {
      return of(lexeme);
    }
    RequestId inner = new RequestId(lexeme.substring(1, lexeme.length() - 1));
    return inner.canonical() && !inner.isString() ? inner : this;
  }

  private boolean plainString() {
    for (int i = 1; i < lexeme.length() - 1; i++) {
      char c = lexeme.charAt(i);
      if (c < ' ' || c > '~' || "\"\\<>&'+`".indexOf(c) >= 0) {
        return false;
      }
    }
    return true;
  }

  private boolean plainInteger() {
    try {
      long n = Long.parseLong(lexeme);
      return n >= -MAX_SAFE_INTEGER && n <= MAX_SAFE_INTEGER && !lexeme.equals("-0");
    } catch (NumberFormatException otherNotation) {
      return false;
    }
  }

  // Written out because a record's generated pair is linked through invokedynamic at first use, and
  // an id is a map key on the way to the first reply.
  @Override
  public boolean equals(Object other) {
    return other instanceof RequestId id && lexeme.equals(id.lexeme);
  }

  @Override
  public int hashCode() {
    return lexeme.hashCode();
  }

  @Override
  public String toString() {
    return lexeme;
  }
}
