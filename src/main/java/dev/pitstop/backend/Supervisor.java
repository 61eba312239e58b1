package dev.pitstop.backend;

import dev.pitstop.log.Log;
import dev.pitstop.process.BinaryInfo;
import dev.pitstop.process.Child;
import dev.pitstop.process.Command;
import dev.pitstop.process.Exit;
import dev.pitstop.process.SpawnException;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.StderrPump;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Outbox;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/// Runs what {@link Lifecycle} decides: it owns the lifecycle's model and the incarnations, spawns,
/// stops and builds on threads that may wait, and brings what came of it back as events.
///
/// State is changed in turns of the session's monitor only.
final class Supervisor {
  /// The backend whose processes these are. Called in turns.
  interface Host extends Incarnation.Receiver {
    /// A process is there, nothing has been said to it.
    void spawned(Incarnation inc);

    /// Calls go to `inc` from now on.
    void serve(Incarnation inc);

    /// It is gone with these calls.
    void lost(Incarnation inc, Obituary how, List<Call> orphans);

    /// Whoever waits for a server waits in vain.
    void failHeld();

    /// The state may have changed.
    void stepped(State before, State after);

    /// What a reload that led to `gen` changed.
    Optional<dev.pitstop.catalog.Diff> change(int gen);
  }

  /// Somebody who waits for the end of the processes that there were when he stopped the server.
  private record Down(Set<Integer> gens, Runnable then) {}

  private static final int STDERR_TAIL = 12;

  private final String name;
  private final Command command;
  private final Settings settings;
  private final Monitor monitor;
  private final Spawner spawner;
  private final Timers timers;
  private final Log log;
  private final StderrRing ring;
  private final Optional<Builder> builder;
  private final Host host;
  private final Effect.Hands hands = new Hands();

  private Lifecycle.Model model = Lifecycle.Model.FRESH;
  private final Map<Integer, Incarnation> live = new LinkedHashMap<>();
  private final Map<Integer, String> spawning =
      new HashMap<>(); // gen → why it is to stop; "" if it is not
  private final Map<Integer, Runnable> whenGone = new HashMap<>();
  private final Set<Incarnation> silent = new HashSet<>(); // closed their stdout
  private final Map<Integer, List<Reload.Follower>> followers = new HashMap<>();
  private final Map<Integer, Builder.Result> built = new HashMap<>();
  private final Set<Integer> secondTries = new HashSet<>();
  private final Map<Integer, Integer> triedAs = new HashMap<>(); // reload → generation
  private final Map<Integer, Builder.Build> building = new HashMap<>(); // by reload
  private Optional<Obituary> lastEnd = Optional.empty();
  private Optional<Obituary> lastServedEnd = Optional.empty();
  private Optional<String> startTrouble = Optional.empty();
  private Optional<Builder.Result> lastBuild = Optional.empty();
  private final List<Down> whenDown = new ArrayList<>();
  private int jobs;
  private int spawns;
  private int kills;
  private int crashes;
  private final ArrayDeque<Event> events = new ArrayDeque<>();
  private boolean stepping;
  private boolean burying;

  Supervisor(
      String name,
      Command command,
      Settings settings,
      Monitor monitor,
      Spawner spawner,
      Timers timers,
      Log log,
      StderrRing ring,
      Optional<Builder> builder,
      Host host) {
    this.name = name;
    this.command = command;
    this.settings = settings;
    this.monitor = monitor;
    this.spawner = spawner;
    this.timers = timers;
    this.log = log;
    this.ring = ring;
    this.builder = builder;
    this.host = host;
  }

  State state() {
    return model.state();
  }

  Optional<Incarnation> serving() {
    State s = model.state();
    return s.serving().isPresent()
        ? Optional.ofNullable(live.get(s.serving().getAsInt()))
        : Optional.empty();
  }

  /// The incarnation that is being started.
  Optional<Incarnation> starting() {
    return model.state() instanceof State.Starting s
        ? Optional.ofNullable(live.get(s.gen()))
        : Optional.empty();
  }

  Collection<Incarnation> live() {
    return live.values();
  }

  Optional<Obituary> lastEnd() {
    return lastEnd;
  }

  /// The end of the last incarnation that calls went to.
  Optional<Obituary> lastServedEnd() {
    return lastServedEnd;
  }

  Optional<String> startTrouble() {
    return startTrouble;
  }

  Optional<Builder.Result> lastBuild() {
    return lastBuild;
  }

  int spawns() {
    return spawns;
  }

  int kills() {
    return kills;
  }

