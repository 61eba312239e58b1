package dev.pitstop.backend.lifecycle;

/// What has to be done after a step of the lifecycle.
public sealed interface Effect {
  record Spawn(int gen) implements Effect {}

  record RunBuild(State.Job job) implements Effect {}

  /// Calls go to `gen` from now on; held ones first.
  record Serve(int gen) implements Effect {}

  /// The run gets no new calls, may finish those in flight, and is then stopped.
  record Retire(int gen) implements Effect {}

  /// Stops the run's whole process tree by the ladder.
  record StopTree(int gen, StopReason why) implements Effect {}

  /// The calls that wait for a server end with an error: the server is down.
  record FailHeld() implements Effect {}

  /// The reload is over, and so is its build, if that still runs.
  record JobDone(int job, Outcome outcome) implements Effect {}

  /// One reload serves both: followers of `job` wait for `with` from now on.
  record Joined(int job, int with) implements Effect {}

  enum Outcome {
    RELOADED,
    BUILD_FAILED,
    START_FAILED,
    CANCELLED,
    STOPPED
  }
}
