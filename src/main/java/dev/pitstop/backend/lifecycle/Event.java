package dev.pitstop.backend.lifecycle;

/// What can happen to a backend. Every event of a run names its generation and every event of a
/// reload its job, so that a late event of an earlier one is recognised.
///
/// Each event knows its own method of the lifecycle. A switch over patterns would do the same, but
/// the first one costs the JVM some 20 ms, on the way to the first reply.
public sealed interface Event {
  /// The lifecycle's reaction to this event: one step. An event that means nothing in the present
  /// state, such as a late one of an older generation, changes nothing and has no effects.
  ///
  /// @param respawn whether the next request starts a crashed server (`respawn`), or the server
  ///   waits for an explicit reload (`report`)
  Lifecycle.Step on(Lifecycle.Model model, boolean respawn);

  /// A request needs the server.
  record Demand() implements Event {
    @Override
    public Lifecycle.Step on(Lifecycle.Model model, boolean respawn) {
      return Lifecycle.demand(model, respawn);
    }
  }

  /// Somebody asked for a reload, files were saved, or the server's entry changed. `job` is new, or
  /// replaces itself while it waits. A start that is under way has read older files, or waits for
  /// what may never come. The last request wins.
  record ReloadRequested(State.Job job) implements Event {
    @Override
    public Lifecycle.Step on(Lifecycle.Model model, boolean respawn) {
      return Lifecycle.reload(model, job);
    }
  }

  /// Somebody asked to stop the server or to remove it, or Pitstop ends.
  ///
  /// @param why one of these three
  record Stop(StopReason why) implements Event {
    @Override
    public Lifecycle.Step on(Lifecycle.Model model, boolean respawn) {
      return Lifecycle.stop(model, why);
    }
  }

  /// The last follower of the reload cancelled it.
  record CancelBuild(int job) implements Event {
    @Override
    public Lifecycle.Step on(Lifecycle.Model model, boolean respawn) {
      return Lifecycle.cancelBuild(model, job);
    }
  }

  record BuildEnded(int job, boolean succeeded) implements Event {
    @Override
    public Lifecycle.Step on(Lifecycle.Model model, boolean respawn) {
      return Lifecycle.buildEnded(model, job, succeeded);
    }
  }

  /// The run has completed its handshake.
  record Ready(int gen) implements Event {
    @Override
    public Lifecycle.Step on(Lifecycle.Model model, boolean respawn) {
      return Lifecycle.ready(model, gen);
    }
  }

  /// The run was not spawned, refused the handshake, or was silent for too long.
  ///
  /// @param contended whether the old run seems to hold a port, lock or file that it needs
  record StartFailed(int gen, boolean contended) implements Event {
    @Override
    public Lifecycle.Step on(Lifecycle.Model model, boolean respawn) {
      return Lifecycle.failed(model, gen, contended, false);
    }
  }

  /// The run is over, but its server may be healthy: the daemon was restarted, or is away; or a
  /// process died because of the way it was greeted. Another run starts at once and waits for the
  /// server if necessary.
  record Lost(int gen) implements Event {
    @Override
    public Lifecycle.Step on(Lifecycle.Model model, boolean respawn) {
      return Lifecycle.lost(model, gen);
    }
  }

  /// A reload has waited long enough for this run, which is still not open. Its caller is told so,
  /// and the run keeps waiting for its server.
  record Late(int gen) implements Event {
    @Override
    public Lifecycle.Step on(Lifecycle.Model model, boolean respawn) {
      return Lifecycle.late(model, gen);
    }
  }

  /// The run has ended by itself or was stopped, and its output was read to the end.
  ///
  /// @param contended see {@link StartFailed}
  record Exited(int gen, long atMillis, boolean contended) implements Event {
    @Override
    public Lifecycle.Step on(Lifecycle.Model model, boolean respawn) {
      return Lifecycle.exited(model, this);
    }
  }
}
