package dev.pitstop.backend.lifecycle;

import java.util.Optional;
import java.util.OptionalInt;

/// The state of a backend's lifecycle (L1). Each state has only its own fields. Generations number
/// the runs from 1.
public sealed interface State {
  /// One method per state. A switch over patterns would do the same, but its set-up costs the JVM
  /// some 20 ms and 200 classes.
  interface Cases<T> {
    T stopped(Stopped s);

    T building(Building b);

    T starting(Starting s);

    T running(Running r);

    T draining(Draining d);

    T crashed(Crashed c);
  }

  /// No process, and none is started until somebody asks.
  record Stopped(Cause cause) implements State {
    @Override
    public boolean rests() {
      return true;
    }

    @Override
    public <T> T by(Cases<T> cases) {
      return cases.stopped(this);
    }

    @Override
    public boolean startsOnDemand(boolean respawn) {
      return cause.startsOnDemand(respawn);
    }

    @Override
    public String word() {
      return "stopped";
    }
  }

  /// The build command of `job` runs.
  ///
  /// @param rest the state apart from the build, which returns if the build fails: running if a run
  ///   still serves, otherwise stopped or crashed
  record Building(Job job, State rest) implements State {
    @Override
    public <T> T by(Cases<T> cases) {
      return cases.building(this);
    }

    @Override
    public OptionalInt serving() {
      return rest.serving();
    }

    @Override
    public boolean startsOnDemand(boolean respawn) {
      return rest.startsOnDemand(respawn);
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

  /// Run `gen` was opened and is not ready; `serving` still answers, if present.
  record Starting(int gen, Optional<Job> job, OptionalInt serving) implements State {
    @Override
    public <T> T by(Cases<T> cases) {
      return cases.starting(this);
    }

    @Override
    public String word() {
      return "starting";
    }

    @Override
    public boolean reloading() {
      return job.isPresent();
    }
  }

  /// Run `gen` answers.
  record Running(int gen) implements State {
    @Override
    public boolean rests() {
      return true;
    }

    @Override
    public <T> T by(Cases<T> cases) {
      return cases.running(this);
    }

    @Override
    public String word() {
      return "running";
    }

    @Override
    public OptionalInt serving() {
      return OptionalInt.of(gen);
    }
  }

  /// The only run is being stopped; `then` happens when it is gone.
  record Draining(int gen, Then then) implements State {
    @Override
    public <T> T by(Cases<T> cases) {
      return cases.draining(this);
    }

    @Override
    public String word() {
      return "draining";
    }

    @Override
    public boolean reloading() {
      return then.reload().isPresent();
    }
  }

  /// The last run died by itself. `looping` if that happened too often to start it again unasked.
  record Crashed(int gen, boolean looping) implements State {
    @Override
    public boolean rests() {
      return true;
    }

    @Override
    public <T> T by(Cases<T> cases) {
      return cases.crashed(this);
    }

    @Override
    public boolean startsOnDemand(boolean respawn) {
      return respawn && !looping;
    }

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
    /// The run was lost while a build ran ([Event.Lost]); the next one starts after the build.
    LOST;

    private boolean startsOnDemand(boolean respawn) {
      return this != BUILD_FAILED && (this != START_FAILED || respawn);
    }
  }

  /// What follows a deliberate stop.
  sealed interface Then {
    /// One method per case.
    interface Ways<T> {
      T stay();

      T build(Job job);

      T start(Job job);
    }

    record Stay() implements Then {
      @Override
      public Optional<Job> reload() {
        return Optional.empty();
      }

      @Override
      public <T> T by(Ways<T> ways) {
        return ways.stay();
      }
    }

    record Build(Job job) implements Then {
      @Override
      public Optional<Job> reload() {
        return Optional.of(job);
      }

      @Override
      public <T> T by(Ways<T> ways) {
        return ways.build(job);
      }
    }

    record Start(Job job) implements Then {
      @Override
      public Optional<Job> reload() {
        return Optional.of(job);
      }

      @Override
      public <T> T by(Ways<T> ways) {
        return ways.start(job);
      }
    }

    <T> T by(Ways<T> ways);

    /// The reload that continues then.
    Optional<Job> reload();
  }

  /// One reload: its number, whether it builds, and the order in which it replaces the old run.
  ///
  /// @param secondTry whether this is the automatic `stop-first` try after a failed start beside
  ///   the old run
  record Job(int id, boolean build, Order order, boolean secondTry) {}

  /// R1 and R4.
  enum Order {
    START_FIRST,
    STOP_FIRST
  }

  <T> T by(Cases<T> cases);

  /// Whether the state lasts until something happens: no start, build or stop is under way.
  default boolean rests() {
    return false;
  }

  /// Whether a request starts the server if it is down (L2). True of a server that is up or on its
  /// way; while a build runs: what holds without the build. {@link Lifecycle.Model#startsOnDemand}
  /// also knows whether the server may be started at all.
  ///
  /// @param respawn whether a request starts a server that crashed or did not start (`respawn`), or
  ///   such a server waits for an explicit reload (`report`)
  default boolean startsOnDemand(boolean respawn) {
    return true;
  }

  /// Whether the server is down because something failed: it crashed, or did not start or build. In
  /// `report` mode it waits for a reload.
  default boolean failed() {
    return rests() && !startsOnDemand(false);
  }

  /// The word that tools and the log show.
  String word();

  /// The run that calls go to.
  default OptionalInt serving() {
    return OptionalInt.empty();
  }

  /// Whether a reload is under way.
  default boolean reloading() {
    return false;
  }
}
