package dev.pitstop.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("R6: a build's own writes start no loop, and no save is lost in silence")
class LoopGuardTest {
  private final Set<String> disk = new HashSet<>();
  private final LoopGuard guard = new LoopGuard();
  private long now;
  private boolean followUp;

  /// A script of builds and saves, and what comes of each step: `a` outside is a save of `a`, `[…]`
  /// is a build with the writes in it, where `-a` removes `a` and what comes after `;` is late, and
  /// `(…)` one that is asked for by hand; after a build the files that ask for a follow-up build,
  /// `-` for none, `!a` for what is left, `+a` for what is output from now on. A file that is not
  /// there is made.
  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a save outside counts                     | a                             | a
          a build without writes                    | a []                          | a -
          a save in a build counts after it         | a [a]                         | a a
          and the follow-up build ends it           | a [a] []                      | a a -
          a file has two follow-up builds           | a [g] [g] [g]                 | a g g -+g
          the rest counts then, too                 | a [g] [g] [g,s] []            | a g g s+g -
          output does not count during builds       | [g] [g] [g] s [g]             | g g -+g s -
          but sources do                            | [g] [g] [g] s [g,t]           | g g -+g s t
          until it changes outside                  | [g] [g] [g] g [g]             | g g -+g g g
          what is written in turn is output         | [g] [h] [g] [h] [g] [h]       | g h g h -+g h
          a row has eight follow-up builds          | a [b] [c] [d] [e] [f] [g] [h] [i] [j] | a b c d e f g h i -!j
          which output does not make longer         | [g,b] [g,c] [g,d] [e] [f] [h] [i] [j] [k] | b,g c,g d+g e f h i j -!k
          a late write proves less                  | a [;g] [;g] [;g] [;g]         | a g g g -+g
          which a late save does not                | a [b] [c;b] [d;b]             | a b b,c b,d
          late after it was written is as usual     | a [g;g] [g;g] [g;g]           | a g g -+g
          a change outside begins a new row         | [a] [a] b [a] [a] [a]         | a a b a a -+a
          a build by hand does, too                 | [a] [a] (a) [a] [a]           | a a a a -+a
          what is left counts again afterwards      | [b] [c] [d] [e] [f] [g] [h] [i] [j] a [j] | b c d e f g h i -!j a j
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
    for (String write : writes.replace(";", ",;,").split(",")) {
      if (write.equals(";")) {
        guard.buildOver();
      } else if (!write.isEmpty()) {
        assertThat(write(write)).isFalse();
      }
    }
    LoopGuard.Verdict verdict = guard.buildFinished();
    followUp = !verdict.changed().isEmpty();
    var words = new StringBuilder(String.join(",", verdict.changed().keySet()));
    words.append(followUp ? "" : "-");
    verdict.left().keySet().forEach(path -> words.append('!').append(path));
    verdict.output().forEach(path -> words.append('+').append(path));
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
  @DisplayName("R6: what a build that follows without a pause has seen asks for no other")
  void aBuildThatFollowsWithoutAPauseCoversWhatChangedBefore() {
    guard.buildStarted(10, false);
    guard.changed("before", FileChange.MODIFIED, 20);
    guard.changed("after", FileChange.MODIFIED, 40);
    guard.buildStarted(30, false);
    assertThat(guard.buildFinished().changed()).containsOnlyKeys("after");
  }

  @Test
  @DisplayName("R6: what changed in a build that is given up counts")
  void aBuildThatIsGivenUp() {
    guard.buildStarted(10, false);
    guard.changed("a", FileChange.MODIFIED, 20);
    assertThat(guard.buildGivenUp()).containsOnlyKeys("a");
    assertThat(guard.isBuilding()).isFalse();
  }
}
