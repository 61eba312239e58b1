package dev.pitstop.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Where Pitstop looks for a configuration file if the user names none.
public final class ConfigPlaces {
  /// File names, in order of preference.
  public static final List<String> NAMES = List.of("pitstop.json", ".mcp.json");

  private ConfigPlaces() {}

  /// The first file of these names in a directory.
  public static Optional<Path> find(Path directory) {
    return NAMES.stream()
        .map(directory::resolve)
        .filter(file -> Files.exists(file) && !Files.isDirectory(file))
        .findFirst();
  }
}
