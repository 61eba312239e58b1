package dev.pitstop.backend;

import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.backend.facts.Trouble;
import dev.pitstop.backend.lifecycle.Effect;
import dev.pitstop.backend.lifecycle.Event;
import dev.pitstop.backend.lifecycle.Lifecycle;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.backend.lifecycle.StopReason;
import dev.pitstop.channel.Away;
import dev.pitstop.rpc.FreshIds;
import dev.pitstop.text.Words;
import java.util.ArrayDeque;
import java.util.Optional;

/// The inside of a {@link Backend}: feeds the lifecycle with events, and carries out its effects.
/// {@link Runs} keeps the live runs, {@link RunEvents} takes what they report, {@link Greeting}
/// tells a new run what the session is, {@link Dispatcher} gives calls to the serving run or holds
/// them, {@link CatalogKeeper} knows its lists, {@link ReloadJobs} knows who waits for a reload.
/// The parts do not know this class.
///
/// A start: {@link #spawn} opens a run, {@link #opened} has it greeted, {@link #greeted} replays
/// calls and fetches its lists, {@link #ready} lets the lifecycle decide, {@link #serve} gives it
/// the calls. A reload is a start with a build before and a replaced run after it: {@link
/// ReloadJobs#build}, {@link Runs#retire}, {@link ReloadJobs#end}.
///
/// Called in turns of the monitor.
final class Core implements Greeting.Outcomes, RunEvents.Reports {
  private static final String DIED_OF_PROBE =
      "the server exited on `server/discover` without an answer; Pitstop restarts it and sends"
          + " `initialize`";

  /// How long a run that asks the client something after its handshake, such as its roots, may wait
  /// for the answer before it is given calls. A call that overtakes the roots is refused.
  private static final long ROOTS_MILLIS = 1_000;

  /// How long a reload that built but did not restart waits for a daemon that is away: something
  /// else may restart it after the build.
  private static final long BUILT_MILLIS = 3_000;

  private final BackendParts parts;
  final History history = new History();
  final Runs runs;
  final Dispatcher dispatcher;
  final CatalogKeeper catalogs;
  final ReloadJobs reloads;
  final ReplayLog replays;
  private final FreshIds ids = FreshIds.numbers(); // unique across all runs
  private final ArrayDeque<Event> events = new ArrayDeque<>(); // still to be taken
  private boolean stepping;

  Core(BackendParts parts) {
    this.parts = parts;
    runs = new Runs(parts);
    reloads = new ReloadJobs(parts, runs, history, this::step, this::recipeChanged);
    replays = new ReplayLog(parts);
    catalogs =
        new CatalogKeeper(
            parts, runs, history, (run, why) -> failed(run, new Trouble.CannotList(why)));
    dispatcher =
        new Dispatcher(
            parts,
            parts.recipe().settings().hold(),
            runs,
            new Redelivery(runs, tool -> catalogs.current().tool(tool)),
            () -> step(new Event.Demand()));
  }

  /// Feeds an event to the lifecycle and carries out what follows. Events that are raised meanwhile
  /// come after the present step, in order.
  void step(Event event) {
    parts.monitor().check();
    events.add(event);
    if (stepping) {
      return;
    }
    stepping = true;
    try {
      while (!events.isEmpty()) {
        State before = runs.model.state();
        boolean respawns = reloads.current().settings().respawn();
        Lifecycle.Step step = events.remove().on(runs.model, respawns);
        runs.model = step.model();
        step.effects().forEach(e -> parts.safely("effect", () -> carryOut(e)));
        parts.safely("state", () -> stateChanged(before, runs.model.state()));
      }
    } finally {
      stepping = false;
    }
  }

  private void recipeChanged(Recipe now) {
    replays.follows(now.replay());
    parts.session().recipeChanged(now);
  }

