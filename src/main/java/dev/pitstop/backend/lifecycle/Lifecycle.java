package dev.pitstop.backend.lifecycle;

import dev.pitstop.backend.lifecycle.State.Building;
import dev.pitstop.backend.lifecycle.State.Cause;
import dev.pitstop.backend.lifecycle.State.Crashed;
import dev.pitstop.backend.lifecycle.State.Draining;
import dev.pitstop.backend.lifecycle.State.Job;
import dev.pitstop.backend.lifecycle.State.Order;
import dev.pitstop.backend.lifecycle.State.Running;
import dev.pitstop.backend.lifecycle.State.Starting;
import dev.pitstop.backend.lifecycle.State.Stopped;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// The lifecycle of a backend as a pure function: `(model, event) → (model, effects)`. It has no
/// clock, process or thread: time and events come in, effects go out.
///
/// {@link Model#state} is what is. {@link Model#wanted} says whether the server may be started.
/// {@link Model#next} is the reload that waits for the present one: reloads run one after the
/// other, and later ones join the one that waits.
public final class Lifecycle {
  /// This many crashes within {@link #CRASH_WINDOW_MILLIS} are a crash loop.
  public static final int CRASH_LIMIT = 5;

  public static final long CRASH_WINDOW_MILLIS = 30_000;

  /// Whether the server may be started without an explicit reload.
  public enum Wanted {
    /// Any request that needs the server starts it.
    ON_DEMAND,
    /// The server was stopped on request. Earlier requests must not start it again, later ones do.
    DOWN,
    /// Pitstop ends: nothing starts the server any more.
    NEVER,
    /// The server was removed from the hub: nothing starts it any more.
    REMOVED;

    public boolean noMore() {
      return this == NEVER || this == REMOVED;
    }
  }

  /// @param lastGen the newest generation so far
  /// @param crashes times (ms) of the recent crashes, oldest first
  public record Model(
      State state, Wanted wanted, Optional<Job> next, int lastGen, List<Long> crashes) {
    public static final Model FRESH =
        new Model(
            new Stopped(Cause.NEVER_STARTED), Wanted.ON_DEMAND, Optional.empty(), 0, List.of());

    /// Whether a request starts the server if it is down: see {@link State#startsOnDemand}.
    public boolean startsOnDemand(boolean respawn) {
      return !wanted.noMore() && state.startsOnDemand(respawn);
    }

    Model in(State s) {
      return new Model(s, wanted, next, lastGen, crashes);
    }

    Model wanted(Wanted w) {
      return new Model(state, w, next, lastGen, crashes);
    }

    Model waiting(Optional<Job> job) {
      return new Model(state, wanted, job, lastGen, crashes);
    }

    Model with(List<Long> recent) {
      return new Model(state, wanted, next, lastGen, recent);
    }
  }

  /// The new model, and the effects in order.
  public record Step(Model model, List<Effect> effects) {
    static Step of(Model m, Effect... effects) {
      return new Step(m, List.of(effects));
    }

    Step after(Effect... earlier) {
      return after(List.of(earlier));
    }

    /// The same step with these effects before its own.
    Step after(List<Effect> earlier) {
      List<Effect> all = new ArrayList<>(earlier);
      all.addAll(effects);
      return new Step(model, all);
    }
  }

  private Lifecycle() {}

  private static Step spawn(Model m, Optional<Job> job, OptionalInt serving) {
    int gen = m.lastGen() + 1;
    Model next = new Model(new Starting(gen, job, serving), m.wanted(), m.next(), gen, m.crashes());
    return Step.of(next, new Effect.Spawn(gen));
  }

  /// A start for the calls that wait.
  private static Step start(Model m) {
    return spawn(m, Optional.empty(), OptionalInt.empty());
  }

