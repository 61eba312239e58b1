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
import dev.pitstop.backend.lifecycle.State.Then;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// The lifecycle of a backend as a pure function: `(model, event) → (model, effects)`. It has no
/// clock, process or thread: time and events come in, effects go out.
///
/// Desired and actual state are separate: {@link Model#state} is what is, {@link Model#wanted} says
/// whether the server may be started, and {@link Model#next} is the reload that waits for the
/// present one (R5: reloads run one after the other, later ones join the waiting one).
public final class Lifecycle {
  /// This many crashes within {@link #CRASH_WINDOW_MILLIS} are a crash loop (L5).
  public static final int CRASH_LIMIT = 5;

  public static final long CRASH_WINDOW_MILLIS = 30_000;

  /// Whether the server may be started without an explicit reload.
  public enum Wanted {
    /// Any request that needs the server starts it.
    ON_DEMAND,
    /// The server was stopped on request (A6). Earlier requests must not start it again, later ones
    /// do.
    DOWN,
    /// Pitstop ends (F7): nothing starts the server any more.
    NEVER,
    /// The server was removed from the hub (M1): nothing starts it any more.
    REMOVED;

    /// Whether it is down for good.
    public boolean noMore() {
      return this == NEVER || this == REMOVED;
    }
  }

  /// What is remembered of earlier starts.
  ///
  /// @param crashes times (ms) of the recent crashes, oldest first (L5)
  /// @param cameUp whether a run has been ready since the last reload
  /// @param again whether the present start follows one that crashed before it was ready
  public record PastStarts(List<Long> crashes, boolean cameUp, boolean again) {
    public static final PastStarts NONE = new PastStarts(List.of(), false, false);

    PastStarts withCrashes(List<Long> times) {
      return new PastStarts(times, cameUp, again);
    }
  }

  /// @param lastGen the newest generation so far
  public record Model(
      State state, Wanted wanted, Optional<Job> next, int lastGen, PastStarts starts) {
    public static final Model FRESH =
        new Model(
            new Stopped(Cause.NEVER_STARTED),
            Wanted.ON_DEMAND,
            Optional.empty(),
            0,
            PastStarts.NONE);

    /// Whether a request starts the server if it is down: see {@link State#startsOnDemand}.
    public boolean startsOnDemand(boolean respawn) {
      return !wanted.noMore() && state.startsOnDemand(respawn);
    }

    Model in(State s) {
      return new Model(s, wanted, next, lastGen, starts);
    }

    Model wanted(Wanted w) {
      return new Model(state, w, next, lastGen, starts);
    }

    Model waiting(Optional<Job> job) {
      return new Model(state, wanted, job, lastGen, starts);
    }

    Model with(PastStarts s) {
      return new Model(state, wanted, next, lastGen, s);
    }
  }

  /// The new model, and the effects in order.
  public record Step(Model model, List<Effect> effects) {}

  private Lifecycle() {}

  static Step same(Model m) {
    return new Step(m, List.of());
  }

  private static Step spawn(Model m, Optional<Job> job, OptionalInt serving) {
    int gen = m.lastGen() + 1;
    Model next = new Model(new Starting(gen, job, serving), m.wanted(), m.next(), gen, m.starts());
    return new Step(next, List.of(new Effect.Spawn(gen)));
  }

  /// A start for the calls that wait.
  private static Step start(Model m, boolean again) {
    PastStarts s = new PastStarts(m.starts().crashes(), m.starts().cameUp(), again);
    return spawn(m.with(s), Optional.empty(), OptionalInt.empty());
  }

  static Step demand(Model asked, boolean respawn) {
    if (asked.wanted().noMore()) {
      return new Step(asked, List.of(new Effect.FailHeld()));
    }
    Model m = asked.wanted() == Wanted.ON_DEMAND ? asked : asked.wanted(Wanted.ON_DEMAND);
    if (!m.state().rests() || m.state().serving().isPresent()) {
      return same(m);
    }
    return m.startsOnDemand(respawn)
        ? start(m, false)
        : new Step(m, List.of(new Effect.FailHeld()));
  }