  /// Compares by identity: a step that changes nothing returns its state.
  @SuppressWarnings("ReferenceEquality")
  private void stateChanged(State before, State after) {
    if (before == after) {
      return;
    }
    reloads.follow();
    parts.log().debug("state", "server", parts.name(), "from", before.word(), "to", after.word());
    history.witness.stateChanged(before, after);
    parts.session().stateChanged(before, after);
    if (before.reloading() && after.rests() && after.serving().isEmpty()) {
      catalogs.tellAskers(); // a reload ended without a server
    }
  }

  /// Carries out an effect of the lifecycle. No switch over the types: see {@link State}.
  private void carryOut(Effect effect) {
    if (effect instanceof Effect.Spawn e) {
      spawn(e.gen());
    } else if (effect instanceof Effect.RunBuild e) {
      reloads.build(e.job().id());
    } else if (effect instanceof Effect.Serve e) {
      runs.find(e.gen()).ifPresent(this::serve);
    } else if (effect instanceof Effect.Retire e) {
      runs.find(e.gen()).ifPresent(runs::retire);
    } else if (effect instanceof Effect.StopTree e) {
      runs.find(e.gen()).ifPresent(run -> run.run.stop(e.why()));
    } else if (effect instanceof Effect.FailHeld) {
      dispatcher.failHeld();
    } else if (effect instanceof Effect.JobDone e) {
      reloads.end(e.job(), e.outcome());
    } else if (effect instanceof Effect.Joined e) {
      reloads.joined(e.job(), e.with());
    } else {
      throw new IllegalStateException("not carried out: " + effect.getClass());
    }
  }

  private void spawn(int number) {
    Optional<State.Job> job = runs.model.state().reload();
    Recipe by = job.map(j -> reloads.recipe(j.id())).orElse(reloads.wanted());
    Run own = new Run(by, number);
    LiveRun run = new LiveRun(own, new InFlight(own, ids, parts, dispatcher::overdue), parts, this);
    runs.add(run);
    job.ifPresent(j -> reloads.tries(j, own));
    own.open(new RunEvents(run, parts, dispatcher, this));
  }

  private void serve(LiveRun live) {
    Run run = live.run;
    run.serve();
    live.calls.serves();
    parts
        .log()
        .info("ready", "server", parts.name(), "spawn", run.number(), "ms", run.readyAfterMillis());
    boolean first = history.lastServed == 0;
    history.serves(run);
    reloads.follow();
    live.catchUp(); // before it is given calls that rely on it
    dispatcher.outlived(live);
    dispatcher.serve(live);
    catalogs.adopt(live);
    parts.session().serving(run);
    if (first && live.greeting.settled() && !catalogs.known()) {
      catalogs.fetchFirst(live);
    }
  }

  @Override
  public void failed(LiveRun run, Trouble why) {
    run.run.trouble(why);
    history.startFailed(why);
    if (run.run.serving()) { // it was greeted late: there is no start to fail
      run.run.stop(StopReason.ABANDONED);
      return;
    }
    boolean contended = Contention.shownBy(run.run.number(), parts.ring());
    step(new Event.StartFailed(run.run.number(), contended));
  }

  // The results of greetings.

  @Override
  public void greeted(LiveRun live) {
    Run run = live.run;
    if (run.serving()) {
      dispatcher.serve(live);
      catalogs.fetch(live);
      return;
    }
    boolean compared = history.lastServed > 0 || catalogs.told().isPresent();
    if (compared && live.greeting.settled()) {
      parts.after(
          replays
              .replay(live)
              .thenCompose(replayed -> catalogs.fetch(live))
              .thenCompose(listed -> live.calls.onceAnswered(ROOTS_MILLIS)),
          "start",
          () -> ready(live));
    } else {
      ready(live);
    }
  }

  @Override
  public void ready(LiveRun run) {
    step(new Event.Ready(run.run.number()));
  }

