package dev.pitstop.project;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/// The version that a program declares, without running it: from a jar's manifest, or from the
/// nearest `package.json` or `pyproject.toml`, depending on the language. Best effort: an
/// unreadable file declares no version.
final class DeclaredVersion {
  private static final long DESCRIPTION_LIMIT = 4L << 20;

  private DeclaredVersion() {}

  /// @param root the working directory: descriptions are looked for up to it, and for a program
  ///   outside of it only beside the program
  static Optional<String> of(Path program, Path root) {
    String name = String.valueOf(program.getFileName());
    String ending = name.substring(name.lastIndexOf('.') + 1);
    try {
      return switch (ending) {
        case "jar" -> ofJar(program);
        case "js", "mjs", "cjs", "ts", "mts", "cts", "tsx", "jsx" ->
            ofPackageJson(nearest("package.json", program, root));
        case "py" -> ofPyproject(nearest("pyproject.toml", program, root));
        default -> Optional.empty();
      };
    } catch (IOException | JsonParseException | SecurityException unreadable) {
      return Optional.empty(); // a broken or signed-and-tampered description declares nothing
    }
  }

  private static Optional<String> ofJar(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile(), false)) {
      Manifest manifest = file.getManifest();
      return manifest == null
          ? Optional.empty()
          : Optional.ofNullable(
              manifest.getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION));
    }
  }

  private static Optional<String> ofPackageJson(String text) {
    return JsonParser.parseString(text) instanceof JsonObject root
            && root.get("version") != null
            && root.get("version").isJsonPrimitive()
        ? Optional.of(root.get("version").getAsString())
        : Optional.empty();
  }

  private static Optional<String> ofPyproject(String text) {
    boolean project = false;
    for (String raw : text.split("\n", -1)) {
      String line = raw.strip();
      if (line.startsWith("[")) {
        project = line.startsWith("[project]") || line.startsWith("[tool.poetry]");
      } else if (project && line.startsWith("version")) {
        String[] parts = line.replace('\'', '"').split("\"", -1); // version = "1.2" # why
        return parts.length < 3 ? Optional.empty() : Optional.of(parts[1]);
      }
    }
    return Optional.empty();
  }

  /// The text of the nearest file of this name above the program; empty if there is none.
  private static String nearest(String name, Path program, Path root) throws IOException {
    Path directory = program.getParent();
    while (directory != null) {
      Path file = directory.resolve(name);
      if (Files.isRegularFile(file)) {
        return Files.size(file) > DESCRIPTION_LIMIT
            ? ""
            : Files.readString(file, StandardCharsets.ISO_8859_1); // versions are ASCII
      }
      if (directory.equals(root) || !program.startsWith(root)) {
        return "";
      }
      directory = directory.getParent();
    }
    return "";
  }
}
