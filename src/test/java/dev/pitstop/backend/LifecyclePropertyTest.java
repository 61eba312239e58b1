package dev.pitstop.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.Rounds;
import dev.pitstop.backend.lifecycle.Effect;
import dev.pitstop.backend.lifecycle.Event;
import dev.pitstop.backend.lifecycle.Lifecycle;
import dev.pitstop.backend.lifecycle.Lifecycle.Model;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.backend.lifecycle.State.Job;
import dev.pitstop.backend.lifecycle.State.Order;
import dev.pitstop.backend.lifecycle.StopReason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Random walks through the lifecycle with a small model of the world: processes that were spawned
/// and are alive, builds that run, reloads that were accepted. What is asserted holds after every
/// step, and the failing walk is in the message.
class LifecyclePropertyTest {
  private static final int WALKS = Rounds.of(400);
  private static final int STEPS = 120;

  @ParameterizedTest(name = "seed {0}")
  @DisplayName(
      "one serves at most, each reload ends once, generations rise, late events do"
          + " nothing, what crashed stays down in report mode, nothing given up is built")
  @ValueSource(longs = {1, 2, 3, 4})
  void walks(long seed) {
    Random random = new Random(Rounds.seed(seed));
    for (int i = 0; i < WALKS; i++) {
      new Walk(random, random.nextBoolean()).run();
    }
  }

  private static final class Walk {
    private final Random random;
    private final boolean respawn;
    private final List<String> story = new ArrayList<>();
    private final TreeSet<Integer> alive = new TreeSet<>();
    private final TreeSet<Integer> gone = new TreeSet<>();
    private final TreeSet<Integer> builds = new TreeSet<>();
    private final Map<Integer, Integer> ends = new HashMap<>(); // accepted reload → JobDone seen
    private Model model = Model.FRESH;
    private final Set<Integer> givenUp = new TreeSet<>();
    private Optional<Integer> serving = Optional.empty();
    private boolean
        crashed; // since the last start or service, and nobody has asked for anything else
    private int lastSpawn;
    private int jobs;
    private long now;

    Walk(Random random, boolean respawn) {
      this.random = random;
      this.respawn = respawn;
    }

    void run() {
      for (int i = 0; i < STEPS; i++) {
        now += random.nextInt(4_000);
        next().ifPresent(this::step);
      }
      step(new Event.Stop(StopReason.SHUT_DOWN));
      for (int gen : List.copyOf(alive)) {
        exit(gen);
      }
      assertThat(model.state().word()).as("%s", this).isIn("stopped", "crashed");
      assertThat(model.wanted()).as("%s", this).isEqualTo(Lifecycle.Wanted.NEVER);
      assertThat(model.next()).as("%s", this).isEmpty();
      assertThat(ends.values()).as("each reload ended once: %s", this).allMatch(n -> n == 1);
    }

    /// What can happen next in this world, or nothing if there is none of it.
    private Optional<Event> next() {
      return switch (random.nextInt(15)) {
        case 0, 1 -> Optional.of(new Event.Demand());
        case 2, 3 -> reload();
        case 4 ->
            random.nextInt(3) > 0
                ? Optional.empty()
                : Optional.of(new Event.Stop(StopReason.REQUESTED));
        case 5 ->
            jobs == 0
                ? Optional.empty()
                : Optional.of(new Event.CancelBuild(1 + random.nextInt(jobs)));
        case 6, 7 ->
            any(builds)
                .map(job -> {
                  builds.remove(job);
                  return new Event.BuildEnded(job, random.nextInt(3) > 0);
                });
        case 8, 9 -> any(alive).map(Event.Ready::new);
        case 12 -> startAgain();
        case 13 -> any(alive).map(Event.Late::new);
        case 14 -> {
          any(random.nextInt(4) == 0 ? gone : alive).ifPresent(this::lose);
          yield Optional.empty();
        }
        case 10 -> any(alive).map(gen -> new Event.StartFailed(gen, random.nextBoolean()));
        default -> {
          any(random.nextInt(4) == 0 ? gone : alive).ifPresent(this::exit);
          yield Optional.empty();
        }
      };
    }

