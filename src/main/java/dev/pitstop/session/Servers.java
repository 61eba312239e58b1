package dev.pitstop.session;

import dev.pitstop.hub.ServerSpec;
import java.util.List;
import java.util.Optional;

/// The servers of a session with many, for whoever adds and removes them. On any thread.
public interface Servers {
  /// Adds a server, and starts it when there is a place for one more start.
  ///
  /// @return why not, if it was not: the name is taken
  Optional<String> add(ServerSpec spec);

  /// Takes a server out and stops it; `gone` runs in a turn when nothing of it is left.
  ///
  /// @return whether there was one of this name
  boolean remove(String name, Runnable gone);

  /// Runs a server otherwise than before: the old one is taken out and stopped, the new one comes
  /// in its place.
  void replace(ServerSpec spec);

  /// How the servers are run that there are, in their order.
  List<ServerSpec> specs();

  /// What the agent should know of the file that they come from, such as a mistake; in place of
  /// what was said before.
  void problems(List<String> texts);
}
