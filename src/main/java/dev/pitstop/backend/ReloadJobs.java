package dev.pitstop.backend;

import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.lifecycle.Effect;
import dev.pitstop.backend.lifecycle.Event;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.rpc.Timers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// The reloads of one server, from the request to the result: those that run or wait, their
/// followers, who get the result once, and their builds; by which recipe the server runs, and by
/// which the next reload runs it.
///
/// A finished reload is forgotten with everything that belongs to it, so later output of its build
/// changes nothing. Called in turns of the monitor, unless a method says otherwise.
public final class ReloadJobs {
  private static final class Job {
    /// Changed in turns, read by the build's threads too.
    final List<ReloadFollower> followers = new CopyOnWriteArrayList<>();

    Recipe recipe;
    final CompletableFuture<Void> cancelled = new CompletableFuture<>(); // its build
    Optional<Builder.Result> built = Optional.empty();
    Optional<Run> run = Optional.empty(); // the run that the reload tries
    Optional<Timers.Timer> limit = Optional.empty(); // of the wait for a daemon
    long untilMillis; // when it ends, by the clock of the timers
    boolean secondTry;

    Job(Recipe recipe) {
      this.recipe = recipe;
    }

    void line(String text) {
      followers.forEach(f -> f.line(text));
    }
  }

  private final BackendParts parts;
  private final Runs runs;
  private final History history;
  private final Consumer<Event> steps;
  private final Consumer<Recipe> changed;
  private final Map<Integer, Job> jobs = new HashMap<>();
  private int last;
  private volatile Recipe current; // of the serving run, otherwise the newest
  private volatile Recipe wanted; // of the next reload

  /// @param steps takes the lifecycle's events
  /// @param changed takes each new present recipe
  ReloadJobs(
      BackendParts parts,
      Runs runs,
      History history,
      Consumer<Event> steps,
      Consumer<Recipe> changed) {
    this.parts = parts;
    this.runs = runs;
    this.history = history;
    this.steps = steps;
    this.changed = changed;
    current = parts.recipe();
    wanted = current;
  }

  // Its recipes.

  /// The recipe of the serving run or, without one, the newest. On any thread.
  Recipe current() {
    return current;
  }

  /// The recipe of the next start. On any thread.
  public Recipe wanted() {
    return wanted;
  }

  /// Finds out by which recipe the server runs now.
  void follow() {
    Recipe now = runs.serving().map(r -> r.run.recipe()).orElse(wanted);
    if (!now.equals(current)) {
      current = now;
      changed.accept(now);
    }
  }

  // Requests.

  /// Asks for a reload, or joins the reload that waits. A start that is under way is stopped.
  ///
  /// @param builds whether the reload builds; false if the program was just built by somebody else
  public void reload(State.Order order, boolean builds, ReloadFollower follower) {
    Optional<State.Job> waits = runs.model.next();
    int id = waits.map(State.Job::id).orElseGet(() -> ++last);
    Job job = jobs.computeIfAbsent(id, i -> new Job(wanted));
    job.recipe = wanted; // those who wait get the newest
    job.followers.add(follower);
    boolean build = builds || waits.filter(State.Job::build).isPresent();
    steps.accept(
        new Event.ReloadRequested(
            new State.Job(id, build && wanted.builder().isPresent(), order, false)));
  }

  /// Runs the server by this recipe from now on, which is a reload. If the new server fails, the
  /// old one stays, unless it had to be stopped; later starts use the new recipe all the same. A
  /// start that is under way by another recipe is stopped, and its followers wait for this one.
  public void change(Recipe to, ReloadFollower follower) {
    wanted.channel().reloads(); // the new one knows no process of its own
    wanted = to;
    reload(to.settings().order(), true, follower);
  }

  /// The follower no longer wants its reload. The build is stopped unless others wait for it too.
  public void cancel(ReloadFollower follower) {
    for (Map.Entry<Integer, Job> one : jobs.entrySet()) {
      List<ReloadFollower> followers = one.getValue().followers;
      if (followers.remove(follower)) {
        if (followers.isEmpty()) {
          steps.accept(new Event.CancelBuild(one.getKey()));
        }
        return; // it follows no other
      }
    }
  }

  // Those that run or wait.

