package dev.pitstop.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("a build's own writes start no loop, and no save is lost in silence")
class LoopGuardTest {
  private final Set<String> disk = new HashSet<>();
  private final LoopGuard guard = new LoopGuard();
  private long now;
  private boolean followUp;

  /// A script of builds and saves, and what comes of each step: `a` outside is a save of `a`, `[…]`
  /// is a build with the writes in it, where `-a` removes `a`, and `(…)` one that is asked for by
  /// hand; after a build the files that ask for a follow-up build, `-` for none, `!a` for what is
  /// left to the next change. A file that is not there is made.
  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a save outside counts                     | a                             | a
          a build without writes                    | a []                          | a -
          a save in a build counts after it         | a [a]                         | a a
          and the follow-up build ends it           | a [a] []                      | a a -
          two builds follow in a row                | a [g] [g] [g]                 | a g g -!g
          whatever changes in them                  | a [b] [c] [d,e]               | a b c -!d!e
          a change outside begins a new row         | a [a] [a] b [a] [a] [a]       | a a a b a a -!a
          also after the end of one                 | [g] [g] [g] s [g] []          | g g -!g s g -
          a build by hand does, too                 | [a] [a] (a) [a] [a]           | a a a a -!a
          what comes and goes in a build is nothing | a [t,-t]                      | a -
          but not if it was there before            | t [t,-t]                      | t t
          nor if it comes back                      | t [-t,t]                      | t t
          a removed file counts                     | t [-t]                        | t t
          """)
  void script(String name, String steps, String expected) {
    var said = new ArrayList<String>();
    for (String step : steps.split(" ")) {
      if (step.startsWith("[") || step.startsWith("(")) {
        said.add(build(step.startsWith("["), step.substring(1, step.length() - 1)));
      } else {
        assertThat(write(step)).as(step).isTrue();
        followUp = false;
        said.add(step);
      }
    }
    assertThat(String.join(" ", said)).as(name).isEqualTo(expected);
  }

  private String build(boolean automatic, String writes) {
    guard.buildStarted(++now, automatic && followUp);
    for (String write : writes.split(",")) {
      if (!write.isEmpty()) {
        assertThat(write(write)).isFalse();
      }
    }
    var changed = guard.buildOver().keySet();
    followUp = !changed.isEmpty() && guard.mayFollow();
    if (followUp) {
      return String.join(",", changed);
    }
    var words = new StringBuilder("-");
    changed.forEach(path -> words.append('!').append(path));
    return words.toString();
  }

  private boolean write(String file) {
    if (file.startsWith("-")) {
      disk.remove(file.substring(1));
      return guard.changed(file.substring(1), FileChange.DELETED, ++now);
    }
    FileChange how = disk.add(file) ? FileChange.CREATED : FileChange.MODIFIED;
    return guard.changed(file, how, ++now);
  }

  @Test
  @DisplayName("what a build that follows without a pause has seen asks for no other")
  void aBuildThatFollowsWithoutAPauseCoversWhatChangedBefore() {
    guard.buildStarted(10, false);
    guard.changed("before", FileChange.MODIFIED, 20);
    guard.changed("after", FileChange.MODIFIED, 40);
    guard.buildStarted(30, false);
    assertThat(guard.buildOver()).containsOnlyKeys("after");
  }
}
