package dev.pitstop.config;

import java.nio.file.Path;
import java.util.Optional;

/// Something in a configuration file that its author wants to know.
///
/// @param file as it was asked for
/// @param at where in the file; empty if it could not be read at all
/// @param key the keys that lead there, like `mcpServers.weather.env`; empty for the file itself
/// @param message one line; never holds a value of `env` or `headers`
public record ConfigProblem(Path file, Optional<Position> at, String key, String message) {

  /// The whole of it in one line: `pitstop.json:12:5: mcpServers.weather.env: …`.
  public String text() {
    StringBuilder out = new StringBuilder();
    out.append(KeyPath.clean(file.toString()));
    if (at.isPresent()) {
      out.append(':').append(at.get());
    }
    out.append(": ");
    if (!key.isEmpty()) {
      out.append(key).append(": ");
    }
    return out.append(message).toString();
  }

  @Override
  public String toString() {
    return text();
  }
}
