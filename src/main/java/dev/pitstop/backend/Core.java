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
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.FreshIds;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.text.Words;
import java.util.Optional;
import java.util.function.Consumer;

/// The inside of a {@link Backend}: holds the parts together, which see each other only through
/// small interfaces. {@link Supervisor} decides what the server does, {@link Runs} keeps its runs,
/// {@link RunEvents} takes what they report, {@link Greeting} tells a new run what the session is,
/// {@link Dispatcher} gives calls to the serving run or holds them, {@link CatalogKeeper} knows its
/// lists, {@link ReloadJobs} knows who waits for a reload.
///
/// Called in turns of the monitor, except {@link #note}.
final class Core {
  private static final String DIED_OF_PROBE =
      "the server exited on `server/discover` without an answer; Pitstop restarts it and sends"
          + " `initialize`";

  /// How long a reload that built but did not restart waits for a daemon that is away: something
  /// else may restart it after the build.
  private static final long BUILT_MILLIS = 3_000;

  private final BackendParts parts;
  private final BackendListener listener;
  private final Monitor monitor;
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

  Core(BackendParts parts, BackendListener listener) {
    this.parts = parts;
    this.listener = listener;
    monitor = parts.monitor();
    log = parts.log();
    defects = new Defects(log, parts.name());
    Settings settings = parts.recipe().settings(); // the same in all recipes of a server
    Consumer<String> note = this::note;
    recipes = new Recipes(parts.recipe(), this::recipeChanged);
    runs = new Runs(present, monitor, parts.timers(), settings.drainMillis());
    supervisor = new Supervisor(monitor, present, new Handler(), defects, this::stateChanged);
    replays = new ReplayLog(parts.recipe().replay(), monitor, parts.timers(), note);
    catalogs =
        new CatalogKeeper(parts, present, listener, this::cannotList, note, settings.listMillis());
    Redelivery redelivery = new Redelivery(present, tool -> catalogs.current().tool(tool));
    dispatcher =
        new Dispatcher(
            parts,
            settings.hold(),
            present,
            runs,
            redelivery,
            call -> redelivery.expendable(call) && !replays.tools().contains(call.tool()),
            this::demand,
            note,
            defects);
    jobs = new ReloadJobs(parts, runs, supervisor::step, this::failed, defects, history);
  }

  private void demand() {
    supervisor.step(new Event.Demand());
  }

  private void cannotList(LiveRun run, String why) {
    startFailed(run, new Trouble.CannotList(why));
  }

  private void failed(Recipe by) {
    comesBack(by).ifPresent(this::putBack);
  }

  private void recipeChanged(Recipe now) {
    replays.follows(now.replay());
    listener.recipeChanged(now);
  }

  /// The recipe to restore after a failed start by this one that left nothing serving.
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

  /// A line for the log and for `server_stderr`. On any thread.
  void note(String text) {
    parts.ring().append(parts.ring().newest().orElse(0), StderrRing.Kind.NOTE, text);
    log.warn("note", "server", parts.name(), "text", text);
  }

  private void stateChanged(State before, State after) {
    log.debug("state", "server", parts.name(), "from", before.word(), "to", after.word());
    listener.stateChanged(before, after);
    if (before.reloading() && after.rests() && after.serving().isEmpty()) {
      catalogs.tellAskers(); // a reload ended without a server
    }
  }

  private void spawn(int number) {
    boolean another = present.serving().isPresent();
    Optional<State.Job> job =
        present.state() instanceof State.Starting s ? s.job() : Optional.empty();
    // without a reload, but beside another run: the start that its reload gave up continues here
    Recipe by =
        job.isPresent()
            ? jobs.recipe(job.get().id())
            : another ? recipes.wanted() : recipes.current();
    LiveRun run = made(number, by);
    runs.add(run);
    long tried = job.isPresent() ? jobs.tries(job.get(), run.run(), parts.timers().nowMillis()) : 0;
    if (!another) {
      recipes.runsBy(by);
    }
    run.open(by, new RunEvents(run, parts, by.channel(), new FromRun()));
    if (by.channel().kind() == RunKind.SESSION) {
      // the run waits without a limit, but its reload does not: the reload has one limit for all
      // the runs that it tries, as each may be lost at once
      long limit = Math.max(1, by.settings().startMillis() - tried);
      runs.expectOpen(run, limit, () -> supervisor.step(new Event.Late(number)));
    }
  }

  private LiveRun made(int number, Recipe by) {
    Run run = new Run(by.channel().kind(), number);
    CallWatch.World world =
        new CallWatch.World(parts.timers(), monitor, by.settings().callMillis(), new LongWaits());
    InFlight calls = new InFlight(run, ids, world);
    Asker asker = new Asker(run, calls, listener);
    Greeting greeting =
        new Greeting(
            run,
            asker,
            listener,
            by.era(),
            monitor,
            parts.timers(),
            by.settings().startMillis(),
            new Greeted());
    return new LiveRun(run, calls, asker, greeting);
  }

  /// The daemon does not answer, and no command of the channel will change that: a reload waits
  /// only if it has run something else that may.
  private void stranded(LiveRun run) {
    Optional<State.Job> job =
        present.state() instanceof State.Starting s ? s.job() : Optional.empty();
    if (job.isEmpty()) {
      return;
    }
    boolean restarted =
        job.get().build() && run.run().recipe().builder().filter(Builder::restarts).isPresent();
    long away = run.run().recipe().channel().away().map(Away::millis).orElse(0L);
    if (!restarted && (!job.get().build() || away >= BUILT_MILLIS)) {
      supervisor.step(new Event.Late(run.number()));
    }
  }

