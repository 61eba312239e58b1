package dev.pitstop.backend;

import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.backend.facts.Settings;
import dev.pitstop.backend.facts.Trouble;
import dev.pitstop.backend.lifecycle.Effect;
import dev.pitstop.backend.lifecycle.Event;
import dev.pitstop.backend.lifecycle.Lifecycle;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.backend.lifecycle.StopReason;
import dev.pitstop.channel.Away;
import dev.pitstop.channel.RunKind;
import dev.pitstop.log.Log;
import dev.pitstop.rpc.FreshIds;
import dev.pitstop.text.Words;
import java.util.Optional;
import java.util.OptionalLong;

/// The inside of a {@link Backend}: makes its parts, and says what follows from what they report.
/// {@link Supervisor} decides what the server does, {@link Runs} keeps its runs, {@link RunEvents}
/// takes what they report, {@link Greeting} tells a new run what the session is, {@link Dispatcher}
/// gives calls to the serving run or holds them, {@link CatalogKeeper} knows its lists, {@link
/// ReloadJobs} knows who waits for a reload. The parts do not know this class.
///
/// Called in turns of the monitor.
final class Core implements Greeting.Outcomes, RunEvents.Reports, CallWatch.Observer {
  private static final String DIED_OF_PROBE =
      "the server exited on `server/discover` without an answer; Pitstop restarts it and sends"
          + " `initialize`";

  private static final String LOCKED =
      "another process holds what the server needs; Pitstop starts the server again in a second, in"
          + " case that process is just ending";

  private static final long LOCK_MILLIS = 1_000;

  /// How long a run that asks the client something after its handshake, such as its roots, may wait
  /// for the answer before it is given calls. A call that overtakes the roots is refused.
  private static final long ROOTS_MILLIS = 1_000;

  /// How long a reload that built but did not restart waits for a daemon that is away: something
  /// else may restart it after the build.
  private static final long BUILT_MILLIS = 3_000;

  private final BackendParts parts;
  private final BackendListener listener;
  private final Log log;
  private final Defects defects;
  final Present present = new Present();
  final History history = new History();
  final Recipes recipes;
  final Runs runs;
  final Supervisor supervisor;
  final Dispatcher dispatcher;
  final CatalogKeeper catalogs;
  final ReloadJobs jobs;
  final ReplayLog replays;
  private final FreshIds ids = FreshIds.numbers(); // unique across all runs
  private boolean metLock; // in the first start

  Core(BackendParts parts, BackendListener listener) {
    this.parts = parts;
    this.listener = listener;
    log = parts.log();
    defects = new Defects(log, parts.name());
    Settings settings = parts.recipe().settings(); // the same in all recipes of a server
    recipes = new Recipes(parts.recipe(), this::recipeChanged);
    runs = new Runs(present, parts, settings.drainMillis());
    supervisor =
        new Supervisor(
            parts.monitor(),
            present,
            () -> recipes.current().settings().respawn(),
            this::carryOut,
            defects,
            this::stateChanged);
    replays = new ReplayLog(parts);
    catalogs =
        new CatalogKeeper(
            parts,
            present,
            listener,
            history::catalogChanged,
            (run, why) -> startFailed(run, new Trouble.CannotList(why)),
            settings.listMillis());
    Redelivery redelivery = new Redelivery(present, tool -> catalogs.current().tool(tool));
    dispatcher =
        new Dispatcher(
            parts,
            settings.hold(),
            present,
            runs,
            redelivery,
            call -> redelivery.expendable(call) && !replays.tools().contains(call.tool()),
            listener::hears,
            () -> supervisor.step(new Event.Demand()),
            defects);
    jobs =
        new ReloadJobs(
            parts,
            runs,
            supervisor::step,
            failed -> comesBack(failed).ifPresent(this::putBack),
            defects,
            history);
  }

  private void recipeChanged(Recipe now) {
    replays.follows(now.replay());
    listener.recipeChanged(now);
  }