    /// It comes with the end of the one that is started.
    private Optional<Event> startAgain() {
      if (model.state() instanceof State.Starting s) {
        lose(s.gen());
      }
      return Optional.empty();
    }

    /// A waiting reload is joined, not sent again: so does the supervisor.
    private Optional<Event> reload() {
      if (model.next().isPresent()) {
        return random.nextBoolean()
            ? Optional.of(new Event.ReloadRequested(model.next().get()))
            : Optional.empty();
      }
      Order order = Order.values()[random.nextInt(Order.values().length)];
      Job job = new Job(++jobs, random.nextBoolean(), order, false);
      ends.put(job.id(), 0);
      return Optional.of(new Event.ReloadRequested(job));
    }

    private Optional<Integer> any(Set<Integer> set) {
      List<Integer> all = List.copyOf(set);
      return all.isEmpty() ? Optional.empty() : Optional.of(all.get(random.nextInt(all.size())));
    }

    /// One that ends while another starts in its place leaves nothing crashed: that one is meant.
    private void exit(int gen) {
      boolean replaced = model.state() instanceof State.Starting;
      crashed |= !replaced && serving.equals(Optional.of(gen));
      over(gen, new Event.Exited(gen, now, random.nextBoolean()));
    }

    private void lose(int gen) {
      over(gen, new Event.Lost(gen));
    }

    private void over(int gen, Event how) {
      boolean late = !alive.remove(gen);
      Model before = model;
      if (serving.equals(Optional.of(gen))) {
        serving = Optional.empty();
      }
      gone.add(gen);
      List<Effect> effects = step(how);
      if (late) {
        assertThat(effects).as("effects of a late event: %s", this).isEmpty();
        assertThat(model).as("a late event: %s", this).isEqualTo(before);
      }
    }

    private List<Effect> step(Event event) {
      Lifecycle.Step step = event.on(model, respawn);
      model = step.model();
      story.add(event + " -> " + LifecycleText.of(step));
      if (event instanceof Event.Demand && crashed && !respawn) {
        assertThat(step.effects())
            .as("a demand: %s", this)
            .doesNotHaveAnyElementsOfTypes(Effect.Spawn.class);
      }
      crashed &= !(event instanceof Event.Stop);
      if (event instanceof Event.CancelBuild c) {
        givenUp.add(c.job());
      }
      for (Effect e : step.effects()) {
        happen(e);
      }
      assertThat(
              model.state().serving().isPresent()
                  ? List.of(model.state().serving().getAsInt())
                  : List.of())
          .as("who serves: %s", this)
          .isEqualTo(serving.map(List::of).orElse(List.of()));
      return step.effects();
    }

    private void happen(Effect effect) {
      switch (effect) {
        case Effect.Spawn s -> {
          assertThat(s.gen()).as("%s", this).isGreaterThan(lastSpawn);
          lastSpawn = s.gen();
          crashed = false;
          alive.add(s.gen());
        }
        case Effect.Serve s -> {
          assertThat(alive).as("%s", this).contains(s.gen());
          serving = Optional.of(s.gen());
          crashed = false;
        }
        case Effect.Retire r ->
            assertThat(serving).as("%s", this).isNotEqualTo(Optional.of(r.gen()));
        case Effect.StopTree s -> {
          assertThat(alive).as("%s", this).contains(s.gen());
          if (serving.equals(Optional.of(s.gen()))) {
            serving = Optional.empty();
          }
        }
        case Effect.RunBuild b -> {
          assertThat(givenUp).as("%s", this).doesNotContain(b.job().id());
          builds.add(b.job().id());
        }
        case Effect.JobDone d -> {
          assertThat(ends).as("%s", this).containsKey(d.job());
          ends.merge(d.job(), 1, Integer::sum);
        }
        case Effect.Joined j -> {
          ends.merge(j.job(), 1, Integer::sum);
          assertThat(ends.get(j.with())).as("it is not over: %s", this).isZero();
        }
        case Effect.FailHeld f -> {} // about calls, which this world does not have
      }
    }

    @Override
    public String toString() {
      return (respawn ? "respawn" : "report") + "\n" + String.join("\n", story);
    }
  }
}
