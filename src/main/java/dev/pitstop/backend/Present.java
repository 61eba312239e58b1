package dev.pitstop.backend;

import java.util.Collection;
import java.util.Optional;

/// What there is at the moment, for the parts of a backend that decide by it. In turns.
interface Present {
  State state();

  Lifecycle.Wanted wanted();

  /// The run that calls go to.
  Optional<Run> serving();

  /// The run that is being started.
  Optional<Run> starting();

  /// All runs that there are, also those on their way out.
  Collection<Run> live();
}
