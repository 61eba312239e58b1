package dev.pitstop.backend;

import dev.pitstop.log.Log;
import dev.pitstop.process.Exit;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Timers;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.OptionalInt;

/// Runs what {@link Lifecycle} decides: it owns the lifecycle's model, feeds it with events and has
/// its effects carried out, by {@link Incarnations} and {@link ReloadJobs}, who bring what came of
/// it back as events. What happened is noted in {@link History}.
///
/// In turns of the session's monitor only.
final class Supervisor {
  private final String name;
  private final Settings settings;
  private final Monitor monitor;
  private final Timers timers;
  private final Log log;
  private final StderrRing ring;
  private final Backend backend;
  private final History history = new History();
  private final Incarnations incarnations;
  private final ReloadJobs jobs;
  private final Effect.Hands hands = new Hands();
  private final ArrayDeque<Event> events = new ArrayDeque<>();
  private Lifecycle.Model model = Lifecycle.Model.FRESH;
  private boolean stepping;

  /// @param backend told what the calls, catalogues and the session must know
  Supervisor(
      Backend backend,
      Launcher launcher,
      Monitor monitor,
      Timers timers,
      Log log,
      Optional<Builder> builder) {
    this.name = backend.name();
    this.settings = backend.settings();
    this.ring = backend.ring();
    this.backend = backend;
    this.monitor = monitor;
    this.timers = timers;
    this.log = log;
    this.incarnations = new Incarnations(backend, this, history, launcher, monitor, timers, log);
    this.jobs = new ReloadJobs(backend, this, history, incarnations, builder, monitor, log);
  }

  State state() {
    return model.state();
  }

  History history() {
    return history;
  }

  Incarnations incarnations() {
    return incarnations;
  }

  /// How many processes were to be started so far: the newest generation.
  int spawns() {
    return model.lastGen();
  }

  Optional<Incarnation> serving() {
    OptionalInt gen = model.state().serving();
    return gen.isPresent() ? incarnations.find(gen.getAsInt()) : Optional.empty();
  }

  /// The incarnation that is being started.
  Optional<Incarnation> starting() {
    return model.state() instanceof State.Starting s
        ? incarnations.find(s.gen())
        : Optional.empty();
  }

  /// A call needs the server (L2).
  void demand() {
    step(new Event.Demand());
  }

  /// Asks for a reload, or joins the one that waits (R1, R5).
  ///
  /// @return its number, for {@link #cancel}
  int reload(State.Order order, Reload.Follower follower) {
    if (model.next().isPresent()) {
      int waiting = model.next().get().id();
      jobs.join(waiting, follower);
      return waiting;
    }
    State.Job job = jobs.open(order, follower);
    step(new Event.Reload(job));
    return job.id();
  }

  /// How many wait for the reload that follows the present one.
  int reloadsWaiting() {
    return model.next().isPresent() ? jobs.followers(model.next().get().id()) : 0;
  }

  /// One who waits for a reload waits no more; with the last of them its build ends.
  void cancel(int job, Reload.Follower follower) {
    if (jobs.leave(job, follower)) {
      step(new Event.CancelBuild(job));
    }
  }

  /// Stops everything; `down` runs in a turn when no process of now is left, whether or not a call
  /// has started the server again by then.
  void stop(State.Cause cause, String why, Runnable down) {
    incarnations.stopAll(why);
    step(new Event.Stop(cause));
    incarnations.whenGone(incarnations.gens(), down);
  }

  /// Starts the deadline of L5: the server owes an answer from now on.
  void expectAnswer(Incarnation inc) {
    if (!inc.timed) {
      inc.timed = true;
      timers.after(
          settings.startMillis(), () -> monitor.turn(Monitor.By.OTHER, () -> startTimedOut(inc)));
    }
  }

  /// Whoever has answered the handshake is in time: what follows has limits of its own.
  private void startTimedOut(Incarnation inc) {
    boolean silent = !inc.served && inc.greeting != Incarnation.Greeting.DONE;
    if (silent && incarnations.isLive(inc)) {
      startFailed(
          inc,
          "did not answer within "
              + Words.duration(settings.startMillis())
              + " of its start, and was stopped");
    }
  }

