package dev.pitstop.textedit;

/// The result of parsing a text.
public sealed interface Parsed {
  record Tree(Node root) implements Parsed {}

  /// The first mistake in the text.
  ///
  /// @param offset where, in characters
  /// @param path the keys around it; empty for TOML
  /// @param message one line, without a full stop
  record Broken(int offset, KeyPath path, String message) implements Parsed {}
}
