package dev.pitstop.agents;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What `./test` has installed for these tests.
final class Installed {
  private static final Path PACKAGES = Path.of("target/agents/node_modules").toAbsolutePath();

  private Installed() {}

  static Path file(String path) {
    return PACKAGES.resolve(path);
  }

  /// Why a client cannot be started here, or empty. Where they can be installed, they must be.
  static String missing(String path) {
    Path file = file(path);
    boolean packaged =
        System.getProperty("os.name").equals("Linux")
            && System.getProperty("os.arch").equals("amd64");
    if (!packaged) {
      return "the clients are installed on Linux x64 only";
    }
    if (!Files.exists(file)) {
      throw new AssertionError(file + " is not there: `./test --clients` installs it");
    }
    return "";
  }

  static Path launcher() {
    return Path.of(System.getProperty("pitstop.launcher", "./pitstop")).toAbsolutePath();
  }

  /// A program on the path, as a bare environment has nothing else.
  static String onPath(String program) {
    for (String folder : path().split(":")) {
      Path file = Path.of(folder, program);
      if (Files.isExecutable(file)) {
        return file.toString();
      }
    }
    throw new AssertionError(program + " is not on the path");
  }

  static String path() {
    return Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin:/bin");
  }

  /// A JSON array, which is one of TOML, too.
  static String json(List<String> words) {
    return Transcript.GSON.toJson(words);
  }
}