  /// The incarnation is of no use; why in words.
  void startFailed(Incarnation inc, String why) {
    inc.trouble = Optional.of(why);
    history.startFailed(why);
    step(new Event.StartFailed(inc.gen(), Contention.shownBy(inc.gen(), ring)));
  }

  /// The incarnation can be given calls.
  void ready(Incarnation inc) {
    step(new Event.Ready(inc.gen()));
  }

  void notSpawned(int gen, String why) {
    int reason = why.indexOf("`: "); // "Cannot start `COMMAND`: reason"
    history.startFailed("could not be started: " + (reason < 0 ? why : why.substring(reason + 3)));
    step(new Event.StartFailed(gen, false));
    step(new Event.Exited(gen, timers.nowMillis(), false)); // for a stop that waited for it
    if (backend.held() > 0) {
      demand(); // by calls that came after that stop
    }
  }

  void ended(Incarnation inc, Exit exit) {
    boolean contended = Contention.shownBy(inc.gen(), ring);
    Obituary how = Obituary.of(inc, exit, ring);
    history.ended(inc, how);
    if (how.deliberate().isEmpty()) {
      log.warn("exit", "server", name, "spawn", inc.gen(), "status", exit.words());
    } else {
      log.info("exit", "server", name, "spawn", inc.gen(), "status", exit.words());
    }
    ring.append(inc.gen(), StderrRing.Kind.NOTE, how.full());
    backend.safely("exit", () -> step(new Event.Exited(inc.gen(), timers.nowMillis(), contended)));
    backend.lost(inc, how, inc.orphans());
  }

  /// Feeds the lifecycle. Events raised while a step's effects are carried out come after it, in
  /// order.
  void step(Event event) {
    monitor.check();
    events.add(event);
    if (stepping) {
      return;
    }
    stepping = true;
    try {
      while (!events.isEmpty()) {
        State before = model.state();
        Lifecycle.Step step = Lifecycle.step(model, events.poll(), settings.respawn());
        model = step.model();
        for (Effect e : step.effects()) {
          backend.safely("effect", () -> e.by(hands));
        }
        if (changed(before, model.state())) {
          log.debug("state", "server", name, "from", before.word(), "to", model.state().word());
          State after = model.state();
          backend.safely("state", () -> backend.stateChanged(before, after));
        }
      }
    } finally {
      stepping = false;
    }
  }

  /// By identity, which is right as a step that changes nothing gives its model back; comparing
  /// records would cost milliseconds of start-up, the first time.
  @SuppressWarnings("ReferenceEquality")
  private static boolean changed(State before, State after) {
    return before != after;
  }

  private void spawn(int gen) {
    if (model.state() instanceof State.Starting s && s.job().isPresent()) {
      jobs.tries(s.job().get(), gen);
    }
    incarnations.spawn(gen);
  }

  private void serve(int gen) {
    Optional<Incarnation> found = incarnations.find(gen);
    if (found.isEmpty()) {
      return;
    }
    Incarnation inc = found.get();
    inc.serving = true;
    inc.served = true;
    inc.readyAfterMillis = (System.nanoTime() - inc.child().startedNanos()) / 1_000_000;
    log.info("ready", "server", name, "spawn", gen, "ms", inc.readyAfterMillis);
    boolean first = !history.hasServed();
    history.serves(gen);
    backend.serve(inc, first);
  }

  /// What the lifecycle wants done.
  private final class Hands implements Effect.Hands {
    @Override
    public void spawn(int gen) {
      Supervisor.this.spawn(gen);
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
      Supervisor.this.serve(gen);
    }

    @Override
    public void retire(int gen) {
      incarnations.retire(gen);
    }

    @Override
    public void stopTree(int gen) {
      incarnations.stop(gen, "was stopped to be replaced");
    }

    @Override
    public void abandon(int gen) {
      incarnations.stop(gen, "did not start");
    }

    @Override
    public void failHeld() {
      backend.failHeld();
    }

    @Override
    public void jobDone(int job, Effect.Outcome outcome) {
      jobs.end(job, outcome);
    }
  }
}