  /// The recipe to restore after a start by `failed` that left nothing serving.
  private Optional<Recipe> comesBack(Recipe failed) {
    boolean down = present.state().rests() && present.serving().isEmpty();
    return down && present.wanted() == Lifecycle.Wanted.ON_DEMAND
        ? recipes.insteadOf(failed)
        : Optional.empty();
  }

  /// Runs the server again as before the changes that failed; later reloads use the wanted recipe.
  private void putBack(Recipe by) {
    Reload.Follower follower =
        Reload.ended(result ->
            log.info("put-back", "server", parts.name(), "outcome", result.outcome().name()));
    State.Job job = jobs.open(by, State.Order.START_FIRST, false, follower);
    supervisor.step(new Event.Reload(job, false));
  }

  private void stateChanged(State before, State after) {
    log.debug("state", "server", parts.name(), "from", before.word(), "to", after.word());
    history.stateChanged(before, after);
    listener.stateChanged(before, after);
    if (before.reloading() && after.rests() && after.serving().isEmpty()) {
      catalogs.tellAskers(); // a reload ended without a server
    }
  }

  /// Carries out an effect of the lifecycle. No switch over the types: see {@link State}.
  private void carryOut(Effect effect) {
    if (effect instanceof Effect.Spawn e) {
      spawn(e.gen());
    } else if (effect instanceof Effect.RunBuild e) {
      jobs.build(e.job().id());
    } else if (effect instanceof Effect.KillBuild e) {
      jobs.killBuild(e.job());
    } else if (effect instanceof Effect.Serve e) {
      present.find(e.gen()).ifPresent(this::serve);
    } else if (effect instanceof Effect.Retire e) {
      present.find(e.gen()).ifPresent(this::retire);
    } else if (effect instanceof Effect.StopTree e) {
      present.find(e.gen()).ifPresent(run -> stop(run, e.why()));
    } else if (effect instanceof Effect.Abandon e) {
      present.find(e.gen()).ifPresent(run -> run.stop(StopReason.ABANDONED));
    } else if (effect instanceof Effect.FailHeld) {
      dispatcher.failHeld();
    } else if (effect instanceof Effect.JobDone e) {
      jobDone(e.job(), e.outcome());
    } else if (effect instanceof Effect.Joined e) {
      jobs.joined(e.job(), e.with(), recipes.wanted());
    } else {
      throw new IllegalStateException("not carried out: " + effect.getClass());
    }
  }

  private void spawn(int number) {
    boolean another = present.serving().isPresent();
    Optional<State.Job> job = present.state().reload();
    // without a reload, but beside another run: the start continues that its reload gave up
    Recipe by =
        job.isPresent()
            ? jobs.recipe(job.get().id())
            : another ? recipes.wanted() : recipes.current();
    LiveRun run = made(number, by);
    present.add(run);
    long tried = job.isPresent() ? jobs.tries(job.get(), run.run(), parts.timers().nowMillis()) : 0;
    if (!another) {
      recipes.runsBy(by);
    }
    run.run().open(by, new RunEvents(run, parts, by.channel(), listener, runs, this));
    if (by.channel().kind() == RunKind.SESSION) {
      // the run waits without a limit, but its reload does not. The reload has one limit for all
      // the runs that it tries, as each run may be lost at once
      long limit = Math.max(1, by.settings().startMillis() - tried);
      runs.expectOpen(run, limit, () -> away(run.run()));
    }
  }

  private LiveRun made(int number, Recipe by) {
    Run run = new Run(by.channel().kind(), number);
    run.tap(parts.tap());
    InFlight calls =
        new InFlight(run, ids, new CallWatch.World(parts, by.settings().callMillis(), this));
    Asker asker = new Asker(run, calls, listener);
    Greeting greeting =
        new Greeting(run, asker, listener, by.era(), parts, by.settings().startMillis(), this);
    return new LiveRun(run, calls, asker, greeting);
  }

