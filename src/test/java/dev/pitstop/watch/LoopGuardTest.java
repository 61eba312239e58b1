package dev.pitstop.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("R6: a build's own writes start no loop, and no save is taken for one")
class LoopGuardTest {
  private static final long[] DELAYS = {5_000, 15_000};

  private final Map<String, String> disk = new HashMap<>();
  private long now;
  private final LoopGuard guard =
      new LoopGuard(path -> disk.getOrDefault(path, Contents.GONE), () -> now, DELAYS);

  /// A script of builds and saves, and what comes of each step: `name=content` outside is a save,
  /// `[…]` is a build with the writes in it, `(…)` one that is asked for by hand before the delay
  /// is over; after a build the paths that ask for one more, `-` for none, `!` when the chain is
  /// exhausted, `@` and the delay, `+name` for what is output from now on. `?` is content that is
  /// not known, `-` a deletion. A file that is not there is made.
  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a save outside counts                        | a=1                              | a
          a build without writes                       | a=1 []                           | a -
          a save in a build counts after it            | a=1 [a=2]                        | a a
          and the build that follows ends it           | a=1 [a=2] []                     | a a -
          the same again is no change                  | a=1 [g=1] [g=1]                  | a g -
          the second time it is output                 | [g=1] [g=1] [g=1]                | g - -+g
          also when it changed between                 | [g=1] [g=1] a=2 [g=2] [g=2]      | g - a g -+g
          output does not count, even when it changes  | [g=1] [g=1] [g=1] a=2 [g=2]      | g - -+g a -
          a change outside makes it a source again     | [g=1] [g=1] [g=1] g=5 [g=6]      | g - -+g g g
          a build without it breaks the row            | [g=1] [g=1] [] [g=1] [g=2]       | g - - - g
          saving again without a change is no output   | [a=1] [a=1] [b=1] [a=2]          | a - b a
          a formatter with nothing to do               | [a=1] a=2 [a=2] [a=2] [a=2] [a=3] | a a - - - a
          a formatter that changes something           | [a=1] a=2 [a=3] [a=3]            | a a a -
          output with a clock in it    | [g=1] [g=2] [g=3] [g=4] [g=5] [g=6] | g g g@5000 g@15000 -+g -
          not known content is differing content       | [g=?] [g=?] [g=?] [g=?] [g=?]    | g g g@5000 g@15000 -+g
          four saves in four builds                    | a=1 [a=2] [a=3] [a=4] [a=5] []   | a a a a@5000 a@15000 -
          a save in each of five builds, one outside   | [a=1] [a=2] [a=3] a=4 [a=5] [a=6] [a=7] | a a a@5000 a a a a@5000
          another file outside ends the chain          | [g=1] [g=2] [g=3] [g=4] z=1 [g=5] | g g g@5000 g@15000 z g
          a build by hand within the delay is no step  | [g=1] [g=2] [g=3] (g=4) (g=5) (g=6) [g=7] | g g g@5000 g@5000 g@5000 g@5000 g@15000
          nor does it prove anything     | [g=1] [g=2] [g=3] (h=4) [g=5] [g=6] | g g g@5000 h g g@15000
          a source saved while output is found  | [g=1] [g=2] [g=3] [g=4] [g=5,s=1] [g=6] | g g g@5000 g@15000 s@15000+g -
          a source saved in some of the builds  | [g=1,s=1] [g=2] [g=3,s=2] [g=4,s=3] [g=5,s=4] [g=6] | g,s g g,s@5000 g,s@15000 s@15000+g -
          removed and made again is a change           | a=0 [a=-] [a=1]                  | a a a
          removed in every build                       | g=0 [g=-] [g=-] [g=-]            | g g - -+g
          what comes and goes in a build is no change  | [t=1,t=-] [t=2,t=-]              | - -
          ever new names               | [d/a.js=1] [d/b.js=1] [d/c.js=1] [d/d.js=1] [d/e.js=1] [d/f.js=1] | d/a.js d/b.js d/c.js@5000 d/d.js@15000 -+d/**/*.js -
          and the old ones removed     | [d/a.js=1] [d/b.js=1,d/a.js=-] [d/c.js=1,d/b.js=-] [d/d.js=1,d/c.js=-] [d/e.js=1,d/d.js=-] z=1 [d/f.js=1,d/e.js=-] | d/a.js d/a.js,d/b.js d/b.js,d/c.js@5000 d/c.js,d/d.js@15000 -+d/**/*.js z -
          in ever new directories      | [d/1/f=1] [d/2/f=1] [d/3/f=1] [d/4/f=1] [d/5/f=1] z=1 [d/6/f=1] | d/1/f d/2/f d/3/f@5000 d/4/f@15000 -+d/**/* z -
          with ever new endings        | [d/f.1=1] [d/f.2=1] [d/f.3=1] [d/f.4=1] [d/f.5=1] [d/f.6=1] | d/f.1 d/f.2 d/f.3@5000 d/f.4@15000 -+d/**/* -
          a family never takes a source      | d/s.js=1 [d/a.js=1] [d/b.js=1] [d/c.js=1] [d/d.js=1] [d/e.js=1] [d/s.js=2] | d/s.js d/a.js d/b.js d/c.js@5000 d/d.js@15000 -+d/**/*.js d/s.js
          nor other directories or endings   | [d/a.js=1] [d/b.js=1] [d/c.js=1] [d/d.js=1] [d/e.js=1] [e/x.js=1] [d/x.c=2] | d/a.js d/b.js d/c.js@5000 d/d.js@15000 -+d/**/*.js e/x.js d/x.c
          a new file outside ends a family   | [d/a.js=1] [d/b.js=1] [d/c.js=1] [d/d.js=1] [d/e.js=1] d/x.js=1 [d/f.js=1] | d/a.js d/b.js d/c.js@5000 d/d.js@15000 -+d/**/*.js d/x.js d/f.js
          sources in turn are no output      | a=0 b=0 c=0 d=0 e=0 [a=1] [b=1] [c=1] [d=1] [e=1] [] | a b c d e a b c d e@15000 -
          two that are written in turn   | a=0 b=0 [a=1] [b=1] [a=2] [b=2] [a=3] [b=3] [a=4] [b=4] [a=5] [b=5] [a=6] z=1 [b=6] | a b a b a b a@15000 b@15000 a@15000 b@15000 a@15000 -+b a z -
          another source each time           | 0=0 1=0 2=0 3=0 4=0 5=0 6=0 7=0 8=0 9=0 [0=1] [1=1] [2=1] [3=1] [4=1] [5=1] [6=1] [7=1] [8=1] [9=1] [0=2] | 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4@15000 5@15000 6@15000 7@15000 8@15000 ! 0
          """)
  void script(String name, String steps, String expected) {
    var said = new ArrayList<String>();
    for (String step : steps.split(" ")) {
      if (step.startsWith("[") || step.startsWith("(")) {
        said.add(words(build(step.startsWith("("), step.substring(1, step.length() - 1))));
      } else {
        assertThat(write(step)).as(step).isTrue();
        said.add(step.substring(0, step.indexOf('=')));
      }
    }
    assertThat(String.join(" ", said)).as(name).isEqualTo(expected);
  }

  private long quietUntil;

  private LoopGuard.Verdict build(boolean early, String writes) {
    now = early ? now + 1 : Math.max(now + 1, quietUntil);
    guard.buildStarted(now, List.of());
    for (String write : writes.isEmpty() ? new String[0] : writes.split(",")) {
      assertThat(write(write)).isFalse();
    }
    LoopGuard.Verdict verdict = guard.buildFinished(++now);
    quietUntil = now + verdict.delay();
    return verdict;
  }

  private static String words(LoopGuard.Verdict verdict) {
    var words = new StringBuilder(String.join(",", verdict.changed().keySet()));
    if (words.isEmpty()) {
      words.append(verdict.dropped().isEmpty() ? "-" : "!");
    } else if (verdict.delay() > 0) {
      words.append('@').append(verdict.delay());
    }
    for (String path : verdict.newOutput()) {
      words.append('+').append(path);
    }
    return words.toString();
  }

  private boolean write(String assignment) {
    String[] parts = assignment.split("=");
    Change how;
    if (parts[1].equals("-")) {
      how = Change.DELETED;
      disk.remove(parts[0]);
    } else {
      String content = parts[1].equals("?") ? "" : parts[1];
      how = disk.put(parts[0], content) == null ? Change.CREATED : Change.MODIFIED;
    }
    return guard.changed(parts[0], how, ++now);
  }

  @Test
  @DisplayName("R6: a doubtful build waits at least as long as the last one took, then twice")
  void delaysGrowWithTheBuild() {
    List<Long> delays = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      now = Math.max(now + 1, quietUntil);
      guard.buildStarted(now, List.of());
      write("a=" + i);
      now += 60_000 - 1;
      LoopGuard.Verdict verdict = guard.buildFinished(now);
      quietUntil = now + verdict.delay();
      delays.add(verdict.delay());
    }
    assertThat(delays).containsExactly(0L, 0L, 60_000L, 120_000L);
  }

  @Test
  @DisplayName("R6: what a build that follows without a pause has seen asks for no other")
  void aBuildThatFollowsWithoutAPauseCoversWhatChangedBefore() {
    guard.buildStarted(10, List.of());
    guard.changed("before", Change.MODIFIED, 20);
    guard.changed("after", Change.MODIFIED, 40);
    guard.buildStarted(30, List.of("late"));
    assertThat(guard.buildFinished(50).changed()).containsOnlyKeys("after", "late");
  }

  @Test
  @DisplayName("R6: content that was read when the next build had already begun proves nothing")
  void contentReadTooLateIsNotCompared() {
    guard.buildStarted(10, List.of());
    write("a=1");
    disk.put("a", "2"); // saved when the next build has begun, before its beginning is known here
    now = 30;
    assertThat(guard.buildFinished(30).changed()).containsOnlyKeys("a");
    guard.buildStarted(20, List.of());
    guard.changed("a", Change.MODIFIED, 31);
    assertThat(guard.buildFinished(40).changed()).containsOnlyKeys("a");
  }
}