  static boolean looping(Model m) {
    return m.starts().crashes().size() >= CRASH_LIMIT;
  }

  static Step reload(Model m, Job job, boolean overtakes) {
    if (m.wanted().noMore()) {
      return new Step(m, List.of(new Effect.JobDone(job.id(), Effect.Outcome.STOPPED)));
    }
    Model forgiven = m.with(PastStarts.NONE).wanted(Wanted.ON_DEMAND);
    if (overtakes && m.state() instanceof Starting s && s.job().isEmpty()) {
      return overtake(forgiven.waiting(Optional.of(job)), s, List.of());
    }
    return m.state().rests() ? begin(forgiven, job) : same(forgiven.waiting(Optional.of(job)));
  }

  /// A start that is under way has read older files: it is stopped, and the new reload serves both.
  /// If nothing serves, the new start waits until the old run is gone, which may hold what the new
  /// one needs.
  static Step saved(Model m, Job job) {
    Optional<Job> before = m.state() instanceof Draining d ? d.then().reload() : Optional.empty();
    List<Effect> effects = new ArrayList<>();
    if (before.isPresent() && (before.get().build() || !job.build())) { // it has read nothing yet
      effects.add(new Effect.Joined(job.id(), before.get().id()));
      return new Step(m.waiting(Optional.empty()), effects);
    }
    if (!(m.state() instanceof Starting s)) {
      return reload(m, job, false);
    }
    s.job().ifPresent(j -> effects.add(new Effect.Joined(j.id(), job.id())));
    Model forgiven = m.with(PastStarts.NONE).wanted(Wanted.ON_DEMAND).waiting(Optional.empty());
    effects.add(new Effect.StopTree(s.gen(), StopReason.FOR_RELOAD));
    return s.serving().isPresent()
        ? then(forgiven.in(without(s)).waiting(Optional.of(job)), effects)
        : new Step(forgiven.in(new Draining(s.gen(), next(job))), effects);
  }

  /// What follows once the run in the way of a reload is gone.
  private static Then next(Job job) {
    return job.build() ? new Then.Build(job) : new Then.Start(job);
  }

  /// The waiting reload does not wait for a run that itself waits for its server, as that may take
  /// for ever.
  private static Step overtake(Model m, Starting s, List<Effect> before) {
    List<Effect> effects = new ArrayList<>(before);
    effects.add(new Effect.Abandon(s.gen()));
    return then(m.in(without(s)), effects);
  }

  /// The state without a start that was given up through no fault of its own.
  private static State without(Starting s) {
    return s.serving().isPresent() ? new Running(s.serving().getAsInt()) : new Stopped(Cause.LOST);
  }

  /// Begins a reload of a server that is running, stopped or crashed.
  private static Step begin(Model m, Job job) {
    OptionalInt serving = m.state().serving();
    if (job.order() == Order.STOP_FIRST && serving.isPresent()) {
      int gen = serving.getAsInt();
      return new Step(
          m.in(new Draining(gen, next(job))),
          List.of(new Effect.StopTree(gen, StopReason.FOR_RELOAD)));
    }
    if (job.build()) {
      return new Step(m.in(new Building(job, m.state())), List.of(new Effect.RunBuild(job)));
    }
    return spawn(m, Optional.of(job), serving);
  }

  static Step stopTree(Model m, int gen, StopReason why, List<Effect> effects) {
    effects.add(new Effect.StopTree(gen, why));
    return new Step(m.in(new Draining(gen, new Then.Stay())), effects);
  }