  int crashes() {
    return crashes;
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
          e.by(hands);
        }
        if (changed(before, model.state())) {
          host.stepped(before, model.state());
        }
        tellWhenDown();
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

  /// Asks for a reload (R1, R5).
  ///
  /// @return its number, for {@link #cancel}
  int reload(State.Order order, Reload.Follower follower) {
    int job = ++jobs;
    Optional<State.Job> waiting = model.next();
    if (waiting.isPresent()) {
      followers.computeIfAbsent(waiting.get().id(), id -> new ArrayList<>()).add(follower);
      return waiting.get().id();
    }
    followers.computeIfAbsent(job, id -> new ArrayList<>()).add(follower);
    step(new Event.Reload(new State.Job(job, builder.isPresent(), order, false)));
    return job;
  }

  int reloadsWaiting() {
    return model.next().map(j -> followers.getOrDefault(j.id(), List.of()).size()).orElse(0);
  }

  /// One who waits for a reload waits no more; with the last of them the build ends.
  void cancel(int job, Reload.Follower follower) {
    List<Reload.Follower> waiting = followers.getOrDefault(job, new ArrayList<>());
    if (waiting.remove(follower) && waiting.isEmpty()) {
      step(new Event.CancelBuild(job));
    }
  }

  /// Stops everything; `down` runs in a turn when no process of now is left, whether or not a call
  /// has started the server again by then.
  void stop(State.Cause cause, String why, Runnable down) {
    for (Incarnation i : live.values()) {
      if (i.stopReason.isEmpty()) {
        i.stopReason = Optional.of(why);
      }
      if (i.retired) {
        stopTree(i);
      }
    }
    spawning.replaceAll((gen, reason) -> why);
    Set<Integer> gens = new HashSet<>(live.keySet());
    gens.addAll(spawning.keySet());
    whenDown.add(new Down(gens, down));
    step(new Event.Stop(cause));
  }

  private void spawn(int gen) {
    spawns++;
    spawning.put(gen, "");
    if (model.state() instanceof State.Starting s && s.job().isPresent()) {
      triedAs.put(s.job().get().id(), gen);
      if (s.job().get().secondTry()) {
        secondTries.add(s.job().get().id());
      }
    }
    Thread.ofPlatform().daemon().name(name + " spawn").start(() -> spawnNow(gen));
  }

  private void spawnNow(int gen) {
    ring.begin(gen);
    Child child;
    try {
      child = spawner.spawn(command);
    } catch (SpawnException | RuntimeException e) {
      String why = String.valueOf(e.getMessage());
      log.error("spawn-failed", "server", name, "spawn", gen, "why", why);
      ring.append(gen, StderrRing.Kind.NOTE, why);
      monitor.turn(Monitor.By.OTHER, () -> notSpawned(gen, why));
      return;
    }
    log.info("spawn", "server", name, "spawn", gen, "pid", child.pid());
    CompletableFuture<Void> stderrEnd =
        StderrPump.start(child, gen, ring, line -> log.copy("[" + name + "] ", line)).drained();
    Optional<BinaryInfo> file = gen > 1 ? BinaryInfo.glance(command) : Optional.empty();
    monitor.turn(Monitor.By.OTHER, () -> spawned(gen, child, stderrEnd, file));
  }

  private void notSpawned(int gen, String why) {
    spawning.remove(gen);
    int reason = why.indexOf("`: "); // "Cannot start `COMMAND`: reason"
    startTrouble =
        Optional.of("could not be started: " + (reason < 0 ? why : why.substring(reason + 3)));
    step(new Event.StartFailed(gen, false));
    step(new Event.Exited(gen, timers.nowMillis(), false)); // for a stop that waited for it
  }

  private void spawned(
      int gen, Child child, CompletableFuture<Void> stderrEnd, Optional<BinaryInfo> file) {
    Outbox outbox =
        new Outbox(
            name + " stdin",
            child.stdin(),
            e ->
                log.debug(
                    "stdin-broken",
                    "server",
                    name,
                    "spawn",
                    gen,
                    "why",
                    String.valueOf(e.getMessage())));
    Incarnation inc = new Incarnation(gen, child, outbox, "pitstop-" + child.pid() + "-");
    inc.file = file;
    live.put(gen, inc);
    String stop = String.valueOf(spawning.remove(gen));
    inc.startReading(host, settings.maxMessageBytes(), name + " " + gen);
    inc.whenEnded(stderrEnd, exit -> monitor.turn(Monitor.By.OTHER, () -> ended(inc, exit)));
    if (!stop.isEmpty()) {
      inc.stopReason = Optional.of(stop);
      stopTree(inc);
      return;
    }
    host.spawned(inc);
  }

