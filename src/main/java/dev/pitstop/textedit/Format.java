package dev.pitstop.textedit;

import dev.pitstop.rpc.Json;
import java.nio.file.Path;
import java.util.List;

/// The format of a client's file.
public enum Format {
  /// JSON that may have comments and trailing commas.
  JSON,
  TOML;

  /// How deeply a JSON file may be nested: clients may keep other data beside their servers.
  static final int MAX_DEPTH = 1_000;

  /// The format of a file, by its name.
  public static Format of(Path file) {
    return file.toString().endsWith(".toml") ? TOML : JSON;
  }

  /// Reads a text; an empty one is an empty object.
  Parsed parse(String text) {
    return switch (this) {
      case TOML -> Toml.parse(text);
      case JSON ->
          Trivia.skip(text, 0) == text.length()
              ? new Parsed.Tree(new Node.Obj(0, 0, List.of()))
              : Jsonc.parse(text, MAX_DEPTH);
    };
  }

  /// A key of letters and `_`, with quotes if the format needs them.
  public String key(String name) {
    return this == JSON ? Json.quote(name) : name;
  }
}
