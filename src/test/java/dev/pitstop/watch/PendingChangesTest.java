package dev.pitstop.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.Rounds;
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
@DisplayName("no save is lost, no build feeds itself for ever")
class PendingChangesTest {
  private static final long QUIET = 200;
  private static final long AT_MOST = 2_000;

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

  /// Runs the pending as the watcher's loop does, and builds as its receiver does.
  private static final class Simulation {
    final Random random;
    final Feeding feeding;
    final long longestBuild;
    final Map<String, String> disk = new HashMap<>();
    final List<String> problems = new ArrayList<>();
    final PendingChanges pending = new PendingChanges(QUIET, AT_MOST, this::told);

    /// What was said to be left by the last build.
    String left = "";

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

    private void told(String problem) {
      problems.add(problem);
      left = problem;
    }

    void save(String file) {
      unseen.add(file);
      write(file, "saved at " + now + " " + writes);
    }

    private void write(String file, String content) {
      writes++;
      FileChange how = disk.put(file, content) == null ? FileChange.CREATED : FileChange.MODIFIED;
      pending.changed(file, how, now);
    }

    private void delete(String file) {
      if (disk.remove(file) != null) {
        pending.changed(file, FileChange.DELETED, now);
      }
    }

    /// As `recompile`: a build that is asked for while one runs comes after it.
    void build() {
      if (buildOver.isPresent()) {
        wanted = true;
        return;
      }
      pending.buildStarted(now);
      builds++;
      unseen.clear();
      left = "";
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
      pending.buildFinished(now);
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
        Optional<Settled> settled = pending.advance(now);
        if (settled.isPresent()) {
          build();
        }
      }
      now = Math.max(now, until);
    }