  private Job job(int id) {
    return Objects.requireNonNull(jobs.get(id), "a reload that is over");
  }

  Recipe recipe(int id) {
    return job(id).recipe;
  }

  /// Joins two waiting reloads: one serves the followers of both, by the wanted recipe, which the
  /// older of the two may not know.
  void joined(int id, int with) {
    Job over = Objects.requireNonNull(jobs.remove(id), "a reload that is over");
    Job job = job(with);
    job.followers.addAll(0, over.followers); // the earlier followers are told first
    job.built = job.built.or(() -> over.built);
    job.recipe = wanted;
    over.limit.ifPresent(Timers.Timer::cancel);
    over.followers.clear();
  }

  int followers(int id) {
    return job(id).followers.size();
  }

  /// A run is opened for a reload. A daemon's run waits without a limit, but its reload does not.
  /// It has one limit for all the runs that it tries, as each may be lost at once.
  void tries(State.Job tried, Run run) {
    Job job = job(tried.id());
    if (run.kind().isDaemons()) {
      long now = parts.timers().nowMillis();
      if (job.limit.isEmpty()) {
        job.untilMillis = now + run.recipe().settings().startMillis();
      }
      job.limit.ifPresent(Timers.Timer::cancel); // over, if an earlier run was open in time
      job.limit = Optional.of(parts.turnAfter(Math.max(1, job.untilMillis - now), this::late));
    }
    if (job.run.isEmpty()) {
      run.recipe().channel().reloads();
    }
    job.run = Optional.of(run);
    job.secondTry = tried.secondTry();
  }

  private void late() {
    runs.starting()
        .filter(run -> run.run.opening())
        .ifPresent(run -> steps.accept(new Event.Late(run.run.number())));
  }

  /// Builds, on a thread of its own. The reload may have changed to a recipe without a build
  /// command.
  void build(int id) {
    Job job = job(id);
    if (job.recipe.builder().isEmpty()) {
      steps.accept(new Event.BuildEnded(id, true));
      return;
    }
    parts.log().info("build", "server", parts.name(), "job", id);
    Builder builder = job.recipe.builder().get();
    Runnable work =
        () -> {
          Builder.Result result = builder.run(job::line, job.cancelled);
          parts.monitor().turn(() -> built(id, result));
        };
    try {
      Thread.ofPlatform().daemon().name("build").start(work);
    } catch (OutOfMemoryError noThread) {
      String why = "the build could not be run: " + noThread;
      built(id, new Builder.Result(false, false, why, "", 0, 0));
    }
  }

  private void built(int id, Builder.Result result) {
    parts
        .log()
        .info("built", "server", parts.name(), "job", id, "ok", result.ok(), "ms", result.millis());
    Job job = jobs.get(id);
    if (job != null) {
      job.built = Optional.of(result);
      history.built(result);
      steps.accept(new Event.BuildEnded(id, result.ok()));
    } else if (id == last) {
      history.built(result.killed()); // not the last build if another reload has begun
    }
  }

  /// The reload is over: kills its build, if that still runs, and tells its followers, after a
  /// failed start when the run's last output was read, if the run ends.
  void end(int id, Effect.Outcome outcome) {
    Job job = Objects.requireNonNull(jobs.remove(id), "a reload ended twice");
    job.cancelled.complete(null);
    job.limit.ifPresent(Timers.Timer::cancel);
    List<ReloadFollower> followers = List.copyOf(job.followers);
    job.followers.clear(); // a killed build may keep writing for a while
    Runnable tell =
        () -> {
          ReloadResult result = result(job, outcome);
          history.witness.reloaded(result);
          followers.forEach(f -> parts.safely("reload", () -> f.done(result)));
        };
    Optional<Run> failed =
        outcome == Effect.Outcome.START_FAILED ? job.run.filter(Run::leaving) : Optional.empty();
    parts.after(Runs.gone(failed.flatMap(runs::find).stream()), "end", tell);
  }

  private static ReloadResult result(Job job, Effect.Outcome outcome) {
    return new ReloadResult(
        outcome,
        job.recipe,
        job.built,
        outcome == Effect.Outcome.RELOADED ? job.run : Optional.empty(),
        outcome == Effect.Outcome.START_FAILED ? job.run.flatMap(Run::end) : Optional.empty(),
        job.secondTry);
  }
}
