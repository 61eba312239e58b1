package dev.pitstop.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Days of simulated work: a developer, a build and the clock, in milliseconds.
@DisplayName("R6: no save is lost, no build feeds itself for ever")
class AgendaTest {
  private static final long QUIET = 200;
  private static final long AT_MOST = 2_000;
  private static final long SETTLE = 200;
  private static final long[] DELAYS = {5_000, 15_000};

  /// How a build writes into what is watched.
  enum Feeding {
    NOT,
    SAME_CONTENT,
    OTHER_CONTENT,
    EVER_NEW_NAMES,
    NEW_NAMES_OLD_REMOVED,
    IN_TURN,
    ANY_OF_MANY,
    TEMPORARY_FILES
  }

  /// Runs the agenda as the watcher's loop does, and builds as its receiver does.
  private static final class Simulation {
    final Random random;
    final Feeding feeding;
    final long longestBuild;
    final Map<String, String> disk = new HashMap<>();
    final List<String> problems = new ArrayList<>();
    final LoopGuard guard =
        new LoopGuard(path -> disk.getOrDefault(path, Contents.GONE), () -> this.now, DELAYS);
    final Agenda agenda = new Agenda(new Debouncer(QUIET, AT_MOST), guard, SETTLE, problems::add);

    /// The files whose last save has not been seen by a build.
    final Set<String> unseen = new HashSet<>();

    long now;
    long writes;
    int builds;
    OptionalLong buildOver = OptionalLong.empty();
    boolean wanted;

    Simulation(long seed, Feeding feeding, long longestBuild) {
      this.random = new Random(seed);
      this.feeding = feeding;
      this.longestBuild = longestBuild;
    }

    void save(String file) {
      unseen.add(file);
      write(file, "saved at " + now + " " + writes);
    }

    private void write(String file, String content) {
      writes++;
      Change how = disk.put(file, content) == null ? Change.CREATED : Change.MODIFIED;
      agenda.changed(file, how, now);
    }

    private void delete(String file) {
      if (disk.remove(file) != null) {
        agenda.changed(file, Change.DELETED, now);
      }
    }

    /// As `recompile`: a build that is asked for while one runs comes after it.
    void build() {
      if (buildOver.isPresent()) {
        wanted = true;
        return;
      }
      agenda.buildStarted(now);
      builds++;
      unseen.clear();
      buildOver = OptionalLong.of(now + longestBuild / 2 + random.nextLong(longestBuild / 2));
    }

    private void endBuild() {
      buildOver = OptionalLong.empty();
      switch (feeding) {
        case NOT -> {}
        case SAME_CONTENT -> write("gen/same", "as always");
        case OTHER_CONTENT -> write("gen/clock", "at " + now);
        case EVER_NEW_NAMES -> write("gen/app." + builds + ".js", "x");
        case NEW_NAMES_OLD_REMOVED -> {
          write("gen/app." + builds + ".js", "x");
          delete("gen/app." + (builds - 1) + ".js");
        }
        case IN_TURN -> write("gen/" + builds % 3, "at " + now);
        case ANY_OF_MANY -> write("gen/" + random.nextInt(1_000), "at " + now);
        case TEMPORARY_FILES -> {
          write("gen/tmp." + builds, "x");
          delete("gen/tmp." + builds);
        }
      }
      agenda.buildFinished(now);
      if (wanted) {
        wanted = false;
        build();
      }
    }

    /// Lets time pass; whatever is due happens at its instant.
    void advance(long until) {
      for (OptionalLong next = next(); next.isPresent(); next = next()) {
        long instant = Math.max(next.getAsLong(), now);
        if (instant > until) {
          break;
        }
        now = instant;
        if (buildOver.isPresent() && buildOver.getAsLong() <= now) {
          endBuild();
        }
        Optional<Settled> settled = agenda.advance(now);
        if (settled.isPresent()) {
          build();
        }
      }
      now = Math.max(now, until);
    }

