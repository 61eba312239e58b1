package dev.pitstop.backend;

import dev.pitstop.backend.lifecycle.Lifecycle;
import dev.pitstop.backend.lifecycle.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// The present state of a server: the lifecycle's model, and the live runs. {@link Supervisor}
/// changes the model, {@link Runs} changes the list of runs, and the other parts of a backend read.
/// What every call asks for is kept ready. Called in turns of the monitor.
final class Present {
  private final Map<Integer, LiveRun> byNumber = new LinkedHashMap<>();
  private Lifecycle.Model model = Lifecycle.Model.FRESH;
  private List<LiveRun> live = List.of();
  private List<InFlight> inFlight = List.of(); // of the live runs
  private Optional<LiveRun> serving = Optional.empty();
  private Optional<Run> servingRun = Optional.empty();
  private Optional<InFlight> atServing = Optional.empty();
  private Optional<LiveRun> starting = Optional.empty();

  Lifecycle.Model model() {
    return model;
  }

  State state() {
    return model.state();
  }

  Lifecycle.Wanted wanted() {
    return model.wanted();
  }

  /// The run that calls go to.
  Optional<LiveRun> serving() {
    return serving;
  }

  /// The run that calls go to, as the session knows it.
  Optional<Run> servingRun() {
    return servingRun;
  }

  /// The calls of the run that takes the client's calls now.
  Optional<InFlight> takesCalls() {
    return atServing.isPresent() && atServing.get().takesMore() ? atServing : Optional.empty();
  }

  /// The run that is being started.
  Optional<LiveRun> starting() {
    return starting;
  }

  /// All live runs, including those being stopped, oldest first.
  List<LiveRun> live() {
    return live;
  }

  /// The calls of all live runs.
  List<InFlight> inFlight() {
    return inFlight;
  }

  Optional<LiveRun> find(int number) {
    return Optional.ofNullable(byNumber.get(number));
  }

  /// This run, unless it is over.
  @SuppressWarnings("ReferenceEquality") // a run is equal only to itself
  Optional<LiveRun> find(Run run) {
    LiveRun found = byNumber.get(run.number());
    return found != null && found.run() == run ? Optional.of(found) : Optional.empty();
  }

  void becomes(Lifecycle.Model now) {
    model = now;
    look();
  }

  void add(LiveRun run) {
    byNumber.put(run.number(), run);
    look();
  }

  void remove(LiveRun run) {
    byNumber.remove(run.number());
    look();
  }

  private void look() {
    OptionalInt answers = model.state().serving();
    live = List.copyOf(byNumber.values());
    List<InFlight> all = new ArrayList<>(live.size());
    for (LiveRun run : live) {
      all.add(run.calls());
    }
    inFlight = all;
    serving = answers.isPresent() ? find(answers.getAsInt()) : Optional.empty();
    servingRun = serving.isPresent() ? Optional.of(serving.get().run()) : Optional.empty();
    atServing = serving.isPresent() ? Optional.of(serving.get().calls()) : Optional.empty();
    starting = model.state() instanceof State.Starting s ? find(s.gen()) : Optional.empty();
  }
}
