package dev.pitstop.session.members;

import dev.pitstop.hub.ServerSpec;
import java.util.List;
import java.util.Set;

/// The servers that a session with many servers has from its configuration file, for the code that
/// watches the file. Servers that the agent has added are not touched here. On any thread.
public interface Servers {
  /// A save of the file is applied now, until its problems are told.
  void applying();

  /// Adds a server and starts it; the number of starts at the same time is limited.
  ///
  /// @return whether it was added: false if the name is taken or Pitstop ends
  boolean add(ServerSpec spec);

  /// Removes a server and stops it.
  ///
  /// @return whether there was one of this name
  boolean remove(String name);

  /// Changes how a server is run. That is a reload: the old server stays if the new one fails.
  ///
  /// @return whether there was one of this name
  boolean replace(ServerSpec spec);

  /// The names of the servers that the agent has added.
  Set<String> others();

  /// What the agent should know about the configuration file, such as a mistake. Replaces the
  /// earlier texts. Whatever save was being applied is applied then.
  void problems(List<String> texts);
}
