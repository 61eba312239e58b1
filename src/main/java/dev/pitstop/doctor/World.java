package dev.pitstop.doctor;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The surroundings of an examination.
///
/// @param as the client that the server is started as; empty for any
/// @param shell our own environment
/// @param os as `os.name` says it
/// @param version of Pitstop
public record World(Optional<Client> as, Map<String, String> shell, String os, String version) {
  public World {
    shell = Map.copyOf(shell);
  }

  /// The clients that matter.
  List<Client> clients() {
    return as.map(List::of).orElse(Clients.ALL);
  }

  /// What a server inherits.
  Map<String, String> environment() {
    return as.map(c -> Clients.environment(c, shell, os)).orElse(shell);
  }

  boolean windows() {
    return os.startsWith("Windows");
  }
}
