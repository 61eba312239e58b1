package dev.pitstop.textedit;

import dev.pitstop.rpc.Json;
import java.nio.file.Path;
import java.util.List;

/// The format of a client's file.
public enum Format {
  /// JSON that may have comments and trailing commas.
  JSON,
  TOML;

  /// The format of a file, by its name.
  public static Format of(Path file) {
    return file.toString().endsWith(".toml") ? TOML : JSON;
  }

  /// Reads a text; an empty one is an empty object.
  public Node parse(String text) throws Mistake {
    return this == TOML
        ? Toml.parse(text)
        : Trivia.skip(text, 0) == text.length() ? new Node.Obj(0, 0, List.of()) : Jsonc.parse(text);
  }

  /// A key of letters and `_`, with quotes if the format needs them.
  public String key(String name) {
    return this == JSON ? Json.quote(name) : name;
  }
}
