package dev.pitstop.doctor;

import dev.pitstop.project.Language;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Checks stdout for lines that are not messages.
final class StdoutCheck {
  private static final String AREA = "stdout";
  private static final int LONGEST = 120;

  /// A line of stdout that is not a message.
  ///
  /// @param number of the line, from 1
  record Stray(int number, String text) {}

  private StdoutCheck() {}

  /// @param stray the first such lines
  /// @param count how many there were
  /// @param origin finds where a line comes from: `src/index.ts:12`
  static Finding of(
      List<Stray> stray, int count, Language language, Function<String, Optional<String>> origin) {
    if (count == 0) {
      return Finding.ok(AREA, "only protocol messages");
    }
    List<String> details =
        stray.stream()
            .map(l -> "line " + l.number() + ": " + Parts.quoted(l.text(), LONGEST))
            .toList();
    String text =
        Words.count(count, "line")
            + (count == 1 ? " is not a message" : " are not messages")
            + ": stdout is for messages only, and Cline stops the server at any other line";
    String remedy =
        stray.stream()
            .flatMap(line -> Signs.ofStdout(line.text()).stream())
            .findFirst()
            .orElseGet(() ->
                "Write it to stderr%s: %s"
                    .formatted(
                        stray.stream()
                            .flatMap(line -> origin.apply(line.text()).stream())
                            .findFirst()
                            .map(place -> " (at " + place + ")")
                            .orElse(""),
                        Signs.toStderr(language)));
    return Finding.fail(AREA, text, remedy).with(details);
  }
}
