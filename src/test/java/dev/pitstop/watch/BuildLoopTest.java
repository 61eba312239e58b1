package dev.pitstop.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("a build's own writes start no loop, and no save is lost in silence")
class BuildLoopTest {
  private final Set<String> disk = new HashSet<>();
  private final List<String> told = new ArrayList<>();
  private final PendingChanges pending = new PendingChanges(200, 2_000, told::add);
  private long now;

  /// A script of builds and saves, and what comes of each step: `a` outside is a save of `a`, `[…]`
  /// is a build with the writes in it, where `-a` removes `a`; after a build the files that ask for
  /// a follow-up build, `-` for none, `!a` for what is left to the next change. A file that is not
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
          two builds follow in a row                | a [g] [g] [g]                 | a g g -!g
          whatever changes in them                  | a [b] [c] [d,e]               | a b c -!d!e
          a change outside begins a new row         | a [a] [a] b [a] [a] [a]       | a a a b a a -!a
          also after the end of one                 | [g] [g] [g] s [g] []          | g g -!g s g -
          what comes and goes in a build is nothing | a [t,-t]                      | a -
          but not if it was there before            | t [t,-t]                      | t t
          nor if it comes back                      | t [-t,t]                      | t t
          a removed file counts                     | t [-t]                        | t t
          """)
  void script(String name, String steps, String expected) {
    var said = new ArrayList<String>();
    for (String step : steps.split(" ")) {
      boolean build = step.startsWith("[");
      String writes = build ? step.substring(1, step.length() - 1) : step;
      if (build) {
        pending.buildStarted(++now);
      }
      for (String write : writes.isEmpty() ? new String[0] : writes.split(",")) {
        write(write);
      }
      if (build) {
        pending.buildFinished(++now);
      }
      said.add(reported());
    }
    assertThat(String.join(" ", said)).as(name).isEqualTo(expected);
  }

  private void write(String file) {
    if (file.startsWith("-")) {
      disk.remove(file.substring(1));
      pending.changed(file.substring(1), FileChange.DELETED, ++now);
    } else {
      FileChange how = disk.add(file) ? FileChange.CREATED : FileChange.MODIFIED;
      pending.changed(file, how, ++now);
    }
  }

  /// Lets time pass until nothing is due.
  private String reported() {
    told.clear();
    var files = new ArrayList<String>();
    while (pending.deadline().isPresent()) {
      now = pending.deadline().getAsLong();
      pending.advance(now).ifPresent(settled -> files.addAll(settled.sample()));
    }
    String left =
        told.isEmpty() ? "" : told.getFirst().replaceFirst("^not built: (.*?) changed .*", "!$1");
    return (files.isEmpty() ? "-" : String.join(",", files)) + left.replaceAll(", | and ", "!");
  }

  @Test
  @DisplayName("what a build that follows without a pause has seen asks for no other")
  void aBuildThatFollowsWithoutAPauseCoversWhatChangedBefore() {
    pending.buildStarted(10);
    pending.changed("before", FileChange.MODIFIED, 20);
    pending.changed("after", FileChange.MODIFIED, 40);
    pending.buildStarted(30);
    pending.buildFinished(50);
    assertThat(reported()).isEqualTo("after");
  }

  @Test
  @DisplayName("and what it has seen is still to come if it is given up")
  void aBuildThatFollowsAndIsGivenUpCoversNothing() {
    pending.buildStarted(10);
    pending.changed("before", FileChange.MODIFIED, 20);
    pending.buildStarted(30);
    pending.buildGivenUp(50);
    assertThat(reported()).isEqualTo("before");
  }
}
