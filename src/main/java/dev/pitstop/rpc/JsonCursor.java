package dev.pitstop.rpc;

/// Walks the members of one object, or the elements of one array, and validates on the way. Call
/// [#next] until it returns false. Then [#end] is the offset after the closing bracket, or
/// [JsonScanner#INVALID]. To walk into a value as well, call [#nextName] and then [#skip], or
/// [#inside] and [#leave], instead of [#next]. One thread.
public final class JsonCursor {
  private final JsonScanner scanner;
  private final int open;
  private final boolean object;
  private final int depth;
  private int p;
  private boolean begun;
  private int nameFrom;
  private int nameTo;
  private int from;
  private int to;
  private int finished = JsonScanner.INVALID;

  /// A cursor before the first member or element.
  ///
  /// @param open the offset of the opening bracket or brace
  /// @param depth the number of open containers, including this one
  JsonCursor(JsonScanner scanner, int open, int depth) {
    this.scanner = scanner;
    this.open = open;
    this.object = scanner.at(open) == '{';
    this.depth = depth;
    this.p = open;
  }

  /// Goes to the next member or element. Returns false at the end and at an error.
  public boolean next() {
    return nextName() && skip();
  }

  /// Goes to the next value without scanning it: [#from] is its offset.
  boolean nextName() {
    if (p < 0) {
      return false;
    }
    p = scanner.space(begun ? to : p + 1);
    if (scanner.at(p) == (object ? '}' : ']')) {
      return finish(p + 1);
    }
    if (begun) {
      if (scanner.at(p) != ',') {
        return finish(scanner.unexpected(p));
      }
      p = scanner.space(p + 1);
    }
    begun = true;
    if (object) {
      return member();
    }
    from = p;
    return true;
  }

  private boolean member() {
    if (scanner.at(p) != '"') {
      return finish(scanner.unexpected(p));
    }
    nameFrom = p;
    nameTo = scanner.string(p);
    if (nameTo < 0) {
      return finish(JsonScanner.INVALID);
    }
    from = scanner.colon(nameTo);
    return from >= 0 || finish(JsonScanner.INVALID);
  }

  /// Scans the value at which [#nextName] stopped. Returns false if the value is not valid.
  boolean skip() {
    to = scanner.value(from, depth);
    return to >= 0 || finish(JsonScanner.INVALID);
  }

  /// Whether [#nextName] stopped at an object.
  boolean atObject() {
    return scanner.at(from) == '{';
  }

  /// Walks the object at which [#nextName] stopped. Call [#leave] at its end.
  JsonCursor inside() {
    return new JsonCursor(scanner, from, depth + 1);
  }

  /// Continues after an object. If it is not valid, the following [#nextName] returns false.
  void leave(JsonCursor inside) {
    to = inside.end();
    if (to < 0) {
      finish(JsonScanner.INVALID);
    }
  }

  private boolean finish(int end) {
    finished = end;
    p = JsonScanner.INVALID;
    return false;
  }

  /// The offset after the closing bracket, once [#next] has returned false. [JsonScanner#INVALID]
  /// if the text is not valid up to there.
  int end() {
    return finished;
  }

  /// The offset of the opening bracket.
  int open() {
    return open;
  }

  /// A member's name.
  String name(byte[] b) {
    return Json.decode(b, nameFrom + 1, nameTo - 1);
  }

  /// The offset of a member's name, at its quote.
  public int nameFrom() {
    return nameFrom;
  }

  /// The offset after a member's name.
  public int nameTo() {
    return nameTo;
  }

  /// The offset of the value.
  public int from() {
    return from;
  }

  /// The offset after the value.
  public int to() {
    return to;
  }
}