  static Step demand(Model asked, boolean respawn) {
    if (asked.wanted().noMore()) {
      return Step.of(asked, new Effect.FailHeld());
    }
    Model m = asked.wanted() == Wanted.ON_DEMAND ? asked : asked.wanted(Wanted.ON_DEMAND);
    if (!m.state().rests() || m.state().serving().isPresent()) {
      return Step.of(m);
    }
    return m.startsOnDemand(respawn) ? start(m) : Step.of(m, new Effect.FailHeld());
  }

  // Reloads.

  /// A start that is under way has read older files: it is stopped, and the new reload serves both.
  /// If nothing serves, the new start waits until the old run is gone, which may hold what the new
  /// one needs.
  static Step reload(Model m, Job job) {
    if (m.wanted().noMore()) {
      return Step.of(m, new Effect.JobDone(job.id(), Effect.Outcome.STOPPED));
    }
    Optional<Job> before = m.state() instanceof Draining d ? d.then() : Optional.empty();
    if (before.isPresent() && (before.get().build() || !job.build())) { // it has read nothing yet
      return Step.of(m.waiting(Optional.empty()), new Effect.Joined(job.id(), before.get().id()));
    }
    Model forgiven = m.with(List.of()).wanted(Wanted.ON_DEMAND);
    if (!(m.state() instanceof Starting s)) {
      return m.state().rests() ? begin(forgiven, job) : Step.of(forgiven.waiting(Optional.of(job)));
    }
    Step next =
        s.serving().isPresent()
            ? then(forgiven.in(without(s)).waiting(Optional.of(job)))
            : Step.of(
                forgiven.in(new Draining(s.gen(), Optional.of(job))).waiting(Optional.empty()));
    Step step = next.after(new Effect.StopTree(s.gen(), StopReason.FOR_RELOAD));
    return s.job().isPresent() ? step.after(new Effect.Joined(s.job().get().id(), job.id())) : step;
  }

  /// The waiting reload does not wait for a run that itself waits for its server, as that may take
  /// for ever.
  private static Step overtake(Model m, Starting s) {
    return then(m.in(without(s))).after(new Effect.StopTree(s.gen(), StopReason.ABANDONED));
  }

  /// The state without a start that was given up through no fault of its own.
  private static State without(Starting s) {
    return s.serving().isPresent() ? new Running(s.serving().getAsInt()) : new Stopped(Cause.LOST);
  }

  /// Begins a reload of a server that is running, stopped or crashed.
  private static Step begin(Model m, Job job) {
    OptionalInt serving = m.state().serving();
    if (serving.isPresent() && job.stopsNow()) {
      int gen = serving.getAsInt();
      return Step.of(
          m.in(new Draining(gen, Optional.of(job))),
          new Effect.StopTree(gen, StopReason.FOR_RELOAD));
    }
    return job.build()
        ? Step.of(m.in(new Building(job, m.state())), new Effect.RunBuild(job))
        : spawn(m, Optional.of(job), serving);
  }

  /// A job is over: the waiting one begins.
  private static Step then(Model m) {
    return m.next().isPresent() ? begin(m.waiting(Optional.empty()), m.next().get()) : Step.of(m);
  }

  static Step cancelBuild(Model m, int job) {
    Effect cancelled = new Effect.JobDone(job, Effect.Outcome.CANCELLED);
    if (m.next().isPresent() && m.next().get().id() == job) {
      return Step.of(m.waiting(Optional.empty()), cancelled);
    }
    if (m.state() instanceof Building b && b.job().id() == job) {
      return buildOver(m, b, Effect.Outcome.CANCELLED);
    }
    if (m.state() instanceof Draining d
        && d.then().filter(j -> j.build() && j.id() == job).isPresent()) {
      // the run is still stopped, but nobody wants the server down: a waiting call, or one in
      // flight that may be repeated, starts the old build again
      return Step.of(m.in(new Draining(d.gen(), Optional.empty())), cancelled);
    }
    return Step.of(m); // the build is over: a switch that has begun is finished
  }