  /// Starts the deadline of L5: the server owes an answer from now on.
  void expectAnswer(Incarnation inc) {
    if (inc.timed) {
      return;
    }
    inc.timed = true;
    timers.after(
        settings.startMillis(),
        () ->
            monitor.turn(
                Monitor.By.OTHER,
                () -> {
                  if (!inc.served && live.containsValue(inc)) {
                    startFailed(
                        inc,
                        "did not answer within "
                            + Words.duration(settings.startMillis())
                            + " of its start, and was stopped");
                  }
                }));
  }

  /// The incarnation is of no use; why in words.
  void startFailed(Incarnation inc, String why) {
    inc.trouble = Optional.of(why);
    startTrouble = Optional.of(why);
    step(new Event.StartFailed(inc.gen(), contended(inc)));
  }

  void ready(Incarnation inc) {
    step(new Event.Ready(inc.gen()));
  }

  private void serve(int gen) {
    Incarnation inc = live.get(gen);
    if (inc != null) {
      inc.serving = true;
      inc.served = true;
      startTrouble = Optional.empty();
      inc.readyAfterMillis = (System.nanoTime() - inc.child().startedNanos()) / 1_000_000;
      log.info("ready", "server", name, "spawn", gen, "ms", inc.readyAfterMillis);
      host.serve(inc);
    }
  }

  private void retire(int gen) {
    Incarnation inc = live.get(gen);
    if (inc == null) {
      return;
    }
    inc.serving = false;
    inc.retired = true;
    inc.stopReason = Optional.of("was replaced by a reload");
    if (!retireIfIdle(inc)) {
      timers.after(
          settings.drainMillis(), () -> monitor.turn(Monitor.By.OTHER, () -> stopTree(inc)));
    }
  }

  /// Stops a retired incarnation that has answered everything.
  boolean retireIfIdle(Incarnation inc) {
    boolean idle = inc.retired && inc.calls().all().stream().allMatch(Call::mayBeDropped);
    if (idle) {
      stopTree(inc);
    }
    return idle;
  }

  private void stopGen(int gen, String why) {
    Incarnation inc = live.get(gen);
    if (inc == null) {
      spawning.computeIfPresent(gen, (g, reason) -> reason.isEmpty() ? why : reason);
      return;
    }
    if (inc.stopReason.isEmpty() && inc.trouble.isEmpty()) {
      inc.stopReason = Optional.of(why);
    }
    stopTree(inc);
  }

  private void stopTree(Incarnation inc) {
    inc.serving = false;
    if (!live.containsValue(inc) || inc.stopping) {
      return;
    }
    inc.stopping = true;
    kills++;
    String why = inc.stopReason.or(() -> inc.trouble).orElse("stopped");
    Thread.ofVirtual()
        .name(name + " stop")
        .start(() -> {
          var how = inc.child().stop(settings.stop(), why);
          log.info("stop", "server", name, "spawn", inc.gen(), "how", how.how().name(), "why", why);
        });
  }

  /// It closed its stdout: it can answer nothing any more (catalogue A).
  void outputEnded(Incarnation inc) {
    if (!live.containsValue(inc) || !silent.add(inc)) {
      return;
    }
    timers.after(
        1_000,
        () ->
            monitor.turn(
                Monitor.By.OTHER,
                () -> {
                  if (live.containsValue(inc) && inc.child().alive() && !inc.stopping) {
                    inc.trouble =
                        Optional.of("closed its stdout but went on running; it was stopped");
                    stopTree(inc);
                  }
                }));
  }

  private void ended(Incarnation inc, Exit exit) {
    if (!live.remove(inc.gen(), inc)) {
      return;
    }
    inc.serving = false;
    silent.remove(inc);
    inc.outbox().discard();
    boolean contended = contended(inc);
    long uptime = (System.nanoTime() - inc.child().startedNanos()) / 1_000_000;
    Obituary how =
        new Obituary(
            inc.gen(),
            inc.child().pid(),
            exit,
            uptime,
            inc.stopReason,
            inc.trouble,
            ring.lastOf(inc.gen(), STDERR_TAIL));
    if (!inc.retired) {
      lastEnd = Optional.of(how);
    }
    if (inc.served) {
      lastServedEnd = Optional.of(how);
    }
    if (how.deliberate().isEmpty()) {
      crashes++;
      log.warn("exit", "server", name, "spawn", inc.gen(), "status", exit.words());
    } else {
      log.info("exit", "server", name, "spawn", inc.gen(), "status", exit.words());
    }
    ring.append(inc.gen(), StderrRing.Kind.NOTE, how.full());
    burying = true;
    step(new Event.Exited(inc.gen(), timers.nowMillis(), contended));
    host.lost(inc, how, inc.orphans());
    burying = false;
    Optional.ofNullable(whenGone.remove(inc.gen())).ifPresent(Runnable::run);
    tellWhenDown();
  }

