package dev.pitstop.backend;

import java.util.Optional;

/// What can happen to a backend. Every event of a process names its generation, every event of a
/// reload its job, so that a late one of an older time is recognised (L1).
///
/// Dispatch here and in {@link Effect} and {@link State} is by method, not by a switch over
/// patterns: the first pattern switch of a run costs the JVM some 20 ms, and all of this is on the
/// way to the first reply (S1).
public sealed interface Event {
  /// What the lifecycle does with it.
  Lifecycle.Step on(Lifecycle.Model model, boolean respawn);

  /// A request needs the server (L2).
  record Demand() implements Event {
    @Override
    public Lifecycle.Step on(Lifecycle.Model model, boolean respawn) {
      return Lifecycle.demand(model, respawn);
    }
  }

  /// Somebody asked for a reload (R1); `job` is fresh, or takes the place of itself while it waits.
  ///
  /// @param overtakes whether it does not wait for a run that is being started without a reload:
  ///   that run waits for its server, which may never come ({@link Late}), and the reload may be
  ///   what brings it
  record Reload(State.Job job, boolean overtakes) implements Event {
    @Override
    public Lifecycle.Step on(Lifecycle.Model model, boolean respawn) {
      return Lifecycle.reload(model, job, overtakes);
    }
  }

  /// Files were saved, or its entry has changed: whatever is being started has read older ones (R6,
  /// M6). The last save wins.
  record Saved(State.Job job) implements Event {
    @Override
    public Lifecycle.Step on(Lifecycle.Model model, boolean respawn) {
      return Lifecycle.saved(model, job);
    }
  }

  /// Somebody asked to stop the server (A6) or to remove it (M1), or Pitstop ends (F7).
  ///
  /// @param why one of these three
  record Stop(StopReason why) implements Event {
    @Override
    public Lifecycle.Step on(Lifecycle.Model model, boolean respawn) {
      return Lifecycle.stop(model, why);
    }
  }

  /// The reload was given up by the one who asked for it.
  record CancelBuild(int job) implements Event {
    @Override
    public Lifecycle.Step on(Lifecycle.Model model, boolean respawn) {
      return Lifecycle.cancelBuild(model, job);
    }
  }

  record BuildEnded(int job, boolean succeeded) implements Event {
    @Override
    public Lifecycle.Step on(Lifecycle.Model model, boolean respawn) {
      return Lifecycle.buildEnded(model, this);
    }
  }

  /// The incarnation has answered its handshake.
  record Ready(int gen) implements Event {
    @Override
    public Lifecycle.Step on(Lifecycle.Model model, boolean respawn) {
      return Lifecycle.ready(model, gen);
    }
  }

  /// The incarnation was not spawned, refused the handshake, or was silent for too long (L5).
  ///
  /// @param contended whether it looks as if a port, lock or file is held by the old incarnation
  ///   (R4)
  record StartFailed(int gen, boolean contended) implements Event {
    @Override
    public Lifecycle.Step on(Lifecycle.Model model, boolean respawn) {
      return Lifecycle.failed(model, gen, contended, Optional.empty(), respawn);
    }
  }

  /// The incarnation died of the way in which it was greeted: another takes its place at once and
  /// is greeted in another way. Comes before its {@link Exited}, which then means nothing any more.
  record StartAgain(int gen) implements Event {
    @Override
    public Lifecycle.Step on(Lifecycle.Model model, boolean respawn) {
      return Lifecycle.startAgain(model, gen);
    }
  }

  /// The run is over, but no fault of its server is known: a daemon that was restarted, or is away
  /// (H3). Another run takes its place at once, and waits for the server if that is not there.
  record Lost(int gen) implements Event {
    @Override
    public Lifecycle.Step on(Lifecycle.Model model, boolean respawn) {
      return Lifecycle.lost(model, gen);
    }
  }

  /// A reload has waited long enough for this run, which is still not open: its caller is told so,
  /// and the run goes on to wait for its server.
  record Late(int gen) implements Event {
    @Override
    public Lifecycle.Step on(Lifecycle.Model model, boolean respawn) {
      return Lifecycle.late(model, gen);
    }
  }

  /// The process is gone, its output has been read to the end.
  record Exited(int gen, long atMillis, boolean contended) implements Event {
    @Override
    public Lifecycle.Step on(Lifecycle.Model model, boolean respawn) {
      return Lifecycle.exited(model, this, respawn);
    }
  }
}