  static Step buildEnded(Model m, int job, boolean succeeded) {
    if (!(m.state() instanceof Building b) || b.job().id() != job) {
      return Step.of(m);
    }
    if (!succeeded) {
      return buildOver(m, b, Effect.Outcome.BUILD_FAILED);
    }
    return b.job().order() == Order.BUILD_FIRST
        ? begin(m.in(b.rest()), b.job().built())
        : spawn(m, Optional.of(b.job()), b.serving());
  }

  /// The build ended with nothing new to start.
  private static Step buildOver(Model m, Building b, Effect.Outcome outcome) {
    Effect done = new Effect.JobDone(b.job().id(), outcome);
    if (b.serving().isPresent()) {
      return then(m.in(b.rest())).after(done);
    }
    // after a failed build in this order nothing is started
    boolean stay = outcome == Effect.Outcome.BUILD_FAILED && b.job().order() == Order.STOP_FIRST;
    boolean lost = b.rest() instanceof Stopped s && s.cause() == Cause.LOST;
    if (lost && !stay && m.next().isEmpty()) {
      return start(m).after(done); // waiting calls keep waiting
    }
    State rest = stay ? new Stopped(Cause.BUILD_FAILED) : b.rest();
    return then(m.in(rest)).after(done, new Effect.FailHeld());
  }

  // Starts.

  static Step ready(Model m, int gen) {
    if (!(m.state() instanceof Starting s) || s.gen() != gen) {
      return Step.of(m);
    }
    List<Effect> effects = new ArrayList<>();
    effects.add(new Effect.Serve(gen));
    s.serving().ifPresent(old -> effects.add(new Effect.Retire(old)));
    s.job().ifPresent(j -> effects.add(new Effect.JobDone(j.id(), Effect.Outcome.RELOADED)));
    return then(m.in(new Running(gen))).after(effects);
  }

  static Step late(Model m, int gen) {
    if (!(m.state() instanceof Starting s) || s.gen() != gen || s.job().isEmpty()) {
      return Step.of(m);
    }
    Step step =
        m.next().isPresent()
            ? overtake(m, s)
            : Step.of(m.in(new Starting(gen, Optional.empty(), s.serving())));
    return step.after(new Effect.JobDone(s.job().get().id(), Effect.Outcome.START_FAILED));
  }

  /// A start failed by exit, by refusal or by silence.
  ///
  /// @param m counts the crash if there was one
  /// @param died whether the run has exited
  static Step failed(Model m, int gen, boolean contended, boolean died) {
    if (!(m.state() instanceof Starting s) || s.gen() != gen) {
      return Step.of(m);
    }
    List<Effect> effects = new ArrayList<>();
    if (!died) {
      effects.add(new Effect.StopTree(gen, StopReason.ABANDONED));
    }
    Optional<Job> job = s.job();
    if (contended && s.serving().isPresent() && job.isPresent() && !job.get().secondTry()) {
      int old = s.serving().getAsInt();
      Job again = new Job(job.get().id(), false, Order.STOP_FIRST, true);
      effects.add(new Effect.StopTree(old, StopReason.FOR_RELOAD));
      return new Step(m.in(new Draining(old, Optional.of(again))), effects);
    }
    // without a job, its reload was told that it is late
    job.ifPresent(j -> effects.add(new Effect.JobDone(j.id(), Effect.Outcome.START_FAILED)));
    if (s.serving().isPresent()) {
      return then(m.in(without(s))).after(effects);
    }
    effects.add(new Effect.FailHeld());
    State down = died ? new Crashed(gen, looping(m)) : new Stopped(Cause.START_FAILED);
    return then(m.in(down)).after(effects);
  }

  // Ends. The end of a run that the state does not name belongs to an old one and has no effect.