  /// Whether somebody waits for the start: the client for the first one, whose lists it was
  /// promised, or a held call. A reload is told that it failed: the old run serves.
  @Override
  public boolean bearsWith(LiveRun run, boolean again) {
    boolean waitedFor =
        run.run.recipe().settings().patient()
            && runs.model.state() instanceof State.Starting s
            && s.gen() == run.run.number()
            && s.job().isEmpty()
            && (history.lastServed == 0 || dispatcher.held() > 0);
    if (waitedFor && !again) {
      parts.note(
          "not ready after "
              + Words.duration(run.run.recipe().settings().startMillis())
              + run.run.awaits().map(clause -> ": " + clause).orElse("")
              + "; Pitstop keeps waiting, because the server still runs");
    }
    if (waitedFor && run.run.awaits().isPresent()) {
      dispatcher.failHeld(); // it may listen elsewhere: the agent sees what it has printed
    }
    return waitedFor;
  }

  @Override
  public void away(LiveRun run) {
    step(new Event.Late(run.run.number()));
  }

  @Override
  public boolean anotherServes(Run than) {
    return runs.anotherServes(than);
  }

  // What runs report.

  @Override
  public void opened(LiveRun run) {
    history.opened(run.run);
    run.run.opened();
    if (!run.run.leaving()) {
      run.greeting.greet(runs.model.state().reloading());
      dispatcher.opened(run);
    }
  }

  /// A reload waits for the daemon only if it has run something else that may change that, and the
  /// start command has not failed since.
  @Override
  public void stranded(LiveRun run) {
    Optional<State.Job> job = runs.model.state().reload();
    if (job.isEmpty()) {
      return;
    }
    Recipe by = run.run.recipe();
    boolean restarted = job.get().build() && by.builder().filter(Builder::restarts).isPresent();
    Optional<Away> away = by.channel().away();
    boolean inVain = away.flatMap(Away::started).filter(Away.Started::inVain).isPresent();
    boolean soon = job.get().build() && away.map(Away::millis).orElse(0L) < BUILT_MILLIS;
    if (inVain || (!restarted && !soon)) {
      away(run);
    }
  }

  /// The order in which the end of a run is carried out. Each step may see what the earlier ones
  /// did, and none of them keeps the later ones from happening.
  ///
  /// 1. The run is no longer live, and its greeting waits for nothing.
  /// 2. The history has it: texts about it may be made from now on.
  /// 3. The lifecycle learns it, and decides what is started, told and given up. A start that could
  ///    not be opened is reported first, so that the exit means nothing any more.
  /// 4. The session withdraws what the run had asked of the client.
  /// 5. Those who wait for lists of this run are told, unless another brings them.
  /// 6. Its calls are repeated or end: the texts read the state from step 3.
  /// 7. Those who wait for its end go on.
  @Override
  public void ended(LiveRun live, RunEnd how) {
    Run run = live.run;
    runs.remove(live);
    boolean contended =
        Contention.shownBy(run.number(), parts.ring())
            || Contention.sign(how.stderr().lines()).isPresent();
    boolean ofProbe =
        how.byItself() && !contended && !how.neverThere() && live.greeting.diedOfProbe();
    live.greeting.over();
    history.ended(run, how, ofProbe);
    if (how.neverThere()) {
      if (how.byItself()) { // otherwise it was only waited for
        how.trouble().ifPresent(history::startFailed);
      }
      parts.safely("start", () -> step(new Event.StartFailed(run.number(), false)));
    }
    if (ofProbe) {
      parts.note(DIED_OF_PROBE);
      run.recipe().era().spares(true);
    }
    Event over =
        ofProbe || (how.sessionLost() && how.byItself())
            ? new Event.Lost(run.number())
            : new Event.Exited(run.number(), parts.timers().nowMillis(), contended);
    parts.safely("exit", () -> step(over));
    parts.safely("lost", () -> parts.session().lost(run, how));
    if (!ofProbe || runs.starting().isEmpty()) {
      catalogs.tellAskers();
    }
    dispatcher.lost(run, how, ofProbe, live.calls.orphans());
    live.gone.complete(null);
  }
}
