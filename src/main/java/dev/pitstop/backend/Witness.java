package dev.pitstop.backend;

import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.backend.lifecycle.State;

/// Learns what happens to a server, and has no say in it. Called in turns of the monitor.
public interface Witness {
  /// A run was opened.
  void opened(Run run);

  /// A run serves from now on.
  void serves(Run run);

  /// A run is over.
  void ended(Run run, RunEnd how);

  void stateChanged(State before, State after);

  void built(Builder.Result result);

  void reloaded(Reload.Result result);

  void catalogChanged(CatalogChange change);
}
