package dev.pitstop.backend;

import java.util.Optional;
import java.util.OptionalInt;

/// What a backend's lifecycle is doing (L1). Each state has only its own fields; generations number
/// the incarnations from 1.
public sealed interface State {
  /// No process, and none is wanted until somebody asks.
  record Stopped(Cause cause) implements State {}

  /// The build command of `job` runs; `serving` still answers, if present.
  record Building(Job job, OptionalInt serving) implements State {}

  /// Incarnation `gen` was spawned and is not ready; `serving` still answers, if present.
  record Starting(int gen, Optional<Job> job, OptionalInt serving) implements State {}

  /// Incarnation `gen` answers.
  record Running(int gen) implements State {}

  /// The only incarnation is being stopped; `then` happens when it is gone.
  record Draining(int gen, Then then) implements State {}

  /// The last incarnation died by itself; `looping` when it did so too often to be started again
  /// unasked.
  record Crashed(int gen, boolean looping) implements State {}

  /// Why nothing runs.
  enum Cause {
    NEVER_STARTED,
    BY_REQUEST,
    START_FAILED,
    BUILD_FAILED,
    SHUT_DOWN
  }

  /// What follows a deliberate stop.
  sealed interface Then {
    record Stay(Cause cause) implements Then {}

    record Build(Job job) implements Then {}

    record Start(Job job) implements Then {}
  }

  /// One reload: its number, whether it builds, and in which order it replaces the old incarnation.
  ///
  /// @param secondTry whether this is the automatic `stop-first` try after a failed start beside
  ///   the old one
  record Job(int id, boolean build, Order order, boolean secondTry) {}

  /// R1 and R4.
  enum Order {
    START_FIRST,
    STOP_FIRST
  }

  /// The word that tools and log show.
  default String word() {
    return switch (this) {
      case Stopped s -> "stopped";
      case Building b -> "building";
      case Starting s -> "starting";
      case Running r -> "running";
      case Draining d -> "draining";
      case Crashed c -> "crashed";
    };
  }

  /// The incarnation that calls go to.
  default OptionalInt serving() {
    return switch (this) {
      case Building b -> b.serving();
      case Starting s -> s.serving();
      case Running r -> OptionalInt.of(r.gen());
      case Stopped s -> OptionalInt.empty();
      case Draining d -> OptionalInt.empty();
      case Crashed c -> OptionalInt.empty();
    };
  }
}
