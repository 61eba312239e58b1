package dev.pitstop.backend;

import java.util.Optional;
import java.util.OptionalInt;

/// What a backend's lifecycle is doing (L1). Each state has only its own fields; generations number
/// the incarnations from 1.
public sealed interface State {
  /// No process, and none is wanted until somebody asks.
  record Stopped(Cause cause) implements State {
    @Override
    public String word() {
      return "stopped";
    }
  }

  /// The build command of `job` runs.
  ///
  /// @param rest what it is but for the build, and will be again if that fails: running, when an
  ///   incarnation still answers, otherwise stopped or crashed
  record Building(Job job, State rest) implements State {
    @Override
    public OptionalInt serving() {
      return rest.serving();
    }

    @Override
    public String word() {
      return "building";
    }

    @Override
    public boolean reloading() {
      return true;
    }
  }

  /// Incarnation `gen` was spawned and is not ready; `serving` still answers, if present.
  record Starting(int gen, Optional<Job> job, OptionalInt serving) implements State {
    @Override
    public String word() {
      return "starting";
    }

    @Override
    public boolean reloading() {
      return job.isPresent();
    }
  }

  /// Incarnation `gen` answers.
  record Running(int gen) implements State {
    @Override
    public String word() {
      return "running";
    }

    @Override
    public OptionalInt serving() {
      return OptionalInt.of(gen);
    }
  }

  /// The only incarnation is being stopped; `then` happens when it is gone.
  record Draining(int gen, Then then) implements State {
    @Override
    public String word() {
      return "draining";
    }

    @Override
    public boolean reloading() {
      return !(then instanceof Then.Stay);
    }
  }

  /// The last incarnation died by itself; `looping` when it did so too often to be started again
  /// unasked.
  record Crashed(int gen, boolean looping) implements State {
    @Override
    public String word() {
      return "crashed";
    }
  }

  /// Why nothing runs.
  enum Cause {
    NEVER_STARTED,
    BY_REQUEST,
    START_FAILED,
    BUILD_FAILED,
    /// It was lost while a build ran ([Event.Lost]): the next one begins when the build is over.
    LOST
  }

  /// What follows a deliberate stop.
  sealed interface Then {
    record Stay() implements Then {}

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
  String word();

  /// The incarnation that calls go to.
  default OptionalInt serving() {
    return OptionalInt.empty();
  }

  /// Whether a reload is under way.
  default boolean reloading() {
    return false;
  }
}
