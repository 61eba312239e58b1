package dev.pitstop.backend.lifecycle;

/// What the supervisor has to do after a step of the lifecycle.
public sealed interface Effect {
  /// Carries out effects, one method each.
  interface Handler {
    /// L2: whether the next request starts a crashed server.
    boolean respawns();

    void spawn(int gen);

    void build(State.Job job);

    void killBuild(int job);

    void serve(int gen);

    void retire(int gen);

    void stopTree(int gen, StopReason why);

    void abandon(int gen);

    void failHeld();

    void jobDone(int job, Outcome outcome);

    void joined(int job, int with);
  }

  void by(Handler handler);

  record Spawn(int gen) implements Effect {
    @Override
    public void by(Handler handler) {
      handler.spawn(gen);
    }
  }

  record RunBuild(State.Job job) implements Effect {
    @Override
    public void by(Handler handler) {
      handler.build(job);
    }
  }

  record KillBuild(int job) implements Effect {
    @Override
    public void by(Handler handler) {
      handler.killBuild(job);
    }
  }

  /// Calls go to `gen` from now on; held ones first.
  record Serve(int gen) implements Effect {
    @Override
    public void by(Handler handler) {
      handler.serve(gen);
    }
  }

  /// The run gets no new calls, may finish those in flight, and is then stopped (R1).
  record Retire(int gen) implements Effect {
    @Override
    public void by(Handler handler) {
      handler.retire(gen);
    }
  }

  /// Stops the run's whole process tree by the ladder (L6).
  record StopTree(int gen, StopReason why) implements Effect {
    @Override
    public void by(Handler handler) {
      handler.stopTree(gen, why);
    }
  }

  /// A failed start: stops what is left of the run.
  record Abandon(int gen) implements Effect {
    @Override
    public void by(Handler handler) {
      handler.abandon(gen);
    }
  }

  /// The calls that wait for a server end with an error: the server is down.
  record FailHeld() implements Effect {
    @Override
    public void by(Handler handler) {
      handler.failHeld();
    }
  }

  record JobDone(int job, Outcome outcome) implements Effect {
    @Override
    public void by(Handler handler) {
      handler.jobDone(job, outcome);
    }
  }

  /// One reload serves both: followers of `job` wait for `with` from now on.
  record Joined(int job, int with) implements Effect {
    @Override
    public void by(Handler handler) {
      handler.joined(job, with);
    }
  }

  /// How a reload ended.
  enum Outcome {
    RELOADED,
    BUILD_FAILED,
    START_FAILED,
    CANCELLED,
    STOPPED
  }
}
