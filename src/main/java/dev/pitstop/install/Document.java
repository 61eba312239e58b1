package dev.pitstop.install;

import java.util.List;
import java.util.Optional;

/// A client's file after reading.
///
/// @param entries the servers in it, in the order of the file
record Document(String text, Format format, List<Entry> entries) {
  Document {
    entries = List.copyOf(entries);
  }

  /// The result of reading a text.
  sealed interface Read {
    record Good(Document document) implements Read {}

    /// @param line from 1
    /// @param column from 1
    /// @param message one line, without a full stop; quotes nothing but keys
    record Broken(int line, int column, String message) implements Read {}
  }

  /// Reads a file's text. An empty text has no servers.
  ///
  /// @param containers the keys that may hold its servers, the outermost first
  static Read read(String text, Format format, List<List<String>> containers) {
    return switch (format) {
      case JSON -> JsonDocument.read(text, containers);
      case TOML -> TomlDocument.read(text, containers);
    };
  }

  Optional<Entry> entry(String id) {
    return entries.stream().filter(e -> e.id().equals(id)).findFirst();
  }

  @Override
  public String toString() {
    return "Document[" + format + ", " + entries.size() + " servers]";
  }
}
