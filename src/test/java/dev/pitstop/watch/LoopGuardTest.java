package dev.pitstop.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("R6: a build's own writes start no loop")
class LoopGuardTest {

  /// A script of builds and saves, and what comes of each step: `name=content` outside is a save,
  /// `[…]` is a build with the writes in it; after a build the paths that ask for one more, `-` for
  /// none, `!` when the chain is exhausted, `+name` for what is output from now on. `?` is content
  /// that is not known.
  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a save outside counts                         | a=1                          | a
          a build without writes                        | a=1 []                       | a -
          a save in a build counts after it             | a=1 [a=2]                    | a a
          and the build that follows ends it            | a=1 [a=2] []                 | a a -
          deterministic output: one more build          | a=1 [g=1] [g=1]              | a g +g
          and no more later, even when it changes       | a=1 [g=1] [g=1] a=2 [g=2]    | a g +g a -
          output with a clock in it: two more           | a=1 [g=1] [g=2] [g=3] [g=4]  | a g g +g -
          not known content counts as different         | a=1 [g=?] [g=?] [g=?]        | a g g +g
          two fast saves are not output                 | a=1 [a=2] [a=3] []           | a a a -
          a change outside makes output a source again  | a=1 [g=1] [g=1] g=5 [g=6]    | a g +g g g
          a build without it breaks the row             | [g=1] [g=2] [] [g=3] [g=4]   | g g - g g
          a formatter with nothing to do                | [a=1] a=2 [a=2] a=3 [a=3]    | a a - a -
          a formatter that changes something            | [a=1] a=2 [a=3] [a=3]        | a a a +a
          a source among output                         | [g=1] [g=1,s=7] [g=2]        | g s+g -
          removed and made again is a change            | [g=-] [g=1]                  | g g
          removed in every build                        | [g=-] [g=-]                  | g +g
          ever new names                                | [a=1] [b=1] [c=1] [d=1] [e=1] [f=1] | a b c d ! !
          a change outside frees a long chain           | [a=1] [b=1] [c=1] [d=1] [e=1] z=1 [f=1] | a b c d ! z f
          """)
  void script(String name, String steps, String expected) {
    Map<String, String> disk = new HashMap<>();
    var guard = new LoopGuard(path -> disk.getOrDefault(path, ""));
    var said = new ArrayList<String>();
    for (String step : steps.split(" ")) {
      if (step.startsWith("[")) {
        guard.buildStarted();
        for (String write : step.substring(1, step.length() - 1).split(",")) {
          write(write, disk).forEach(path -> assertThat(guard.changed(path, 0)).isFalse());
        }
        LoopGuard.Verdict verdict = guard.buildFinished();
        said.add(verdict.exhausted() ? "!" : words(verdict));
      } else {
        write(step, disk).forEach(path -> assertThat(guard.changed(path, 0)).isTrue());
        said.add(step.substring(0, step.indexOf('=')));
      }
    }
    assertThat(String.join(" ", said)).as(name).isEqualTo(expected);
  }

  private static String words(LoopGuard.Verdict verdict) {
    var words = new StringBuilder(String.join(",", verdict.changed().keySet()));
    for (String path : verdict.newOutput()) {
      words.append('+').append(path);
    }
    return words.isEmpty() ? "-" : words.toString();
  }

  private static List<String> write(String assignment, Map<String, String> disk) {
    if (assignment.isEmpty()) {
      return List.of();
    }
    String[] parts = assignment.split("=");
    disk.put(parts[0], parts[1].equals("?") ? "" : parts[1]);
    return List.of(parts[0]);
  }
}