  static Step cancelBuild(Model m, int job) {
    if (m.next().isPresent() && m.next().get().id() == job) {
      return new Step(
          m.waiting(Optional.empty()), List.of(new Effect.JobDone(job, Effect.Outcome.CANCELLED)));
    }
    if (m.state() instanceof Building b && b.job().id() == job) {
      Step after = buildOver(m, b, Effect.Outcome.CANCELLED);
      List<Effect> effects = new ArrayList<>();
      effects.add(new Effect.KillBuild(job));
      effects.addAll(after.effects());
      return new Step(after.model(), effects);
    }
    if (m.state() instanceof Draining d
        && d.then() instanceof Then.Build b
        && b.job().id() == job) {
      // the run is still stopped, but nobody wants the server down: a waiting call, or one in
      // flight that may be repeated, starts the old build again
      return new Step(
          m.in(new Draining(d.gen(), new Then.Stay())),
          List.of(new Effect.JobDone(job, Effect.Outcome.CANCELLED)));
    }
    return same(m); // the build is over: a switch that has begun is finished
  }

  static Step buildEnded(Model m, int job, boolean succeeded) {
    if (!(m.state() instanceof Building b) || b.job().id() != job) {
      return same(m);
    }
    return succeeded
        ? spawn(m, Optional.of(b.job()), b.serving())
        : buildOver(m, b, Effect.Outcome.BUILD_FAILED);
  }

  /// The build ended with nothing new to start (R2, R4).
  private static Step buildOver(Model m, Building b, Effect.Outcome outcome) {
    List<Effect> effects = new ArrayList<>();
    effects.add(new Effect.JobDone(b.job().id(), outcome));
    if (b.serving().isPresent()) {
      return then(m.in(b.rest()), effects);
    }
    if (b.rest() instanceof Stopped s && s.cause() == Cause.LOST && m.next().isEmpty()) {
      Step again = start(m, false); // waiting calls keep waiting
      effects.addAll(again.effects());
      return new Step(again.model(), effects);
    }
    effects.add(new Effect.FailHeld());
    // R4: after a failed build in this order nothing is started; otherwise the old build may be, if
    // its state allows that (L2)
    boolean stay = outcome == Effect.Outcome.BUILD_FAILED && b.job().order() == Order.STOP_FIRST;
    return then(m.in(stay ? new Stopped(Cause.BUILD_FAILED) : b.rest()), effects);
  }

  /// A job is over: the waiting one begins.
  private static Step then(Model m, List<Effect> effects) {
    if (m.next().isEmpty()) {
      return new Step(m, effects);
    }
    Step begun = begin(m.waiting(Optional.empty()), m.next().get());
    List<Effect> all = new ArrayList<>(effects);
    all.addAll(begun.effects());
    return new Step(begun.model(), all);
  }

  static Step ready(Model m, int gen) {
    if (!(m.state() instanceof Starting s) || s.gen() != gen) {
      return same(m);
    }
    List<Effect> effects = new ArrayList<>();
    effects.add(new Effect.Serve(gen));
    s.serving().ifPresent(old -> effects.add(new Effect.Retire(old)));
    s.job().ifPresent(j -> effects.add(new Effect.JobDone(j.id(), Effect.Outcome.RELOADED)));
    Model up = m.with(new PastStarts(m.starts().crashes(), true, false));
    return then(up.in(new Running(gen)), effects);
  }

  /// The start did not fail: calls and reloads that wait for it keep waiting.
  static Step startAgain(Model m, int gen) {
    return m.state() instanceof Starting s && s.gen() == gen
        ? spawn(m, s.job(), s.serving())
        : same(m);
  }

  /// A lost run is replaced at once, those who wait for it keep waiting, and no crash is counted:
  /// the developer may restart a daemon at any time (H3).
  static Step lost(Model m, int gen) {
    return switch (m.state()) {
      case Running r when r.gen() == gen -> start(m, false);
      case Building b when is(b.serving(), gen) ->
          same(m.in(new Building(b.job(), new Stopped(Cause.LOST))));
      case Starting s when s.gen() == gen && s.job().isEmpty() && m.next().isPresent() ->
          then(m.in(without(s)), List.of()); // the waiting reload may be what brings it back
      case Starting s when s.gen() == gen -> spawn(m, s.job(), s.serving());
      case Starting s when is(s.serving(), gen) ->
          same(m.in(new Starting(s.gen(), s.job(), OptionalInt.empty())));
      case Draining d when d.gen() == gen -> drained(m, d);
      case Stopped s -> same(m);
      case Building b -> same(m);
      case Starting s -> same(m);
      case Running r -> same(m);
      case Draining d -> same(m);
      case Crashed c -> same(m);
    };
  }