  /// A lost run is replaced at once, those who wait for it keep waiting, and no crash is counted:
  /// the developer may restart a daemon at any time.
  static Step lost(Model m, int gen) {
    if (m.state() instanceof Running r && r.gen() == gen) {
      return start(m);
    }
    if (m.state() instanceof Starting s && s.gen() == gen) {
      return spawn(m, s.job(), s.serving());
    }
    return ended(m, gen, m, new Stopped(Cause.LOST));
  }

  static Step exited(Model m, Event.Exited e) {
    Model counted = crashed(m, e.atMillis());
    State rest = new Crashed(e.gen(), looping(counted));
    if (m.state() instanceof Running r && r.gen() == e.gen()) {
      return Step.of(counted.in(rest));
    }
    if (m.state() instanceof Starting s && s.gen() == e.gen()) {
      boolean alone = s.serving().isEmpty(); // beside a serving run it is not a crash
      return failed(alone ? counted : m, e.gen(), e.contended(), true);
    }
    return ended(m, e.gen(), counted, rest);
  }

  /// A run has ended beside a build or another run, or after it was stopped.
  ///
  /// @param counted the model that counts the end of a run that served
  /// @param rest the state of the server without that run
  private static Step ended(Model m, int gen, Model counted, State rest) {
    if (m.state() instanceof Building b && is(b.serving(), gen)) {
      return Step.of(counted.in(new Building(b.job(), rest)));
    }
    if (m.state() instanceof Starting s && is(s.serving(), gen)) {
      return Step.of(counted.in(new Starting(s.gen(), s.job(), OptionalInt.empty())));
    }
    if (m.state() instanceof Draining d && d.gen() == gen) {
      return d.then().isPresent()
          ? begin(m.in(new Stopped(Cause.LOST)), d.then().get())
          : then(m.in(new Stopped(Cause.BY_REQUEST)));
    }
    return Step.of(m);
  }

  private static boolean is(OptionalInt serving, int gen) {
    return serving.isPresent() && serving.getAsInt() == gen;
  }

  private static Model crashed(Model m, long atMillis) {
    List<Long> recent = new ArrayList<>();
    for (long t : m.crashes()) {
      if (atMillis - t < CRASH_WINDOW_MILLIS) {
        recent.add(t);
      }
    }
    recent.add(atMillis);
    return m.with(List.copyOf(recent));
  }

  private static boolean looping(Model m) {
    return m.crashes().size() >= CRASH_LIMIT;
  }

  /// A request to stop the server. Held calls fail at once: a call from before the stop must not
  /// start the server again. What already keeps a server down, such as a failed build, continues
  /// to.
  static Step stop(Model before, StopReason why) {
    Model m = before.waiting(Optional.empty()).wanted(wantedAfter(before.wanted(), why));
    State now = m.state();
    List<Effect> effects = new ArrayList<>();
    effects.add(new Effect.FailHeld());
    before.next().ifPresent(j -> effects.add(stopped(j)));
    now.reload().ifPresent(j -> effects.add(stopped(j)));
    now.serving().ifPresent(gen -> effects.add(new Effect.StopTree(gen, why)));
    if (now instanceof Starting s) {
      effects.add(new Effect.StopTree(s.gen(), why));
      return new Step(m.in(new Draining(s.gen(), Optional.empty())), effects);
    }
    if (now instanceof Draining d) {
      return new Step(m.in(new Draining(d.gen(), Optional.empty())), effects);
    }
    if (now.serving().isPresent()) {
      return new Step(m.in(new Draining(now.serving().getAsInt(), Optional.empty())), effects);
    }
    return new Step(m.in(now instanceof Building b ? b.rest() : now), effects);
  }

  private static Effect stopped(Job job) {
    return new Effect.JobDone(job.id(), Effect.Outcome.STOPPED);
  }

  private static Wanted wantedAfter(Wanted before, StopReason why) {
    if (why == StopReason.SHUT_DOWN) {
      return Wanted.NEVER;
    }
    return before.noMore() ? before : why == StopReason.REMOVED ? Wanted.REMOVED : Wanted.DOWN;
  }
}
