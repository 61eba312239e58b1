package dev.pitstop.project;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Recognises a Node project whose packages are not installed. Its builds cannot succeed, and their
/// errors (`tsc: not found`) do not name the cause. Pitstop installs nothing, because that would
/// run code of others. Looks at files.
public final class NotInstalled {
  private static final String MANIFEST = "package.json";
  private static final long MOST_BYTES = 1 << 20;

  /// What installs, by the lock file that says so.
  private static final Map<String, String> INSTALLS =
      Map.of(
          "pnpm-lock.yaml", "pnpm install",
          "yarn.lock", "yarn install",
          "bun.lock", "bun install",
          "bun.lockb", "bun install",
          "package-lock.json", "npm ci");

  private NotInstalled() {}

  /// A line about the missing packages of a failed build; empty if none are known to be missing.
  ///
  /// @param line the build command
  /// @param directory the directory in which it ran
  public static Optional<String> remark(String line, Path directory) {
    Path project = project(line, directory);
    if (!needsSome(project.resolve(MANIFEST)) || hasModules(project)) {
      return Optional.empty();
    }
    return Optional.of(
        "("
            + project
            + " has no `node_modules`: the packages of its `package.json` are not installed. `"
            + install(project)
            + "` installs them.)");
  }

  /// `cd sub && npm run build` builds another.
  private static Path project(String line, Path directory) {
    List<String> words = List.of(line.strip().split(" ", 4));
    return words.size() > 3 && words.getFirst().equals("cd") && words.get(2).equals("&&")
        ? directory.resolve(words.get(1).replace("'", "").replace("\"", ""))
        : directory;
  }

  private static boolean needsSome(Path manifest) {
    try {
      return Files.isRegularFile(manifest)
          && Files.size(manifest) <= MOST_BYTES
          && JsonParser.parseString(Files.readString(manifest)) instanceof JsonObject o
          && (names(o, "dependencies") || names(o, "devDependencies"));
    } catch (IOException | JsonParseException e) {
      return false; // npm cannot read it either, and says so
    }
  }

  private static boolean names(JsonObject manifest, String key) {
    return manifest.get(key) instanceof JsonObject packages && !packages.isEmpty();
  }

  /// Those of a workspace lie above.
  private static boolean hasModules(Path project) {
    Optional<Path> at = Optional.of(project.toAbsolutePath().normalize());
    while (at.isPresent()) {
      if (Files.isDirectory(at.get().resolve("node_modules"))
          || Files.exists(at.get().resolve(".pnp.cjs"))) {
        return true;
      }
      at = Optional.ofNullable(at.get().getParent());
    }
    return false;
  }

  private static String install(Path project) {
    for (Map.Entry<String, String> each : INSTALLS.entrySet()) {
      if (Files.exists(project.resolve(each.getKey()))) {
        return each.getValue();
      }
    }
    return "npm install";
  }
}
