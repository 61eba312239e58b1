package dev.pitstop.backend;

import dev.pitstop.backend.Lifecycle.Model;
import dev.pitstop.backend.Lifecycle.Step;
import dev.pitstop.backend.State.Building;
import dev.pitstop.backend.State.Crashed;
import dev.pitstop.backend.State.Draining;
import dev.pitstop.backend.State.Job;
import dev.pitstop.backend.State.Running;
import dev.pitstop.backend.State.Starting;
import dev.pitstop.backend.State.Stopped;
import dev.pitstop.backend.State.Then;
import java.util.List;
import java.util.OptionalInt;

/// The effect of a request to stop the server in each state (A6, F7).
///
/// @param m without a waiting reload
/// @param effects of any state; mutable, this state's own are added
record Stopping(Model m, StopReason why, List<Effect> effects) implements State.Cases<Step> {
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
