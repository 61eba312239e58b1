package dev.pitstop.install;

import java.util.List;

/// A value in a client's file, JSON or TOML, and where it stands: the characters from `start` up
/// to, not including, `end`. No `toString` says what a text is: it may be a secret.
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
  /// @param start where it begins: the first key of a dotted one
  /// @param keyStart the last key begins, its quotes included
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
    /// Under a table header of its own: it has no one place.
    TABLE
  }
}
