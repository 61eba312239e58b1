package dev.pitstop.backend;

/// What the supervisor has to do after a step of the lifecycle.
public sealed interface Effect {
  record Spawn(int gen) implements Effect {}

  record RunBuild(State.Job job) implements Effect {}

  record KillBuild(int job) implements Effect {}

  /// Calls go to `gen` from now on; held ones first.
  record Serve(int gen) implements Effect {}

  /// The incarnation gets no new calls, may finish what it has in flight, and is then stopped (R1).
  record Retire(int gen) implements Effect {}

  /// Stops the incarnation's whole tree by the ladder (L6).
  record StopTree(int gen) implements Effect {}

  /// A failed start: stops what is left of the incarnation.
  record Abandon(int gen) implements Effect {}

  /// Calls that wait for a server get an error, with the reason that the supervisor knows.
  record FailHeld() implements Effect {}

  record JobDone(int job, Outcome outcome) implements Effect {}

  /// How a reload ended.
  enum Outcome {
    RELOADED,
    BUILD_FAILED,
    START_FAILED,
    CANCELLED,
    STOPPED
  }
}
