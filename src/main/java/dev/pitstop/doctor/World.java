package dev.pitstop.doctor;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The surroundings of an examination.
///
/// @param as the client to imitate; empty for any
/// @param shell Pitstop's own environment
/// @param os the value of `os.name`
/// @param version Pitstop's version
public record World(
    Optional<ClientProfile> as, Map<String, String> shell, String os, String version) {
  public World {
    shell = Map.copyOf(shell);
  }

  /// The clients to check for.
  public List<ClientProfile> clients() {
    return as.map(List::of).orElseGet(ClientProfile::all);
  }

  /// The environment that a server inherits.
  public Map<String, String> environment() {
    return as.map(c -> c.environment(shell, os)).orElse(shell);
  }

  public boolean windows() {
    return os.startsWith("Windows");
  }
}
