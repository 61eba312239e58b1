package dev.pitstop.backend;

import java.util.Collection;
import java.util.Optional;

/// The present state, for the parts of a backend that depend on it. Called in turns of the monitor.
interface Present {
  State state();

  Lifecycle.Wanted wanted();

  /// The run that calls go to.
  Optional<Run> serving();

  /// The run that is being started.
  Optional<Run> starting();

  /// All live runs, including those being stopped.
  Collection<Run> live();
}
