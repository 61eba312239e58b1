package dev.pitstop.install;

import java.util.List;

/// A value in a client's file, JSON or TOML, with its place: from `start` (inclusive) to `end`
/// (exclusive). No `toString` shows a string: it may be a secret.
sealed interface Value {
  int start();

  int end();

  /// @param value with its escapes resolved
  record Text(int start, int end, String value) implements Value {
    @Override
    public String toString() {
      return "Text[" + start + ", " + end + "]";
    }
  }

  record Items(int start, int end, List<Value> items) implements Value {
    public Items {
      items = List.copyOf(items);
    }
  }

  record Fields(int start, int end, List<Field> fields) implements Value {
    public Fields {
      fields = List.copyOf(fields);
    }
  }

  /// Numbers, booleans, dates, null.
  record Other(int start, int end, String lexeme) implements Value {
    @Override
    public String toString() {
      return "Other[" + start + ", " + end + "]";
    }
  }

  /// A key and its value.
  ///
  /// @param start the offset of its start, which is the first key of a dotted key
  /// @param keyStart the offset of the last key, including its quotes
  /// @param form how it is written
  record Field(String name, int start, int keyStart, int keyEnd, Value value, Form form) {}

  /// How a key and its value are written.
  enum Form {
    /// `"key": value`, between commas.
    JSON,
    /// `key = value` on a line of its own.
    LINE,
    /// `key = value` between the braces of an inline table.
    INLINE,
    /// Under a table header of its own: it has no single place.
    TABLE
  }
}
