package dev.pitstop.backend.lifecycle;

import dev.pitstop.backend.lifecycle.Lifecycle.Model;
import dev.pitstop.backend.lifecycle.Lifecycle.Step;
import dev.pitstop.backend.lifecycle.State.Building;
import dev.pitstop.backend.lifecycle.State.Crashed;
import dev.pitstop.backend.lifecycle.State.Draining;
import dev.pitstop.backend.lifecycle.State.Running;
import dev.pitstop.backend.lifecycle.State.Starting;
import dev.pitstop.backend.lifecycle.State.Stopped;
import java.util.Optional;
import java.util.OptionalInt;

/// The effect of a run's end in each state (L2). The end of a run that the state does not name
/// belongs to an old one and has no effect.
///
/// @param gen of the run that has ended
/// @param contended see {@link Event.Exited}
record Exiting(Model m, int gen, long atMillis, boolean contended, boolean respawn)
    implements State.Cases<Step> {
  @Override
  public Step running(Running r) {
    if (r.gen() != gen) {
      return Lifecycle.same(m);
    }
    Model counted = Lifecycle.crashed(m, atMillis);
    return Lifecycle.same(counted.in(new Crashed(gen, Lifecycle.looping(counted))));
  }

  @Override
  public Step building(Building b) {
    if (!Lifecycle.is(b.serving(), gen)) {
      return Lifecycle.same(m);
    }
    Model counted = Lifecycle.crashed(m, atMillis);
    Crashed rest = new Crashed(gen, Lifecycle.looping(counted));
    return Lifecycle.same(counted.in(new Building(b.job(), rest)));
  }

  @Override
  public Step starting(Starting s) {
    if (s.gen() == gen) {
      return Lifecycle.failed(m, gen, contended, Optional.of(atMillis), respawn);
    }
    return Lifecycle.is(s.serving(), gen)
        ? Lifecycle.same(
            Lifecycle.crashed(m, atMillis).in(new Starting(s.gen(), s.job(), OptionalInt.empty())))
        : Lifecycle.same(m);
  }

  @Override
  public Step draining(Draining d) {
    return d.gen() == gen ? Lifecycle.drained(m, d) : Lifecycle.same(m);
  }

  @Override
  public Step stopped(Stopped s) {
    return Lifecycle.same(m);
  }

  @Override
  public Step crashed(Crashed c) {
    return Lifecycle.same(m);
  }
}