    private OptionalLong next() {
      OptionalLong deadline = pending.deadline();
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

    boolean isTold(String file) {
      return left.contains(file) || left.contains(" more changed");
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
  void everySaveIsBuiltOrToldAndEveryRowEnds(Feeding feeding) {
    int told = 0;
    long first = Rounds.seed(0);
    for (long seed = first; seed < first + Rounds.of(1_000); seed++) {
      var s = new Simulation(seed, feeding, 2 + new Random(seed).nextLong(60_000));
      work(s, 1 + s.random.nextInt(40));
      int after = s.comeToRest();
      assertThat(after)
          .as("builds at the end, seed %s", seed)
          .isLessThanOrEqualTo(PendingChanges.FOLLOW_UPS + 3);
      for (String file : s.unseen) {
        assertThat(s.isTold(file)).as("%s is lost, seed %s", file, seed).isTrue();
        told++;
      }
      s.save("src/last");
      s.comeToRest();
      assertThat(s.unseen).as("what is left is built with the next change").isEmpty();
    }
    assertThat(told).as("saves that are not built at once, in 20,000").isLessThan(1_000);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"NOT", "TEMPORARY_FILES"})
  @DisplayName("a build that writes what is watched is followed by two, after each save")
  void everySaveBeginsANewRow(Feeding feeding) {
    var s = new Simulation(1, feeding, 3_000);
    for (int i = 1; i <= 10; i++) {
      s.save("src/a");
      assertThat(s.comeToRest()).isEqualTo(1 + PendingChanges.FOLLOW_UPS);
      assertThat(s.problems).hasSize(i);
      assertThat(s.left).startsWith("not built: gen/").contains("3 times in a row");
    }
  }

  private final List<String> told = new ArrayList<>();
  private final PendingChanges pending = new PendingChanges(QUIET, AT_MOST, told::add);

  /// A build with a save in it, from `at` on; it takes a second.
  private void buildAndSave(String file, long at) {
    pending.buildStarted(at);
    pending.changed(file, FileChange.MODIFIED, at + 500);
    pending.buildFinished(at + 1_000);
    assertThat(pending.deadline()).as("the end of the build").hasValue(at + 1_200);
  }

  private void settles(String file, long at) {
    settles(file, at, false);
  }

  private void settles(String file, long at, boolean duringBuild) {
    assertThat(pending.advance(at - 200)).isEmpty();
    assertThat(pending.advance(at - 1)).isEmpty();
    assertThat(pending.advance(at)).contains(new Settled(List.of(file), 1, duringBuild));
  }

  /// Three builds in a row, each with a save of another file in it: the last save is left.
  private void tooMany() {
    for (int i = 0; i < PendingChanges.FOLLOW_UPS; i++) {
      buildAndSave("f" + i, 1_400L * i);
      settles("f" + i, 1_400L * i + 1_400, true);
    }
    buildAndSave("last", 2_800);
    assertThat(pending.advance(4_000)).isEmpty();
    assertThat(pending.deadline()).isEmpty();
    assertThat(told).hasSize(1);
    assertThat(told.getFirst()).startsWith("not built: last changed while the build command ran");
  }

  @Test
  @DisplayName("what is left is built with the next change, which begins a new row")
  void whatIsLeftIsBuiltWithTheNextChange() {
    tooMany();
    pending.changed("d", FileChange.MODIFIED, 5_200);
    assertThat(pending.advance(5_400)).contains(new Settled(List.of("d"), 1, false));
    buildAndSave("a", 5_400);
    settles("a", 6_800, true);
    assertThat(told).hasSize(1);
  }

  @Test
  @DisplayName("a build that is given up leaves what was left to the next one")
  void whatIsLeftOutlivesABuildThatIsGivenUp() {
    tooMany();
    pending.buildStarted(5_200);
    pending.buildGivenUp(5_300);
    settles("last", 5_700);
  }

  @Test
  @DisplayName("a file that was saved just after each build is no output of it")
  void savedAfterEachBuild() {
    for (long at = 0; at < 14_000; at += 1_400) {
      pending.buildStarted(at);
      pending.buildFinished(at + 1_000);
      pending.changed("a", FileChange.MODIFIED, at + 1_010);
      settles("a", at + 1_210);
    }
    assertThat(told).isEmpty();
  }

  @Test
  @DisplayName("what a build wrote at its end is noticed later, and is the build's")
  void noticedAfterTheBuild() {
    for (long at = 0; at < 2_800; at += 1_400) {
      pending.buildStarted(at);
      pending.buildFinished(at + 1_000);
      pending.changed("a", FileChange.MODIFIED, at + 990);
      settles("a", at + 1_400, true);
    }
    pending.buildStarted(2_800);
    pending.buildFinished(3_800);
    pending.changed("a", FileChange.MODIFIED, 3_790);
    assertThat(pending.advance(4_000)).isEmpty();
    assertThat(told).hasSize(1);
  }

  @Test
  @DisplayName(
      "a save right after a build waits for its quiet, also if late news of the build came")
  void saveAndLateNews() {
    pending.buildStarted(0);
    pending.buildFinished(6_000);
    pending.changed("saved", FileChange.MODIFIED, 6_005);
    pending.changed("gone", FileChange.MODIFIED, 10);
    assertThat(pending.advance(6_100)).isEmpty();
    assertThat(pending.advance(6_205)).isEmpty();
    assertThat(pending.advance(6_405)).isPresent();
  }

  @Test
  @DisplayName("a program that starts has seen what changed before, and nothing since")
  void aStartReadsTheFiles() {
    pending.changed("before", FileChange.MODIFIED, 1_000);
    pending.changed("since", FileChange.MODIFIED, 1_020);
    pending.filesRead(1_010);
    assertThat(pending.advance(1_220)).contains(new Settled(List.of("since"), 1, false));
    pending.changed("a", FileChange.MODIFIED, 2_000);
    pending.filesRead(2_010);
    assertThat(pending.deadline()).isEmpty();
  }

  @Test
  @DisplayName("a build by hand is no follow-up build, and covers the changes that wait")
  void aBuildByHandBeginsANewRow() {
    for (long at = 0; at < 20_000; at += 2_000) {
      buildAndSave("a", at);
      assertThat(pending.advance(at + 1_200)).isEmpty();
    }
    assertThat(told).isEmpty();
    pending.buildStarted(20_000);
    pending.buildFinished(21_000);
    assertThat(pending.advance(21_200)).isEmpty();
    assertThat(pending.deadline()).isEmpty();
  }

  @Test
  @DisplayName("a build that is given up covers nothing: the save before it is still to come")
  void aBuildThatIsGivenUpGivesBack() {
    pending.changed("a", FileChange.MODIFIED, 1_000);
    pending.buildStarted(1_050);
    pending.changed("b", FileChange.MODIFIED, 1_100);
    pending.buildGivenUp(1_500);
    assertThat(pending.advance(1_600)).isEmpty();
    assertThat(pending.advance(1_700)).isEmpty();
    assertThat(pending.advance(1_900)).contains(new Settled(List.of("a", "b"), 2, false));
    assertThat(pending.deadline()).isEmpty();
  }

  @Test
  @DisplayName("what a build that is given up had covered, the next one may cover")
  void theNextBuildCoversWhatWasGivenBack() {
    pending.changed("a", FileChange.MODIFIED, 1_000);
    pending.buildStarted(1_050);
    pending.buildGivenUp(1_500);
    pending.buildStarted(1_600);
    pending.buildFinished(1_700);
    pending.advance(1_900);
    assertThat(pending.deadline()).isEmpty();
    pending.buildStarted(2_000);
    pending.buildGivenUp(2_100);
    pending.advance(2_300);
    assertThat(pending.deadline()).as("a build that covered nothing").isEmpty();
  }

  @Test
  @DisplayName("two builds in a row that are given up cover nothing either")
  void whatIsGivenBackOutlivesTheNextBuildThatIsGivenUp() {
    pending.changed("a", FileChange.MODIFIED, 1_000);
    pending.buildStarted(1_050);
    pending.buildGivenUp(1_500);
    pending.buildStarted(1_600);
    pending.buildGivenUp(1_650);
    assertThat(pending.advance(1_850)).isEmpty();
    pending.buildStarted(1_900);
    pending.buildGivenUp(2_000);
    assertThat(pending.advance(2_200)).isEmpty();
    assertThat(pending.advance(2_400)).contains(new Settled(List.of("a"), 1, false));
  }
}
