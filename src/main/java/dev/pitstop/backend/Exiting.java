package dev.pitstop.backend;

import dev.pitstop.backend.Lifecycle.Model;
import dev.pitstop.backend.Lifecycle.Step;
import dev.pitstop.backend.State.Building;
import dev.pitstop.backend.State.Crashed;
import dev.pitstop.backend.State.Draining;
import dev.pitstop.backend.State.Running;
import dev.pitstop.backend.State.Starting;
import dev.pitstop.backend.State.Stopped;
import java.util.Optional;
import java.util.OptionalInt;

/// The effect of a run's end in each state (L2). The end of a run that the state does not name
/// belongs to an old one and has no effect.
record Exiting(Model m, Event.Exited e, boolean respawn) implements State.Cases<Step> {
  @Override
  public Step running(Running r) {
    if (r.gen() != e.gen()) {
      return Lifecycle.same(m);
    }
    Model counted = Lifecycle.crashed(m, e.atMillis());
    return Lifecycle.same(counted.in(new Crashed(e.gen(), Lifecycle.looping(counted))));
  }

  @Override
  public Step building(Building b) {
    if (!Lifecycle.is(b.serving(), e.gen())) {
      return Lifecycle.same(m);
    }
    Model counted = Lifecycle.crashed(m, e.atMillis());
    Crashed rest = new Crashed(e.gen(), Lifecycle.looping(counted));
    return Lifecycle.same(counted.in(new Building(b.job(), rest)));
  }

  @Override
  public Step starting(Starting s) {
    if (s.gen() == e.gen()) {
      return Lifecycle.failed(m, e.gen(), e.contended(), Optional.of(e.atMillis()), respawn);
    }
    return Lifecycle.is(s.serving(), e.gen())
        ? Lifecycle.same(
            Lifecycle.crashed(m, e.atMillis())
                .in(new Starting(s.gen(), s.job(), OptionalInt.empty())))
        : Lifecycle.same(m);
  }

  @Override
  public Step draining(Draining d) {
    return d.gen() == e.gen() ? Lifecycle.drained(m, d) : Lifecycle.same(m);
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
