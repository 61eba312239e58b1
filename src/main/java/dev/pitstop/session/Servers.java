package dev.pitstop.session;

import dev.pitstop.hub.ServerSpec;
import java.util.List;
import java.util.Set;

/// The servers that a session with many has from its configuration file, for whoever reads that. A
/// server belongs to whoever has added it: those of the agent are not touched here. On any thread.
public interface Servers {
  /// Adds a server, and starts it when there is a place for one more start.
  ///
  /// @return whether it was: the name is free, and Pitstop does not end
  boolean add(ServerSpec spec);

  /// Takes a server out and stops it; `gone` runs in a turn when nothing of it is left.
  ///
  /// @return whether there was one of this name
  boolean remove(String name, Runnable gone);

  /// Runs a server otherwise than before: that is a reload, in which the old one stays if the new
  /// one fails.
  ///
  /// @return whether there was one of this name
  boolean replace(ServerSpec spec);

  /// The names of the other servers, which the agent has added.
  Set<String> others();

  /// What the agent should know of the file that they come from, such as a mistake; in place of
  /// what was said before.
  void problems(List<String> texts);
}
