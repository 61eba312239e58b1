package dev.pitstop.backend;

import dev.pitstop.log.Log;
import dev.pitstop.rpc.Monitor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;

/// The reloads that are under way or wait (R1, R5): who wants them, their builds (R3), and what the
/// followers are told in the end, which is once.
///
/// A reload that is over is forgotten with all that belongs to it, so what its build says later
/// changes nothing. In turns, but for the lines of a build.
final class ReloadJobs {
  private static final class Job {
    /// Changed in turns, read by the build's threads too.
    final List<Reload.Follower> followers = new CopyOnWriteArrayList<>();

    Recipe recipe;
    Optional<Builder.Build> build = Optional.empty();
    Optional<Builder.Result> built = Optional.empty();
    Optional<Run> run = Optional.empty(); // that it tries
    long triesSince; // if it tries one
    boolean secondTry;

    Job(Recipe recipe) {
      this.recipe = recipe;
    }

    void line(String text) {
      for (Reload.Follower f : followers) {
        f.line(text);
      }
    }
  }

  /// What it needs of the backend around it.
  interface Engine {
    void step(Event event);

    /// A start by this recipe has failed, and nothing is left of it; its followers are told next.
    void failed(Recipe by);

    /// Runs `then` in a turn when the run is over and its calls are ended.
    void whenGone(Run run, Runnable then);

    /// Runs one part of what must be done as a whole: a defect of ours costs this part only.
    void safely(String what, Runnable part);
  }

  private final String name;
  private final Engine engine;
  private final History history;
  private final Monitor monitor;
  private final Log log;
  private final Map<Integer, Job> jobs = new HashMap<>();
  private int last;

  ReloadJobs(String name, Engine engine, History history, Monitor monitor, Log log) {
    this.name = name;
    this.engine = engine;
    this.history = history;
    this.monitor = monitor;
    this.log = log;
  }

  private Job job(int id) {
    return Objects.requireNonNull(jobs.get(id), "a reload that is over");
  }

  /// A new reload, which the lifecycle is to be told of.
  ///
  /// @param builds whether it begins with a build, if there is a build command
  State.Job open(Recipe recipe, State.Order order, boolean builds, Reload.Follower follower) {
    int id = ++last;
    Job job = new Job(recipe);
    job.followers.add(follower);
    jobs.put(id, job);
    return new State.Job(id, builds && recipe.builder().isPresent(), order, false);
  }

  /// One that waits becomes one by this recipe, which the lifecycle is to be told of; whoever wants
  /// it gets what is newest.
  State.Job instead(int id, Recipe recipe, State.Order order, Reload.Follower follower) {
    join(id, follower);
    job(id).recipe = recipe;
    return new State.Job(id, recipe.builder().isPresent(), order, false);
  }

  /// How it runs the server.
  Recipe recipe(int id) {
    return job(id).recipe;
  }

  /// One more wants this reload.
  void join(int id, Reload.Follower follower) {
    job(id).followers.add(follower);
  }

  /// One reload does for both.
  ///
  /// @param wanted how the server is to be run now, which the older of the two may not know
  void joined(int id, int with, Recipe wanted) {
    Job over = Objects.requireNonNull(jobs.remove(id), "a reload that is over");
    Job job = job(with);
    job.followers.addAll(0, over.followers); // who asked first is told first
    job.built = job.built.or(() -> over.built);
    job.recipe = wanted;
    over.followers.clear();
  }

  /// One wants it no more; it may be over.
  ///
  /// @return the reload that nobody else wants
  OptionalInt leave(Reload.Follower follower) {
    for (Map.Entry<Integer, Job> one : jobs.entrySet()) {
      List<Reload.Follower> followers = one.getValue().followers;
      if (followers.remove(follower)) {
        return followers.isEmpty() ? OptionalInt.of(one.getKey()) : OptionalInt.empty();
      }
    }
    return OptionalInt.empty();
  }

  /// How many want it.
  int followers(int id) {
    return job(id).followers.size();
  }

  /// This run is opened for it.
  ///
  /// @return for how long it has tried others
  long tries(State.Job tried, Run run, long nowMillis) {
    Job job = job(tried.id());
    if (job.run.isEmpty()) {
      job.triesSince = nowMillis;
    }
    job.run = Optional.of(run);
    job.secondTry = tried.secondTry();
    return nowMillis - job.triesSince;
  }

  /// One that was to build may have become one by a recipe that has no build command.
  void build(int id) {
    Job job = job(id);
    Optional<Builder> builder = job.recipe.builder();
    if (builder.isEmpty()) {
      engine.step(new Event.BuildEnded(id, true));
      return;
    }
    log.info("build", "server", name, "job", id);
    job.build =
        Optional.of(
            builder
                .get()
                .start(
                    job::line, result -> monitor.turn(Monitor.By.OTHER, () -> built(id, result))));
  }

  void killBuild(int id) {
    job(id).build.ifPresent(Builder.Build::cancel);
  }

  private void built(int id, Builder.Result result) {
    log.info("built", "server", name, "job", id, "ok", result.ok(), "ms", result.millis());
    Job job = jobs.get(id);
    if (job != null) {
      job.built = Optional.of(result);
      history.built(result);
      engine.step(new Event.BuildEnded(id, result.ok()));
    } else if (id == last) {
      history.built(result.killed()); // not the last one any more if another reload has begun
    }
  }

  /// It is over: tells those who want it, for a failed start when its last words have been read, if
  /// it ends.
  void end(int id, Effect.Outcome outcome) {
    Job job = Objects.requireNonNull(jobs.remove(id), "a reload ended twice");
    List<Reload.Follower> followers = List.copyOf(job.followers);
    job.followers.clear(); // a killed build may go on to write for a while
    Runnable tell =
        () -> {
          if (outcome == Effect.Outcome.START_FAILED) {
            engine.safely("put back", () -> engine.failed(job.recipe));
          }
          Reload.Result result = result(job, outcome);
          for (Reload.Follower f : followers) {
            engine.safely("reload", () -> f.done(result));
          }
        };
    if (outcome == Effect.Outcome.START_FAILED && job.run.filter(Run::leaving).isPresent()) {
      engine.whenGone(job.run.get(), tell);
    } else {
      tell.run();
    }
  }

  private static Reload.Result result(Job job, Effect.Outcome outcome) {
    return new Reload.Result(
        outcome,
        job.recipe,
        job.built,
        outcome == Effect.Outcome.RELOADED ? job.run : Optional.empty(),
        outcome == Effect.Outcome.START_FAILED ? job.run.flatMap(Run::end) : Optional.empty(),
        job.secondTry);
  }
}
