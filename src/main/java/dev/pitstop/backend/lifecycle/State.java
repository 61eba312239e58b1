package dev.pitstop.backend.lifecycle;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/// The state of a backend's lifecycle. Each state has only its own fields. Generations number the
/// runs from 1.
///
/// What differs between states is asked with `instanceof`. A switch over patterns would do the
/// same, but its set-up costs the JVM some 20 ms and 200 classes.
public sealed interface State {
  /// No process, and none is started until somebody asks.
  record Stopped(Cause cause) implements State {}

  /// The build command of `job` runs.
  ///
  /// @param rest the state apart from the build, which returns if the build fails: running if a run
  ///   still serves, otherwise stopped or crashed
  record Building(Job job, State rest) implements State {}

  /// Run `gen` was opened and is not ready; `serving` still answers, if present.
  record Starting(int gen, Optional<Job> job, OptionalInt serving) implements State {}

  /// Run `gen` answers.
  record Running(int gen) implements State {}

  /// The only run is being stopped on purpose.
  ///
  /// @param then the reload that continues when the run is gone; empty if the server stays down
  record Draining(int gen, Optional<Job> then) implements State {}

  /// The last run died by itself.
  ///
  /// @param looping whether that happened too often to start it again unasked
  record Crashed(int gen, boolean looping) implements State {}

  enum Cause {
    NEVER_STARTED,
    BY_REQUEST,
    START_FAILED,
    BUILD_FAILED,
    /// The run was lost while a build ran ([Event.Lost]), or stopped for a reload: the next one
    /// starts after the build.
    LOST;

    private boolean startsOnDemand(boolean respawn) {
      return this != BUILD_FAILED && (this != START_FAILED || respawn);
    }
  }

  /// One reload: its number, whether it builds, and the order in which it replaces the old run.
  ///
  /// @param build whether a build is still to come; once it has ended, the reload only starts a run
  /// @param secondTry whether this is the automatic `stop-first` try after a failed start beside
  ///   the old run
  record Job(int id, boolean build, Order order, boolean secondTry) {
    /// Whether the old run is stopped before anything else is done.
    boolean stopsNow() {
      return order == Order.STOP_FIRST || (order == Order.BUILD_FIRST && !build);
    }

    /// The same after its build.
    Job built() {
      return new Job(id, false, order, secondTry);
    }
  }

  /// What a reload does with the old run.
  enum Order {
    /// It serves until the new run does.
    START_FIRST,
    /// It is stopped before the build.
    STOP_FIRST,
    /// It serves during the build, and is stopped before the start: the new run needs its port.
    BUILD_FIRST
  }

  /// The word that tools and the log show: the name of the state in small letters.
  default String word() {
    return getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }

  /// Whether the state lasts until something happens: no start, build or stop is under way.
  default boolean rests() {
    return this instanceof Stopped || this instanceof Running || this instanceof Crashed;
  }

  /// Whether a request starts the server if it is down. True of a server that is up or on its way;
  /// while a build runs: what holds without the build. {@link Lifecycle.Model#startsOnDemand} also
  /// knows whether the server may be started at all.
  ///
  /// @param respawn whether a request starts a server that crashed or did not start (`respawn`), or
  ///   such a server waits for an explicit reload (`report`)
  default boolean startsOnDemand(boolean respawn) {
    if (this instanceof Building b) {
      return b.rest().startsOnDemand(respawn);
    }
    if (this instanceof Crashed c) {
      return respawn && !c.looping();
    }
    return !(this instanceof Stopped s) || s.cause().startsOnDemand(respawn);
  }

  /// Whether the server is down because something failed: it crashed, or did not start or build. In
  /// `report` mode it waits for a reload.
  default boolean failed() {
    return rests() && !startsOnDemand(false);
  }

  /// The run that calls go to.
  default OptionalInt serving() {
    if (this instanceof Building b) {
      return b.rest().serving();
    }
    return this instanceof Running r ? OptionalInt.of(r.gen()) : OptionalInt.empty();
  }

  default Optional<Job> reload() {
    if (this instanceof Building b) {
      return Optional.of(b.job());
    }
    if (this instanceof Starting s) {
      return s.job();
    }
    return this instanceof Draining d ? d.then() : Optional.empty();
  }

  default boolean reloading() {
    return reload().isPresent();
  }
}
