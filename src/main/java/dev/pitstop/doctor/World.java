package dev.pitstop.doctor;

import dev.pitstop.process.Platform;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The surroundings of an examination.
///
/// @param as the client to imitate; empty for any
/// @param shell Pitstop's own environment
/// @param system that it runs on
/// @param version Pitstop's version
public record World(
    Optional<ClientProfile> as, Map<String, String> shell, Platform system, String version) {
  /// The clients to check for.
  public List<ClientProfile> clients() {
    return as.map(List::of).orElseGet(ClientProfile::all);
  }

  /// The environment that a server inherits.
  public Map<String, String> environment() {
    return as.map(c -> c.environment(shell, system)).orElse(shell);
  }
}
