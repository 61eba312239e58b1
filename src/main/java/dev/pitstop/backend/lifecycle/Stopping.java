package dev.pitstop.backend.lifecycle;

import dev.pitstop.backend.lifecycle.Lifecycle.Model;
import dev.pitstop.backend.lifecycle.Lifecycle.Step;
import dev.pitstop.backend.lifecycle.State.Building;
import dev.pitstop.backend.lifecycle.State.Crashed;
import dev.pitstop.backend.lifecycle.State.Draining;
import dev.pitstop.backend.lifecycle.State.Job;
import dev.pitstop.backend.lifecycle.State.Running;
import dev.pitstop.backend.lifecycle.State.Starting;
import dev.pitstop.backend.lifecycle.State.Stopped;
import dev.pitstop.backend.lifecycle.State.Then;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// The effect of a request to stop the server in each state (A6, F7).
///
/// @param m without a waiting reload
/// @param effects of any state; mutable, this state's own are added
record Stopping(Model m, StopReason why, List<Effect> effects) implements State.Cases<Step> {
  /// Held calls fail at once: a call from before the stop must not start the server again. What
  /// already keeps a server down, such as a failed build, continues to.
  static Step step(Model m, StopReason why) {
    List<Effect> effects = new ArrayList<>();
    effects.add(new Effect.FailHeld());
    m.next().ifPresent(j -> effects.add(new Effect.JobDone(j.id(), Effect.Outcome.STOPPED)));
    Model clear = m.waiting(Optional.empty()).wanted(after(m.wanted(), why));
    return m.state().by(new Stopping(clear, why, effects));
  }

  private static Lifecycle.Wanted after(Lifecycle.Wanted before, StopReason why) {
    if (why == StopReason.SHUT_DOWN) {
      return Lifecycle.Wanted.NEVER;
    }
    return before.noMore()
        ? before
        : why == StopReason.REMOVED ? Lifecycle.Wanted.REMOVED : Lifecycle.Wanted.DOWN;
  }

  @Override
  public Step stopped(Stopped s) {
    return new Step(m, effects);
  }

  @Override
  public Step crashed(Crashed c) {
    return new Step(m, effects);
  }

  @Override
  public Step running(Running r) {
    return Lifecycle.stopTree(m, r.gen(), why, effects);
  }

  @Override
  public Step draining(Draining d) {
    d.then().reload().ifPresent(this::over);
    return new Step(m.in(new Draining(d.gen(), new Then.Stay())), effects);
  }

  @Override
  public Step building(Building b) {
    effects.add(new Effect.KillBuild(b.job().id()));
    over(b.job());
    OptionalInt old = b.serving();
    return old.isPresent()
        ? Lifecycle.stopTree(m, old.getAsInt(), why, effects)
        : new Step(m.in(b.rest()), effects);
  }

  @Override
  public Step starting(Starting s) {
    s.job().ifPresent(this::over);
    s.serving().ifPresent(g -> effects.add(new Effect.StopTree(g, why)));
    return Lifecycle.stopTree(m, s.gen(), why, effects);
  }

  private void over(Job job) {
    effects.add(new Effect.JobDone(job.id(), Effect.Outcome.STOPPED));
  }
}
