package dev.pitstop.backend;

/// What can happen to a backend. Every event of a process names its generation, every event of a
/// reload its job, so that a late one of an older time is recognised (L1).
public sealed interface Event {
  /// A request needs the server (L2).
  record Demand() implements Event {}

  /// Somebody asked for a reload (R1); `job` is fresh.
  record Reload(State.Job job) implements Event {}

  /// Somebody asked to stop the server (A6), or Pitstop ends (F7).
  record Stop(State.Cause cause) implements Event {}

  /// The reload was given up by the one who asked for it.
  record CancelBuild(int job) implements Event {}

  record BuildEnded(int job, boolean succeeded) implements Event {}

  /// The incarnation has answered its handshake.
  record Ready(int gen) implements Event {}

  /// The incarnation was not spawned, refused the handshake, or was silent for too long (L5).
  ///
  /// @param contended whether it looks as if a port, lock or file is held by the old incarnation
  ///   (R4)
  record StartFailed(int gen, boolean contended) implements Event {}

  /// The process is gone, its output has been read to the end.
  record Exited(int gen, long atMillis, boolean contended) implements Event {}
}