    private OptionalLong next() {
      OptionalLong deadline = agenda.deadline();
      if (deadline.isEmpty() || buildOver.isEmpty()) {
        return deadline.isPresent() ? deadline : buildOver;
      }
      return OptionalLong.of(Math.min(deadline.getAsLong(), buildOver.getAsLong()));
    }

    /// Until nothing happens any more.
    int comeToRest() {
      int before = builds;
      while (next().isPresent()) {
        assertThat(builds - before).as("builds without a cause").isLessThan(50);
        advance(next().getAsLong());
      }
      return builds - before;
    }

    boolean isTakenForOutput(String file) {
      return problems.stream().anyMatch(text -> text.contains(file));
    }
  }

  /// Saves at random times, mostly in bursts, often while it builds, as with builds of any length.
  private static void work(Simulation s, int saves) {
    long pace = 1 + s.random.nextLong(120_000);
    for (int i = 0; i < saves; i++) {
      s.advance(s.now + s.random.nextLong(pace));
      s.save("src/" + s.random.nextInt(4));
      if (s.random.nextInt(20) == 0) {
        s.build(); // by hand
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void everySaveIsBuiltAndEveryChainEnds(Feeding feeding) {
    int taken = 0;
    for (int seed = 0; seed < 1_000; seed++) {
      var s = new Simulation(seed, feeding, 2 + new Random(seed).nextLong(60_000));
      work(s, 1 + s.random.nextInt(40));
      int after = s.comeToRest();
      assertThat(after)
          .as("builds at the end, seed %s", seed)
          .isLessThanOrEqualTo(s.guard.longest() + 2);
      for (String file : s.unseen) {
        assertThat(s.isTakenForOutput(file)).as("%s is lost, seed %s", file, seed).isTrue();
        taken++;
      }
    }
    assertThat(taken).as("saves that were taken for output").isZero();
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"NOT", "IN_TURN", "ANY_OF_MANY"})
  void whatABuildWritesIsLearntOnce(Feeding feeding) {
    var s = new Simulation(1, feeding, 3_000);
    for (int i = 0; i < 2; i++) {
      s.save("src/a");
      s.comeToRest();
    }
    assertThat(s.builds).isLessThanOrEqualTo(s.guard.proof() + 1);
    int before = s.builds;
    for (int i = 0; i < 10; i++) {
      s.save("src/a");
      assertThat(s.comeToRest()).isEqualTo(1);
    }
    assertThat(s.builds - before).isEqualTo(10);
    assertThat(s.problems).hasSize(feeding == Feeding.TEMPORARY_FILES ? 0 : 1);
  }

  /// A build with a save in it, from `at` on; it takes a second.
  private static void buildAndSave(Agenda agenda, long at) {
    agenda.buildStarted(at);
    agenda.changed("a", Change.MODIFIED, at + 500);
    agenda.buildFinished(at + 1_000);
  }

  /// Three builds in a row, each with a save in it: the next one is due after a delay, at 9,000.
  private static Agenda doubtful() {
    var agenda =
        new Agenda(
            new Debouncer(QUIET, AT_MOST),
            new LoopGuard(_ -> "", () -> 0, DELAYS),
            SETTLE,
            _ -> {});
    buildAndSave(agenda, 0);
    assertThat(agenda.advance(1_200)).isEmpty();
    assertThat(agenda.advance(1_400)).contains(new Settled(List.of("a"), 1));
    buildAndSave(agenda, 1_400);
    assertThat(agenda.advance(2_600)).isEmpty();
    assertThat(agenda.advance(2_800)).contains(new Settled(List.of("a"), 1));
    buildAndSave(agenda, 2_800);
    assertThat(agenda.deadline()).as("the end of the build").hasValue(4_000);
    assertThat(agenda.advance(4_000)).isEmpty();
    assertThat(agenda.deadline()).hasValue(9_000);
    return agenda;
  }

  @Test
  @DisplayName("R6: where the guard doubts, the build comes later, not never")
  void aDoubtfulChangeSettlesAfterItsDelay() {
    Agenda agenda = doubtful();
    assertThat(agenda.isSettling()).isFalse();
    assertThat(agenda.advance(8_999)).isEmpty();
    assertThat(agenda.advance(9_000)).contains(new Settled(List.of("a"), 1));
    assertThat(agenda.deadline()).isEmpty();
  }

  @Test
  @DisplayName("R6: a change outside a build ends the delay, for all that is pending")
  void aChangeOutsideEndsTheDelay() {
    Agenda agenda = doubtful();
    agenda.changed("b", Change.MODIFIED, 6_000);
    assertThat(agenda.deadline()).hasValue(6_200);
    assertThat(agenda.advance(6_200)).contains(new Settled(List.of("a", "b"), 2));
    buildAndSave(agenda, 6_200);
    agenda.advance(7_400);
    assertThat(agenda.deadline()).as("a new chain, without a delay").hasValue(7_600);
  }

  private static Agenda fresh() {
    return new Agenda(
        new Debouncer(QUIET, AT_MOST), new LoopGuard(_ -> "", () -> 0, DELAYS), SETTLE, _ -> {});
  }

  @Test
  @DisplayName("R6: a build that is given up covers nothing: the save before it is still to come")
  void aBuildThatIsGivenUpGivesBack() {
    Agenda agenda = fresh();
    agenda.changed("a", Change.MODIFIED, 1_000);
    agenda.buildStarted(1_050);
    agenda.changed("b", Change.MODIFIED, 1_100);
    agenda.buildGivenUp(1_500);
    assertThat(agenda.advance(1_600)).isEmpty();
    assertThat(agenda.advance(1_700)).isEmpty();
    assertThat(agenda.advance(1_900)).contains(new Settled(List.of("a", "b"), 2));
    assertThat(agenda.deadline()).isEmpty();
  }

  @Test
  @DisplayName("R6: what a build that is given up had covered, the next one may cover")
  void theNextBuildCoversWhatWasGivenBack() {
    Agenda agenda = fresh();
    agenda.changed("a", Change.MODIFIED, 1_000);
    agenda.buildStarted(1_050);
    agenda.buildGivenUp(1_500);
    agenda.buildStarted(1_600);
    agenda.buildFinished(1_700);
    agenda.advance(1_900);
    assertThat(agenda.deadline()).isEmpty();
    agenda.buildStarted(2_000);
    agenda.buildGivenUp(2_100);
    agenda.advance(2_300);
    assertThat(agenda.deadline()).as("a build that covered nothing").isEmpty();
  }

  @Test
  @DisplayName("R6: two builds in a row that are given up cover nothing either")
  void whatIsGivenBackOutlivesTheNextBuildThatIsGivenUp() {
    Agenda agenda = fresh();
    agenda.changed("a", Change.MODIFIED, 1_000);
    agenda.buildStarted(1_050);
    agenda.buildGivenUp(1_500);
    agenda.buildStarted(1_600);
    agenda.buildGivenUp(1_650);
    assertThat(agenda.advance(1_850)).isEmpty();
    agenda.buildStarted(1_900);
    agenda.buildGivenUp(2_000);
    assertThat(agenda.advance(2_200)).isEmpty();
    assertThat(agenda.advance(2_400)).contains(new Settled(List.of("a"), 1));
  }

  @Test
  @DisplayName("R6: a build by hand covers the changes that wait")
  void aBuildByHandCoversWhatIsDelayed() {
    Agenda agenda = doubtful();
    agenda.buildStarted(6_000);
    assertThat(agenda.deadline()).isEmpty();
    agenda.buildFinished(7_000);
    assertThat(agenda.advance(7_200)).isEmpty();
    assertThat(agenda.deadline()).isEmpty();
  }
}