  static Step late(Model m, int gen) {
    if (!(m.state() instanceof Starting s) || s.gen() != gen || s.job().isEmpty()) {
      return same(m);
    }
    List<Effect> told =
        List.of(new Effect.JobDone(s.job().get().id(), Effect.Outcome.START_FAILED));
    return m.next().isPresent()
        ? overtake(m, s, told)
        : new Step(m.in(new Starting(gen, Optional.empty(), s.serving())), told);
  }

  static boolean is(OptionalInt serving, int gen) {
    return serving.isPresent() && serving.getAsInt() == gen;
  }

  static Model crashed(Model m, long atMillis) {
    List<Long> recent = new ArrayList<>();
    for (long t : m.starts().crashes()) {
      if (atMillis - t < CRASH_WINDOW_MILLIS) {
        recent.add(t);
      }
    }
    recent.add(atMillis);
    return m.with(m.starts().withCrashes(List.copyOf(recent)));
  }

  static Step drained(Model m, Draining d) {
    return d.then()
        .by(
            new Then.Ways<>() {
              @Override
              public Step stay() {
                return then(m.in(new Stopped(Cause.BY_REQUEST)), List.of());
              }

              @Override
              public Step build(Job job) {
                return new Step(
                    m.in(new Building(job, new Stopped(Cause.BY_REQUEST))),
                    List.of(new Effect.RunBuild(job)));
              }

              @Override
              public Step start(Job job) {
                return spawn(m, Optional.of(job), OptionalInt.empty());
              }
            });
  }

  /// A start failed: by exit (`crashAt` is then present), by refusal or by silence.
  static Step failed(Model m, int gen, boolean contended, Optional<Long> crashAt, boolean respawn) {
    if (!(m.state() instanceof Starting s) || s.gen() != gen) {
      return same(m);
    }
    boolean alone = s.serving().isEmpty(); // such a start is not a crash
    Model counted = crashAt.isPresent() && alone ? crashed(m, crashAt.get()) : m;
    List<Effect> effects = new ArrayList<>();
    if (crashAt.isEmpty()) {
      effects.add(new Effect.Abandon(gen));
    }
    if (s.serving().isPresent()) {
      int old = s.serving().getAsInt();
      if (s.job().isPresent()) { // otherwise its reload was told that it is late
        Job job = s.job().get();
        if (contended && !job.secondTry()) {
          Job again = new Job(job.id(), false, Order.STOP_FIRST, true);
          effects.add(new Effect.StopTree(old, StopReason.FOR_RELOAD));
          return new Step(counted.in(new Draining(old, new Then.Start(again))), effects);
        }
        effects.add(new Effect.JobDone(job.id(), Effect.Outcome.START_FAILED));
      }
      return then(m.in(new Running(old)), effects);
    }
    if (s.job().isEmpty() && crashAt.isPresent() && respawn && mayTryAgain(counted)) {
      return start(counted, true); // waiting calls keep waiting
    }
    s.job().ifPresent(j -> effects.add(new Effect.JobDone(j.id(), Effect.Outcome.START_FAILED)));
    effects.add(new Effect.FailHeld());
    State down =
        crashAt.isPresent() ? new Crashed(gen, looping(counted)) : new Stopped(Cause.START_FAILED);
    return then(counted.in(down), effects);
  }

  /// A server that has been up and dies while it starts gets one more try: a call that no run was
  /// given may go to the next (C2). Two such deaths in a row are reported (C4).
  private static boolean mayTryAgain(Model m) {
    return m.starts().cameUp() && !m.starts().again() && !looping(m);
  }
}
