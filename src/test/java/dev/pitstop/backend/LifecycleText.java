package dev.pitstop.backend;

import dev.pitstop.backend.lifecycle.Effect;
import dev.pitstop.backend.lifecycle.Lifecycle;
import dev.pitstop.backend.lifecycle.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Models, states and effects of the lifecycle in short words, for the table of [LifecycleTest].
final class LifecycleText {
  private LifecycleText() {}

  static String of(Lifecycle.Step step) {
    List<String> parts = new ArrayList<>();
    parts.add(of(step.model()));
    step.model().next().ifPresent(j -> parts.add("+waiting " + j.id()));
    for (Effect e : step.effects()) {
      parts.add(of(e));
    }
    return String.join("; ", parts);
  }

  /// State, and what is wanted if that is not the usual.
  static String of(Lifecycle.Model m) {
    return of(m.state())
        + switch (m.wanted()) {
          case ON_DEMAND -> "";
          case DOWN -> ", wanted down";
          case NEVER -> ", never wanted";
          case REMOVED -> ", removed";
        };
  }

  static String of(State s) {
    return switch (s) {
      case State.Stopped t -> "stopped(" + word(t.cause()) + ")";
      case State.Building b -> "building(" + job(b.job()) + ", " + of(b.rest()) + ")";
      case State.Starting t -> "starting(#" + t.gen() + job(t.job()) + serving(t.serving()) + ")";
      case State.Running r -> "running(#" + r.gen() + ")";
      case State.Draining d -> "draining(#" + d.gen() + " then " + then(d.then()) + ")";
      case State.Crashed c -> "crashed(#" + c.gen() + (c.looping() ? " looping" : "") + ")";
    };
  }

  private static String of(Effect e) {
    return switch (e) {
      case Effect.Spawn s -> "spawn #" + s.gen();
      case Effect.RunBuild b -> "build " + b.job().id();
      case Effect.Serve s -> "serve #" + s.gen();
      case Effect.Retire r -> "retire #" + r.gen();
      case Effect.StopTree s ->
          switch (s.why()) {
            case ABANDONED -> "abandon #" + s.gen();
            case FOR_RELOAD -> "stop #" + s.gen() + " for reload";
            case REPLACED, REQUESTED, SHUT_DOWN, REMOVED -> "stop #" + s.gen();
          };
      case Effect.FailHeld f -> "fail held";
      case Effect.JobDone d ->
          d.job() + " " + d.outcome().name().toLowerCase(java.util.Locale.ROOT);
      case Effect.Joined j -> j.job() + " joins " + j.with();
    };
  }

  private static String then(Optional<State.Job> then) {
    return then.map(j -> (j.build() ? "build " : "start ") + job(j)).orElse("stay");
  }

  private static String job(State.Job job) {
    return job.id()
        + switch (job.order()) {
          case START_FIRST -> "";
          case STOP_FIRST -> " stop-first";
          case BUILD_FIRST -> " build-first";
        }
        + (job.secondTry() ? " second-try" : "");
  }

  private static String job(Optional<State.Job> job) {
    return job.map(j -> " for " + job(j)).orElse("");
  }

  private static String serving(OptionalInt gen) {
    return gen.isPresent() ? ", #" + gen.getAsInt() + " serves" : "";
  }

  private static String word(State.Cause cause) {
    return cause.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
  }
}
