package dev.pitstop.process;

import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The version that a program declares about itself, without running it: a jar in its manifest, a
/// JavaScript file in the nearest `package.json`, Python in the nearest `pyproject.toml`. Best
/// effort: whatever cannot be read is no version.
final class DeclaredVersion {
  private static final long DESCRIPTION_LIMIT = 4L << 20;
  private static final Pattern TOML_SECTION = Pattern.compile("\\s*\\[([^\\[\\]]+)]\\s*(#.*)?");
  private static final Pattern TOML_VERSION =
      Pattern.compile("\\s*version\\s*=\\s*[\"']([^\"']+)[\"'].*");

  private DeclaredVersion() {}

  /// @param root the working directory: descriptions are looked for up to it, and for a program
  ///   outside of it only beside the program
  static Optional<String> of(Path program, Path root) {
    String name = String.valueOf(program.getFileName()).toLowerCase(Locale.ROOT);
    try {
      if (name.endsWith(".jar")) {
        return ofJar(program);
      }
      if (endsWithAny(name, ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".tsx", ".jsx")) {
        Optional<Path> file = nearest("package.json", program, root);
        return file.isPresent() ? ofPackageJson(file.get()) : Optional.empty();
      }
      if (name.endsWith(".py")
          || Files.isRegularFile(program.resolve("__init__.py"))
          || Files.isRegularFile(program.resolve("__main__.py"))) {
        Optional<Path> file = nearest("pyproject.toml", program, root);
        return file.isPresent() ? ofPyproject(file.get()) : Optional.empty();
      }
      return Optional.empty();
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

  private static Optional<String> ofPackageJson(Path file) throws IOException {
    JsonElement root = JsonParser.parseString(text(file));
    if (root.isJsonObject()) {
      JsonElement version = root.getAsJsonObject().get("version");
      if (version != null && version.isJsonPrimitive()) {
        return Optional.of(version.getAsString());
      }
    }
    return Optional.empty();
  }

  private static Optional<String> ofPyproject(Path file) throws IOException {
    String section = "";
    for (String line : text(file).split("\n", -1)) {
      Matcher header = TOML_SECTION.matcher(line.strip());
      if (header.matches()) {
        section = header.group(1).strip();
      } else if (section.equals("project") || section.equals("tool.poetry")) {
        Matcher version = TOML_VERSION.matcher(line);
        if (version.lookingAt()) {
          return Optional.of(version.group(1));
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<Path> nearest(String name, Path program, Path root) {
    Path directory = program.getParent();
    if (Files.isDirectory(program)) {
      directory = program;
    }
    boolean inside = program.startsWith(root);
    while (directory != null) {
      Path candidate = directory.resolve(name);
      if (Files.isRegularFile(candidate)) {
        return Optional.of(candidate);
      }
      if (!inside || directory.equals(root)) {
        return Optional.empty();
      }
      directory = directory.getParent();
    }
    return Optional.empty();
  }

  private static String text(Path file) throws IOException {
    if (Files.size(file) > DESCRIPTION_LIMIT) {
      return "";
    }
    try {
      return Files.readString(file);
    } catch (CharacterCodingException notUtf8) {
      return Files.readString(file, StandardCharsets.ISO_8859_1); // versions are ASCII anyway
    }
  }

  private static boolean endsWithAny(String name, String... endings) {
    for (String ending : endings) {
      if (name.endsWith(ending)) {
        return true;
      }
    }
    return false;
  }
}
