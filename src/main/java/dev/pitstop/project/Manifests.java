package dev.pitstop.project;

import dev.pitstop.process.Interpreters;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Reads manifests: their text, and the name that a project gives itself in its `package.json`,
/// `pyproject.toml`, `Cargo.toml` or `go.mod`. Best effort: a file that cannot be read says
/// nothing. Stateless.
final class Manifests {
  private static final String NODE = PackageJson.FILE;
  static final String PYTHON = "pyproject.toml";
  private static final String RUST = "Cargo.toml";
  private static final String GO = "go.mod";

  private static final long MOST_BYTES = 256 * 1024;

  private Manifests() {}

  /// A file's text in UTF-8; empty if it is no file, is larger than 256 KiB, or cannot be read. The
  /// tool that the file is for complains about that.
  static Optional<String> text(Path file) {
    try {
      return Files.isRegularFile(file) && Files.size(file) <= MOST_BYTES
          ? Optional.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8))
          : Optional.empty();
    } catch (IOException | SecurityException unreadable) {
      return Optional.empty();
    }
  }

  /// The name in the directory's manifest, see [FitName#of]; empty if there is none that says
  /// something.
  ///
  /// @param runner what runs the server, for example `python`: its language's manifest comes first
  static String name(Path directory, String runner) {
    String first = first(runner);
    String name = named(directory, first);
    for (String file : new String[] {NODE, PYTHON, RUST, GO}) {
      if (name.isEmpty() && !file.equals(first)) {
        name = named(directory, file);
      }
    }
    return name;
  }

  private static String first(String runner) {
    if (Interpreters.runsPython(runner)) {
      return PYTHON;
    }
    return switch (runner) {
      case "cargo", "rustup" -> RUST;
      case "go" -> GO;
      default -> NODE;
    };
  }

  private static String named(Path directory, String file) {
    String text = text(directory.resolve(file)).orElse("");
    return FitName.of(
        switch (file) {
          case NODE -> ofJson(text);
          case GO -> ofGoMod(text);
          case RUST -> ofToml(text, "name", "[package]", "[package]");
          default -> ofToml(text, "name", "[project]", "[tool.poetry]");
        });
  }

  /// The string member `name` of the outermost object; empty if there is none.
  static String ofJson(String text) {
    String plain = text.startsWith("\uFEFF") ? text.substring(1) : text;
    byte[] json = plain.getBytes(StandardCharsets.UTF_8);
    return Json.string(json, Json.member(json, Json.validate(json).orElse(Span.NONE), "name"));
  }

  /// The string that a key has in one of two tables; empty if it has none.
  static String ofToml(String text, String key, String table, String other) {
    boolean inside = false;
    for (String raw : text.split("\n", -1)) {
      String line = raw.strip();
      if (line.startsWith("[")) {
        inside = line.startsWith(table) || line.startsWith(other);
      } else if (inside && line.startsWith(key)) {
        int equals = line.indexOf('=');
        if (equals > 0 && line.substring(0, equals).strip().equals(key)) {
          return quoted(line.substring(equals + 1).strip());
        }
      }
    }
    return "";
  }

  private static String quoted(String value) {
    if (value.isEmpty() || (value.charAt(0) != '"' && value.charAt(0) != '\'')) {
      return ""; // `name.workspace = true`, for example
    }
    int end = value.indexOf(value.charAt(0), 1);
    return end < 0 ? "" : value.substring(1, end);
  }

  /// The path after `module`, which may be quoted.
  static String ofGoMod(String text) {
    for (String raw : text.split("\n", -1)) {
      String line = raw.strip();
      if (line.startsWith("module ") || line.startsWith("module\t")) {
        String path = line.substring(7).strip();
        int comment = path.indexOf("//");
        path = comment < 0 ? path : path.substring(0, comment).strip();
        return path.replace("\"", "").replace("`", "");
      }
    }
    return "";
  }
}
