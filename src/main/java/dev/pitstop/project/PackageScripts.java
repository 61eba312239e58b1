package dev.pitstop.project;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// What the `package.json` of a directory, or the nearest above it, says of its scripts. Read each
/// time; what cannot be read says nothing.
final class PackageScripts {
  private static final long LIMIT = 4L << 20;

  private PackageScripts() {}

  /// @param directory where scripts run
  record Described(Path directory, JsonObject json) {
    /// The command of a script.
    Optional<String> script(String name) {
      return member(json, "scripts").flatMap(s -> text(s, name));
    }

    /// The file that is run if none is named.
    Optional<String> main() {
      return text(json, "main");
    }
  }

  static Optional<Described> of(Path directory) {
    Path at = directory.toAbsolutePath();
    while (at != null) {
      Path file = at.resolve("package.json");
      if (Files.isRegularFile(file)) {
        return read(at, file);
      }
      at = at.getParent();
    }
    return Optional.empty();
  }

  private static Optional<Described> read(Path directory, Path file) {
    try {
      if (Files.size(file) > LIMIT) {
        return Optional.empty();
      }
      String text = Files.readString(file, StandardCharsets.UTF_8);
      return JsonParser.parseString(text) instanceof JsonObject o
          ? Optional.of(new Described(directory, o))
          : Optional.empty();
    } catch (IOException | JsonParseException | StackOverflowError unreadable) {
      return Optional.empty(); // npm will say what is wrong with it
    }
  }

  private static Optional<JsonObject> member(JsonObject o, String name) {
    return o.get(name) instanceof JsonObject found ? Optional.of(found) : Optional.empty();
  }

  private static Optional<String> text(JsonObject o, String name) {
    JsonElement found = o.get(name);
    return found != null && found.isJsonPrimitive()
        ? Optional.of(found.getAsString())
        : Optional.empty();
  }
}
