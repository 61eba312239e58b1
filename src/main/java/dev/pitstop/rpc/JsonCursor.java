package dev.pitstop.rpc;

/// Walks the members of one object, or the elements of one array, validating as it goes. Call
/// [#next] until it says false; then [#end] is the offset after the closing bracket, or
/// [JsonScanner#INVALID]. One thread.
final class JsonCursor {
  private final JsonScanner scanner;
  private final boolean object;
  private final int depth;
  private int p;
  private boolean begun;
  private int nameFrom;
  private int nameTo;
  private boolean nameEscaped;
  private int from;
  private int to;
  private int finished = JsonScanner.INVALID;

  /// A cursor before the first member or element.
  ///
  /// @param open the offset of the opening bracket or brace
  /// @param depth how many containers there are, this one included
  JsonCursor(JsonScanner scanner, int open, int depth) {
    this.scanner = scanner;
    this.object = scanner.at(open) == '{';
    this.depth = depth;
    this.p = open;
  }

  /// Goes to the next member or element: false at the end, and at a mistake.
  boolean next() {
    if (p < 0) {
      return false;
    }
    int close = object ? '}' : ']';
    if (begun) {
      p = scanner.space(to);
      int c = scanner.at(p);
      if (c == close) {
        return finish(p + 1);
      }
      if (c != ',') {
        return finish(scanner.unexpected(p));
      }
      p = scanner.space(p + 1);
    } else {
      begun = true;
      p = scanner.space(p + 1);
      if (scanner.at(p) == close) {
        return finish(p + 1);
      }
    }
    return object ? member() : value(p);
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
    nameEscaped = scanner.escaped();
    int start = scanner.colon(nameTo);
    return start < 0 ? finish(JsonScanner.INVALID) : value(start);
  }

  private boolean value(int start) {
    from = start;
    to = scanner.value(start, depth);
    return to >= 0 || finish(JsonScanner.INVALID);
  }

  private boolean finish(int end) {
    finished = end;
    p = JsonScanner.INVALID;
    return false;
  }

  /// The offset after the closing bracket once [#next] has said false; [JsonScanner#INVALID] if the
  /// text is not valid up to there.
  int end() {
    return finished;
  }

  int nameFrom() {
    return nameFrom;
  }

  int nameTo() {
    return nameTo;
  }

  boolean nameEscaped() {
    return nameEscaped;
  }

  /// The offset of the value.
  int from() {
    return from;
  }

  /// The offset after the value.
  int to() {
    return to;
  }
}