  /// A reload by this recipe was stopped: if the recipe is still the wanted one, the next call
  /// starts the server with it.
  private void stopped(Recipe by) {
    boolean comesBack = !present.wanted().noMore();
    if (comesBack && present.serving().isEmpty() && by.equals(recipes.wanted())) {
      recipes.runsBy(by);
    }
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

  /// The run is unusable.
  private void startFailed(LiveRun run, Trouble why) {
    run.run().trouble(why);
    history.startFailed(why);
    if (run.run().serving()) { // it was greeted late: there is no start to fail
      run.stop(StopReason.ABANDONED);
      return;
    }
    boolean contended = Contention.shownBy(run.number(), parts.ring());
    supervisor.step(new Event.StartFailed(run.number(), contended));
  }

  /// Carries out the lifecycle's effects.
  private final class Handler implements Effect.Handler {
    @Override
    public boolean respawns() {
      return recipes.current().settings().respawn();
    }

    @Override
    public void spawn(int gen) {
      Core.this.spawn(gen);
    }

    @Override
    public void build(State.Job job) {
      jobs.build(job.id());
    }

    @Override
    public void killBuild(int job) {
      jobs.killBuild(job);
    }

    @Override
    public void serve(int gen) {
      present.find(gen).ifPresent(Core.this::serve);
    }

    @Override
    public void retire(int gen) {
      present
          .find(gen)
          .ifPresent(r -> {
            runs.retire(r);
            history.leaves(r.run());
          });
    }

    @Override
    public void stopTree(int gen, StopReason why) {
      present
          .find(gen)
          .ifPresent(r -> {
            r.stop(why);
            history.leaves(r.run());
          });
    }

    @Override
    public void abandon(int gen) {
      present.find(gen).ifPresent(r -> r.stop(StopReason.ABANDONED));
    }

    @Override
    public void failHeld() {
      dispatcher.failHeld();
    }

    @Override
    public void jobDone(int job, Effect.Outcome outcome) {
      if (outcome == Effect.Outcome.STOPPED) {
        stopped(jobs.recipe(job));
      } else if (outcome == Effect.Outcome.START_FAILED) {
        // a call may start it before the failed one is gone
        comesBack(jobs.recipe(job)).ifPresent(recipes::runsBy);
      }
      jobs.end(job, outcome);
    }

    @Override
    public void joined(int job, int with) {
      jobs.joined(job, with, recipes.wanted());
    }
  }

  /// Takes what is found of calls that wait long.
  private final class LongWaits implements CallWatch.Observer {
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
  }

  /// Takes the result of a greeting.
  private final class Greeted implements Greeting.Outcomes {
    @Override
    public void greeted(Run run) {
      Optional<LiveRun> found = present.find(run);
      if (found.isEmpty()) {
        return;
      }
      LiveRun live = found.get();
      if (run.serving()) {
        dispatcher.serve(live);
        catalogs.fetch(live, () -> {});
        return;
      }
      boolean compared = history.lastServed() > 0 || catalogs.expected();
      if (compared && live.greeting().settled()) {
        replays.replay(
            live.asker(),
            run,
            run.recipe().settings().startMillis(),
            () -> catalogs.fetch(live, () -> ready(run)));
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
        Core.this.note(
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
  }

  /// Takes what runs report.
  private final class FromRun implements RunEvents.Reports {
    @Override
    public void opened(LiveRun run) {
      history.opened();
      runs.opened(run);
      if (!run.run().leaving()) {
        run.greeting().greet(present.state().reloading());
        dispatcher.opened(run);
      }
    }

    @Override
    public void stranded(LiveRun run) {
      Core.this.stranded(run);
    }

    @Override
    public void request(Run from, Message.Request request) {
      listener.serverRequest(from, request);
    }

    @Override
    public void notification(Run from, Message.Notification notification) {
      listener.serverNotification(from, notification);
    }

    @Override
    public void strayWords(Run from) {
      listener.strayWords(from);
    }

    @Override
    public void maybeIdle(LiveRun run) {
      runs.stopIfIdle(run);
    }

    @Override
    public void note(String text) {
      Core.this.note(text);
    }

    @Override
    public void awaitRoom() throws InterruptedException {
      listener.awaitRoom();
    }

    @Override
    public void cutOff(LiveRun run, Call call, String how) {
      dispatcher.cutOff(run, call, how);
    }

    @Override
    public void ended(LiveRun live, RunEnd how) {
      runs.remove(live);
      Run run = live.run();
      boolean contended =
          Contention.shownBy(run.number(), parts.ring())
              || Contention.sign(how.stderr().lines()).isPresent();
      boolean ofProbe = how.byItself() && !contended && live.greeting().diedOfProbe();
      live.greeting().over();
      history.ended(run, how);
      if (how.neverThere()) {
        if (how.byItself()) { // otherwise it was only waited for
          how.trouble().ifPresent(history::startFailed);
        }
        defects.safely("start", () -> supervisor.step(new Event.StartFailed(run.number(), false)));
      }
      if (ofProbe) {
        Core.this.note(DIED_OF_PROBE);
        run.recipe().era().diedOfProbe();
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
      defects.safely("lists", () -> catalogs.lost(run, ofProbe && present.starting().isPresent()));
      dispatcher.lost(run, how, live.calls().orphans());
      for (Runnable w : runs.takeWaiters()) {
        defects.safely("end", w);
      }
    }
  }
}