  private void serve(LiveRun live) {
    live.serve();
    Run run = live.run();
    log.info("ready", "server", parts.name(), "spawn", run.number(), "ms", run.readyAfterMillis());
    boolean first = history.lastServed() == 0;
    history.serves(run);
    recipes.serves(run.recipe());
    live.greeting().catchUp(); // before it is given calls that rely on it
    dispatcher.serve(live);
    catalogs.adopt(live);
    listener.serving(run);
    if (first && live.greeting().settled() && !catalogs.known()) {
      catalogs.fetchFirst(live);
    }
  }

  private void retire(LiveRun run) {
    long started = present.serving().map(s -> s.run().readyAfterMillis()).orElse(0L);
    CallWatch watch = run.calls().watch();
    if (run.run().kind() != RunKind.SCHEMA) { // its calls end by themselves
      for (Call hung : watch.hung(runs.drainMillis() + Math.max(0, started))) {
        overdue(run.run(), hung, watch.replaced(hung, runs.drainMillis()));
      }
    }
    runs.retire(run);
    history.leaves(run.run());
  }

  private void stop(LiveRun run, StopReason why) {
    run.stop(why);
    history.leaves(run.run());
  }

  private void jobDone(int job, Effect.Outcome outcome) {
    if (outcome == Effect.Outcome.STOPPED) {
      stopped(jobs.recipe(job));
    } else if (outcome == Effect.Outcome.START_FAILED) {
      // a call may start it before the failed one is gone
      comesBack(jobs.recipe(job)).ifPresent(recipes::runsBy);
    }
    jobs.end(job, outcome);
  }

  /// A reload by this recipe was stopped: if the recipe is still the wanted one, the next call
  /// starts the server with it.
  private void stopped(Recipe by) {
    boolean comesBack = !present.wanted().noMore();
    if (comesBack && present.serving().isEmpty() && by.equals(recipes.wanted())) {
      recipes.runsBy(by);
    }
  }

  /// The run is unusable.
  private void startFailed(LiveRun run, Trouble why) {
    run.run().trouble(why);
    history.startFailed(why);
    if (run.run().serving()) { // it was greeted late: there is no start to fail
      run.stop(StopReason.ABANDONED);
      return;
    }
    boolean contended = contended(run.run());
    supervisor.step(new Event.StartFailed(run.number(), contended));
  }

  private boolean contended(Run run) {
    OptionalLong serving = OptionalLong.empty();
    if (anotherServes(run)) {
      serving = present.serving().orElseThrow().run().facts().pid();
    }
    return Contention.shownBy(run.number(), parts.ring(), serving);
  }

  // Calls that wait long.

  @Override
  public void overdue(Run run, Call call, Failure.Unanswered how) {
    log.warn(
        "call-timeout",
        "server",
        parts.name(),
        "spawn",
        run.number(),
        "method",
        call.request().method(),
        "ms",
        how.waitedMillis());
    present.find(run).ifPresent(at -> dispatcher.overdue(at, call, how));
  }

  @Override
  public void waitsBehind(Run run, Call call) {
    defects.safely("long wait", () -> listener.waitsBehind(run, call));
  }

  // The results of greetings.

  @Override
  public void greeted(Run run) {
    Optional<LiveRun> found = present.find(run);
    if (found.isEmpty()) {
      return;
    }
    LiveRun live = found.get();
    if (run.serving()) {
      dispatcher.serve(live);
      catalogs.fetch(live);
      return;
    }
    boolean compared = history.lastServed() > 0 || catalogs.expected();
    if (compared && live.greeting().settled()) {
      replays.replay(
          live.asker(),
          run,
          run.recipe().settings().startMillis(),
          () ->
              catalogs.fetch(
                  live, () -> live.calls().watch().onceAnswered(ROOTS_MILLIS, () -> ready(run))));
    } else {
      ready(run);
    }
  }

  @Override
  public void ready(Run run) {
    supervisor.step(new Event.Ready(run.number()));
  }

  @Override
  public void failed(Run run, Trouble why) {
    present.find(run).ifPresent(live -> startFailed(live, why));
  }

