package dev.pitstop.project;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The content of a `package.json`. It is read each time. A file that cannot be read says nothing,
/// because npm itself will complain about it.
///
/// @param directory where the file lies and its scripts run
record PackageJson(Path directory, JsonObject json) {
  static final String FILE = "package.json";

  /// A script as a package manager is told to run it: `npm run -s start --prefix server`.
  ///
  /// @param name empty if there is none
  /// @param directory where its `package.json` is searched; empty for the present one
  record Called(String name, String directory) {
    private static final Set<String> DIRECTORIES = Words.set("--prefix -C --dir --cwd");
    private static final Set<String> VERBS = Words.set("run run-script");
    private static final Set<String> OTHERS = Words.set("-w --workspace --filter");

    /// @param words after the package manager
    static Called of(List<String> words) {
      String name = "";
      String directory = "";
      for (int i = 0; i < words.size() && !words.get(i).equals("--"); i++) {
        String word = words.get(i);
        if (DIRECTORIES.contains(word) && i + 1 < words.size()) {
          directory = words.get(++i);
        } else if (OTHERS.contains(word)) {
          i++;
        } else if (name.isEmpty() && !word.startsWith("-") && !VERBS.contains(word)) {
          name = word;
        }
      }
      return new Called(name, directory);
    }
  }

  /// A larger file is no manifest.
  private static final long MOST_BYTES = 256 * 1024;

  /// The `package.json` of this directory.
  static Optional<PackageJson> in(Path directory) {
    Path file = directory.resolve(FILE);
    try {
      return Files.isRegularFile(file)
              && Files.size(file) <= MOST_BYTES
              && JsonParser.parseString(Files.readString(file)) instanceof JsonObject manifest
          ? Optional.of(new PackageJson(directory, manifest))
          : Optional.empty();
    } catch (IOException | JsonParseException | StackOverflowError unreadable) {
      return Optional.empty();
    }
  }

  /// The `package.json` of a directory, or of the nearest directory above it that has one.
  static Optional<PackageJson> above(Path directory) {
    return Directories.upFrom(directory).stream()
        .filter(d -> Files.isRegularFile(d.resolve(FILE)))
        .findFirst()
        .flatMap(PackageJson::in);
  }

  boolean has(String key) {
    return json.has(key);
  }

  /// The command of a script.
  Optional<String> script(String name) {
    return json.get("scripts") instanceof JsonObject all ? text(all, name) : Optional.empty();
  }

  Optional<String> version() {
    return text(json, "version");
  }

  private static Optional<String> text(JsonObject o, String name) {
    return o.get(name) instanceof JsonPrimitive found
        ? Optional.of(found.getAsString())
        : Optional.empty();
  }

  /// Whether it names packages that the project needs.
  boolean needsPackages() {
    return names("dependencies") || names("devDependencies");
  }

  /// The package manager whose lock file is beside the `package.json`.
  String manager() {
    return Stream.of("pnpm-lock.yaml", "yarn.lock", "bun.lock", "bun.lockb")
        .filter(file -> Files.exists(directory.resolve(file)))
        .findFirst()
        .map(file -> file.split("[-.]")[0])
        .orElse("npm");
  }

  private boolean names(String key) {
    return json.get(key) instanceof JsonObject packages && !packages.isEmpty();
  }
}
