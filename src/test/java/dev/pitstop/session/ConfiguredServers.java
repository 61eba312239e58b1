package dev.pitstop.session;

import dev.pitstop.hub.ServerSpec;
import dev.pitstop.session.members.Servers;
import java.util.List;
import java.util.Set;

/// The servers of a session as the code sees them that watches the configuration file.
record ConfiguredServers(Servers servers) {
  void applying() {
    servers.applying();
  }

  boolean add(ServerSpec spec) {
    return servers.add(spec);
  }

  boolean replace(ServerSpec spec) {
    return servers.replace(spec);
  }

  boolean remove(String name) {
    return servers.remove(name);
  }

  /// Those that the agent has added.
  Set<String> others() {
    return servers.others();
  }

  /// What is wrong in the file.
  void problems(List<String> texts) {
    servers.problems(texts);
  }
}
