package dev.pitstop.doctor.visit;

import dev.pitstop.process.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds the package that `npx` runs, in the project or in npm's cache. Reads directories.
public final class NpxPackage {
  private NpxPackage() {}

  /// @param environment names the directory of the cache
  static Optional<Path> of(Command command, Map<String, String> environment) {
    String program = command.program();
    if (!program.substring(program.lastIndexOf('/') + 1).equals("npx")) {
      return Optional.empty();
    }
    return name(command.argv().subList(1, command.argv().size()))
        .flatMap(name -> find(name, command.directory().toAbsolutePath(), environment));
  }

  /// The first word that is not an option, without its version: `npx -y @a/b@1.2 x` runs `@a/b`.
  static Optional<String> name(List<String> words) {
    return words.stream()
        .filter(word -> !word.startsWith("-"))
        .findFirst()
        .map(word -> word.lastIndexOf('@') > 0 ? word.substring(0, word.lastIndexOf('@')) : word);
  }

  private static Optional<Path> find(String name, Path from, Map<String, String> environment) {
    try {
      for (Path at = from; at != null; at = at.getParent()) {
        Path there = at.resolve("node_modules").resolve(name);
        if (Files.isDirectory(there)) {
          return Optional.of(there.toRealPath());
        }
      }
      Path home = Path.of(environment.getOrDefault("HOME", "."));
      Path cache = Path.of(environment.getOrDefault("npm_config_cache", home + "/.npm"));
      try (Stream<Path> all = Files.list(cache.resolve("_npx"))) {
        return all.map(d -> d.resolve("node_modules").resolve(name))
            .filter(Files::isDirectory)
            .findFirst();
      }
    } catch (IOException | InvalidPathException e) {
      return Optional.empty(); // it is not there: nothing to look into
    }
  }
}
