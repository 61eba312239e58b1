package dev.pitstop.config;

import dev.pitstop.textedit.FileText;
import dev.pitstop.textedit.KeyPath;
import dev.pitstop.textedit.Position;
import java.nio.file.Path;
import java.util.Optional;

/// A mistake in a configuration file, or a warning about it.
///
/// @param file the path, as the caller gave it
/// @param at the position; empty if the file could not be read
/// @param key the path of keys, such as `mcpServers.weather.env`; empty for the file itself
/// @param message one line; never contains a value of `env` or `headers`
public record ConfigProblem(Path file, Optional<Position> at, String key, String message) {

  static ConfigProblem of(Path file, FileText.Bad bad) {
    return new ConfigProblem(file, Optional.empty(), "", bad.message());
  }

  /// Everything in one line: `pitstop.json:12:5: mcpServers.weather.env: …`.
  public String text() {
    return KeyPath.clean(file.toString())
        + at.map(position -> ":" + position).orElse("")
        + ": "
        + (key.isEmpty() ? "" : key + ": ")
        + message;
  }
}
