package dev.pitstop.project;

import dev.pitstop.process.Interpreters;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Reads manifests: their text, and the name that a project gives itself in its `package.json`,
/// `pyproject.toml`, `Cargo.toml` or `go.mod`. Best effort: a file that cannot be read says
/// nothing. Names are found by hand, because a start loads no JSON classes. Stateless.
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
      if (!name.isEmpty()) {
        return name;
      }
      if (!file.equals(first)) {
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

  /// The string member `name` of the outermost object. Escapes of more than one character are left
  /// out, because no name has them.
  static String ofJson(String text) {
    int depth = 0;
    boolean key = false; // whether a string that comes now is a key
    String last = "";
    boolean value = false; // the next string is a value of the outermost object
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"') {
        int end = endOfString(text, i);
        if (depth == 1 && value && last.equals("name")) {
          return end == text.length() ? "" : unescaped(text, i + 1, end);
        }
        if (depth == 1 && key) {
          last = text.substring(i + 1, end);
        }
        i = end;
      } else if (c == '{' || c == '[') {
        depth++;
        key = c == '{' && depth == 1;
        value = false;
      } else if (c == '}' || c == ']') {
        depth--;
      } else if (c == ':' && depth == 1) {
        key = false;
        value = true;
      } else if (c == ',' && depth == 1) {
        key = true;
        value = false;
      }
    }
    return "";
  }

  /// The index of the closing quote, or the end of the text.
  private static int endOfString(String text, int open) {
    int i = open + 1;
    while (i < text.length() && text.charAt(i) != '"') {
      i += text.charAt(i) == '\\' ? 2 : 1;
    }
    return Math.min(i, text.length());
  }

  private static String unescaped(String text, int from, int to) {
    StringBuilder out = new StringBuilder(to - from);
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (c != '\\') {
        out.append(c);
      } else if (++i < to && "\"\\/".indexOf(text.charAt(i)) >= 0) {
        out.append(text.charAt(i));
      } else if (i < to && text.charAt(i) == 'u') {
        i += 4;
      }
    }
    return out.toString();
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
