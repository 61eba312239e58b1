package dev.pitstop.backend;

import java.util.Optional;
import java.util.OptionalInt;

/// What a backend's lifecycle is doing (L1). Each state has only its own fields; generations number
/// the incarnations from 1.
public sealed interface State {
  /// An answer for each state; like a switch over patterns, but that one's set-up costs the JVM
  /// some 20 ms and 200 classes, and all states pass in a session.
  interface Cases<T> {
    T stopped(Stopped s);

    T building(Building b);

    T starting(Starting s);

    T running(Running r);

    T draining(Draining d);

    T crashed(Crashed c);
  }

  /// No process, and none is wanted until somebody asks.
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
    public <T> T by(Cases<T> cases) {
      return cases.building(this);
    }

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

  /// Incarnation `gen` answers.
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

  /// The only incarnation is being stopped; `then` happens when it is gone.
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

  /// The last incarnation died by itself; `looping` when it did so too often to be started again
  /// unasked.
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
    /// An answer for each.
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

    /// The reload that goes on then.
    Optional<Job> reload();
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

  <T> T by(Cases<T> cases);

  /// Whether it stays as it is until something happens: nothing of ours is under way.
  default boolean rests() {
    return false;
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
