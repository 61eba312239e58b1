package dev.pitstop.backend;

import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.facts.Settings;
import dev.pitstop.backend.lifecycle.Event;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.backend.lifecycle.StopReason;
import dev.pitstop.channel.RunKind;
import dev.pitstop.mcp.Methods;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Message;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// One server behind Pitstop. It takes calls and ends each exactly once, whatever happens to the
/// server; it reloads and stops the server, and reports its state. It knows no client: it asks its
/// {@link BackendListener} what the session has said, and speaks to it in facts, not in sentences.
/// {@link Core} is the inside.
///
/// Called in turns of the monitor, unless a method says otherwise.
public final class Backend {
  private final BackendParts parts;
  private final Core core;

  public Backend(BackendParts parts) {
    this.parts = parts;
    core = new Core(parts);
  }

  public String name() {
    return parts.name();
  }

  public Settings settings() {
    return core.reloads.current().settings();
  }

  /// The server's stderr, and those lines of its stdout that are not messages.
  public StderrRing ring() {
    return parts.ring();
  }

  /// How the server is run: the recipe of the serving run or, without one, the newest. On any
  /// thread.
  public Recipe recipe() {
    return core.reloads.current();
  }

  /// The kind of its runs. On any thread.
  public RunKind kind() {
    return core.reloads.current().channel().kind();
  }

  /// One line that tells people and agents what is run, without secrets. On any thread.
  public String display() {
    return core.reloads.current().channel().display();
  }

  /// The working directory of its program. On any thread.
  public Path directory() {
    return core.reloads.current().channel().directory();
  }

  /// Whether a reload starts with a build. On any thread.
  public boolean builds() {
    return core.reloads.wanted().builder().filter(Builder::builds).isPresent();
  }

  /// Whether a reload runs a command that restarts a daemon. On any thread.
  public boolean restarts() {
    return core.reloads.wanted().builder().filter(Builder::restarts).isPresent();
  }

  public Snapshot snapshot() {
    List<Run> live = core.runs.live().stream().map(r -> r.run).toList();
    return new Snapshot(
        core.runs.model.state(),
        core.runs.model.wanted(),
        core.runs.model.startsOnDemand(recipe().settings().respawn()),
        serving(),
        core.runs.starting().map(r -> r.run).filter(r -> !r.opening()),
        live,
        core.history.counts(),
        core.history.lastServed,
        core.history.previousServed,
        core.runs.live().stream().mapToInt(r -> r.calls.requests()).sum(),
        core.dispatcher.held(),
        core.runs.model.next().map(job -> core.reloads.followers(job.id())).orElse(0),
        core.catalogs.current(),
        core.catalogs.known(),
        core.catalogs.lastDiff(),
        core.history.lastExit,
        core.history.lastEnd,
        core.history.lastServedEnd,
        core.history.crashes(),
        core.history.startTrouble,
        core.history.lastBuild,
        core.reloads.current().channel().away());
  }

  /// The state of its lifecycle. This and the next three methods are cheaper than a snapshot.
  public State state() {
    return core.runs.model.state();
  }

  /// The run that calls go to.
  public Optional<Run> serving() {
    return core.runs.serving().map(r -> r.run);
  }

  /// Whether the start has taken longer than it may, and Pitstop still waits for it.
  public boolean startsLate() {
    return core.runs.starting().filter(s -> s.greeting.late()).isPresent();
  }

  // Its parts.

  /// Its calls: those that wait for the server, and those that a run has.
  public Dispatcher calls() {
    return core.dispatcher;
  }

  public CatalogKeeper lists() {
    return core.catalogs;
  }

  public ReloadJobs reloads() {
    return core.reloads;
  }

  /// The calls that are replayed to each new run.
  public ReplayLog replayed() {
    return core.replays;
  }

  // Its life.

  /// From now on, `by` learns what happens to the server.
  public void witness(History.Witness by) {
    core.history.witness = by;
  }

  /// Starts the server although no request needs it yet.
  public void boot() {
    core.step(new Event.Demand());
  }

  /// Stops the server.
  ///
  /// @param why {@link StopReason#REQUESTED}, {@link StopReason#REMOVED} or {@link
  ///   StopReason#SHUT_DOWN}
  /// @param down runs in a turn when all present runs are gone, whether or not a call has started
  ///   the server again by then
  public void stop(StopReason why, Runnable down) {
    core.runs.stopRetired(why);
    core.step(new Event.Stop(why));
    parts.after(Runs.gone(core.runs.live().stream()), "stop", down);
  }

  // The session.

  /// The client sent an `initialize`. It goes at once to the run that serves, and to one that is
  /// about to replace it.
  public void initialize() {
    Optional<LiveRun> serving = core.runs.serving();
    Optional<LiveRun> starting = core.runs.starting();
    serving.ifPresent(r -> r.greeting.initialize());
    if (starting.isPresent()) {
      Greeting greeting = starting.get().greeting;
      if (starting.get().run.opening()) {
        return; // once the run is open, it is greeted with this `initialize`
      }
      if (!greeting.begun()) {
        greeting.greet(true);
      } else if (!greeting.initializeAsked || serving.isEmpty()) {
        greeting.initialize(); // a session that began as a modern one, or starts over
      }
    } else if (serving.isEmpty()) {
      boot();
    }
  }

  public void clientInitialized() {
    Optional<LiveRun> serving = core.runs.serving();
    if (serving.isPresent() && serving.get().run.legacy()) {
      serving.get().sendInitialized();
      core.catalogs.fetch(serving.get());
    }
  }

  /// The client's era is known: from its first modern request or, where Pitstop greets the servers
  /// itself, from its first message. A run that was not greeted yet is greeted now.
  public void eraKnown() {
    Optional<LiveRun> starting = core.runs.starting();
    if (starting.isPresent() && !starting.get().run.opening()) {
      starting.get().greeting.greet(true);
    }
    Optional<LiveRun> serving = core.runs.serving();
    if (serving.isPresent() && serving.get().greeting.ours()) {
      serving.get().greeting.greet(true); // a reload started it before the client spoke
    } else if (serving.isPresent()
        && !serving.get().greeting.modernClient() // otherwise its lists follow its greeting
        && !serving.get().run.legacy()
        && !core.catalogs.known()) {
      core.catalogs.fetchFirst(serving.get());
    }
  }

  /// A session request (log level or resource subscription) was answered, and the session knows it.
  /// If the run that answered has been replaced meanwhile, the new run is told the same.
  public void joined(Run by) {
    core.runs.serving().filter(now -> !now.run.equals(by)).ifPresent(LiveRun::catchUp);
  }

  /// The session has changed: tells the serving run the log level and subscriptions that it does
  /// not know yet.
  public void catchUp() {
    core.runs.serving().ifPresent(LiveRun::catchUp);
  }

  /// This run has answered a `server/discover` of the client, perhaps as a modern server.
  public void discovered(Run by, Message.Response answer) {
    core.runs.find(by).ifPresent(live -> live.greeting.showsModern(answer));
  }

  /// Whether the era of this run is settled, so that Pitstop may send requests of its own.
  public boolean greeted(Run run) {
    return core.runs.find(run).filter(live -> live.greeting.settled()).isPresent();
  }

  /// Opens a subscription of Pitstop's own at this modern run, which is live.
  ///
  /// @param filter the wanted `notifications`, a JSON object
  /// @return the listen, which the caller cancels
  public Call listen(Run at, String filter, Call.Ender end) {
    return core.runs.find(at).orElseThrow().ask(Methods.LISTEN, "\"notifications\":" + filter, end);
  }
}