  private void tellWhenDown() {
    if (burying) {
      return; // the calls of the dead are still to be answered
    }
    List<Down> told = new ArrayList<>();
    for (Down d : whenDown) {
      if (Collections.disjoint(d.gens(), live.keySet())
          && Collections.disjoint(d.gens(), spawning.keySet())) {
        told.add(d);
      }
    }
    whenDown.removeAll(told);
    told.forEach(d -> d.then().run());
  }

  /// Whether its last words read as if a port, lock or file were held by another process (R4).
  private boolean contended(Incarnation inc) {
    for (String line : ring.lastOf(inc.gen(), 50)) {
      if (Contention.shownBy(line)) {
        return true;
      }
    }
    return false;
  }

  private void build(State.Job job) {
    log.info("build", "server", name, "job", job.id());
    builder.ifPresent(b ->
        building.put(
            job.id(),
            b.start(
                line -> {
                  for (Reload.Follower f : followersOf(job.id())) {
                    f.line(line);
                  }
                },
                result -> monitor.turn(Monitor.By.OTHER, () -> buildEnded(job.id(), result)))));
  }

  private List<Reload.Follower> followersOf(int job) {
    synchronized (monitor) { // a short look from a thread of the build
      return List.copyOf(followers.getOrDefault(job, List.of()));
    }
  }

  private void buildEnded(int job, Builder.Result result) {
    log.info("built", "server", name, "job", job, "ok", result.ok(), "ms", result.millis());
    building.remove(job);
    built.put(job, result);
    lastBuild = Optional.of(result);
    step(new Event.BuildEnded(job, result.ok()));
    if (result.cancelled()) {
      built.remove(job);
    }
  }

  /// What the lifecycle wants done.
  private final class Hands implements Effect.Hands {
    @Override
    public void spawn(int gen) {
      Supervisor.this.spawn(gen);
    }

    @Override
    public void build(State.Job job) {
      Supervisor.this.build(job);
    }

    @Override
    public void killBuild(int job) {
      Optional.ofNullable(building.get(job)).ifPresent(Builder.Build::cancel);
    }

    @Override
    public void serve(int gen) {
      Supervisor.this.serve(gen);
    }

    @Override
    public void retire(int gen) {
      Supervisor.this.retire(gen);
    }

    @Override
    public void stopTree(int gen) {
      stopGen(gen, "stopped to be replaced");
    }

    @Override
    public void abandon(int gen) {
      stopGen(gen, "did not start");
    }

    @Override
    public void failHeld() {
      host.failHeld();
    }

    @Override
    public void jobDone(int job, Effect.Outcome outcome) {
      Supervisor.this.jobDone(job, outcome);
    }
  }

  private void jobDone(int job, Effect.Outcome outcome) {
    Optional<Builder.Result> build = Optional.ofNullable(built.remove(job));
    int gen = Optional.ofNullable(triedAs.remove(job)).orElse(0); // not what the next one tries
    boolean reloaded = outcome == Effect.Outcome.RELOADED;
    boolean secondTry = secondTries.remove(job);
    List<Reload.Follower> waiting = Optional.ofNullable(followers.remove(job)).orElse(List.of());
    Runnable tell =
        () -> {
          Reload.Result result =
              new Reload.Result(
                  outcome,
                  build,
                  reloaded ? host.change(gen) : Optional.empty(),
                  failureOf(outcome, gen),
                  gen,
                  secondTry);
          waiting.forEach(f -> f.done(result));
        };
    if (outcome == Effect.Outcome.START_FAILED && live.containsKey(gen)) {
      whenGone.put(gen, tell); // its last words are still to be read
    } else {
      tell.run();
    }
  }

  private Optional<Obituary> failureOf(Effect.Outcome outcome, int gen) {
    if (outcome != Effect.Outcome.START_FAILED) {
      return Optional.empty();
    }
    if (lastEnd.isPresent() && lastEnd.get().gen() == gen) {
      return lastEnd;
    }
    return Optional.of(
        new Obituary(
            gen,
            0,
            Exit.UNKNOWN,
            0,
            Optional.empty(),
            startTrouble,
            ring.lastOf(gen, STDERR_TAIL)));
  }
}