  /// Whether somebody waits for the start: the client for the first one, whose lists it was
  /// promised, or a held call. A reload is told that it failed: the old run serves.
  @Override
  public boolean bearsWith(Run run, boolean again) {
    boolean waitedFor =
        run.recipe().settings().patient()
            && present.state() instanceof State.Starting s
            && s.gen() == run.number()
            && s.job().isEmpty()
            && (history.lastServed() == 0 || dispatcher.held() > 0);
    if (waitedFor && !again) {
      parts.note(
          "not ready after "
              + Words.duration(run.recipe().settings().startMillis())
              + "; Pitstop keeps waiting, because the server still runs");
    }
    return waitedFor;
  }

  @Override
  public void away(Run run) {
    supervisor.step(new Event.Late(run.number()));
  }

  @Override
  public boolean anotherServes(Run run) {
    return present.serving().filter(s -> !s.run().equals(run)).isPresent();
  }

  // What runs report.

  @Override
  public void opened(LiveRun run) {
    history.opened(run.run());
    runs.opened(run);
    if (!run.run().leaving()) {
      run.greeting().greet(present.state().reloading());
      dispatcher.opened(run);
    }
  }

  /// A reload waits for the daemon only if it has run something else that may change that.
  @Override
  public void stranded(LiveRun run) {
    Optional<State.Job> job = present.state().reload();
    if (job.isEmpty()) {
      return;
    }
    Recipe by = run.run().recipe();
    boolean restarted = job.get().build() && by.builder().filter(Builder::restarts).isPresent();
    long away = by.channel().away().map(Away::millis).orElse(0L);
    if (!restarted && (!job.get().build() || away >= BUILT_MILLIS)) {
      away(run.run());
    }
  }

  @Override
  public void cutOff(LiveRun run, Call call, String how) {
    dispatcher.cutOff(run, call, how);
  }

  /// A session's first start may meet a lock of the session before, whose server is just ending. It
  /// counts as alive for a second more, and is replaced then.
  @Override
  public void ended(LiveRun live, RunEnd how) {
    boolean first = history.lastServed() == 0 && how.byItself() && !how.neverThere();
    if (first && !metLock && contended(live.run())) {
      metLock = true;
      parts.note(LOCKED);
      parts.turnAfter(LOCK_MILLIS, () -> over(live, how, true));
    } else {
      over(live, how, false);
    }
  }

  private void over(LiveRun live, RunEnd how, boolean afterLock) {
    runs.remove(live);
    Run run = live.run();
    boolean contended = contended(run) || Contention.sign(how.stderr().lines()).isPresent();
    boolean ofProbe =
        how.byItself()
            && !contended
            && !how.neverThere()
            && (live.greeting().diedOfProbe() || live.calls().onlyProbed());
    live.greeting().over();
    boolean again = ofProbe || afterLock;
    history.ended(run, how, again);
    if (how.neverThere()) {
      if (how.byItself()) { // otherwise it was only waited for
        how.trouble().ifPresent(history::startFailed);
      }
      defects.safely("start", () -> supervisor.step(new Event.StartFailed(run.number(), false)));
    }
    if (ofProbe) {
      parts.note(DIED_OF_PROBE);
      run.recipe().era().diedOfProbe();
    }
    if (again) {
      defects.safely("start", () -> supervisor.step(new Event.StartAgain(run.number())));
    }
    long now = parts.timers().nowMillis();
    Event over =
        how.sessionLost() && how.byItself()
            ? new Event.Lost(run.number())
            : new Event.Exited(run.number(), now, contended);
    defects.safely("exit", () -> supervisor.step(over));
    if (how.served() && present.state() instanceof State.Crashed) {
      recipes.forgetGood();
    }
    if (present.serving().isEmpty() && present.starting().isPresent()) {
      recipes.runsBy(present.starting().get().run().recipe());
    }
    defects.safely("lost", () -> listener.lost(run, how));
    defects.safely("lists", () -> catalogs.lost(run, again && present.starting().isPresent()));
    dispatcher.lost(run, how, ofProbe, live.calls().orphans());
    for (Runnable w : runs.takeWaiters()) {
      defects.safely("end", w);
    }
  }
}
