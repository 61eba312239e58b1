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

  /// A program or library that is known to write such lines.
  private record Writer(String line, String remedy) {}

  private static final List<Writer> KNOWN =
      List.of(
          new Writer(
              "\\[dotenv@[\\d.]+\\].*",
              "dotenv writes it: use config({ quiet: true }), or DOTENV_CONFIG_QUIET=true"),
          new Writer(
              "> [@\\w./-]+@\\S+ \\S+.*",
              "npm or pnpm writes it: start the program directly, or use `npm run --silent`"),
          new Writer(
              "> \\S.*", "npm writes it: start the program directly, or use `npm run --silent`"),
          new Writer(
              "yarn run v.*", "yarn writes it: start the program directly, or use `yarn --silent`"),
          new Writer(
              "\\[nodemon\\].*",
              "nodemon writes it: start the program directly, and let Pitstop restart it (--watch)"),
          new Writer(
              "\\[(INFO|WARNING|ERROR)\\] .*",
              "Maven writes it: use mvn -q, or start the jar directly"),
          new Writer(
              "> Task :.*",
              "Gradle writes it: use gradle -q --console=plain, or start the jar directly"),
          new Writer(
              ".*:: Spring Boot ::.*|  \\.   ____.*",
              "Spring Boot writes it: set spring.main.banner-mode=off, and log to System.err"),
          new Writer(
              "\\{.*\"level\":.*\\}",
              "A JSON logger writes it: send it to stderr (pino: pino.destination(2))"),
          new Writer(
              "Content-Length: \\d+.*",
              "Write one JSON message per line, without headers: this is the framing of language"
                  + " servers"));

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
    Optional<String> place =
        stray.stream().map(l -> origin.apply(l.text())).flatMap(Optional::stream).findFirst();
    String text =
        Words.count(count, "line")
            + (count == 1 ? " is not a message" : " are not messages")
            + ": stdout is for messages only, and Cline stops the server at any other line";
    String remedy =
        known(stray.stream().map(Stray::text).toList())
            .orElse(
                "Write it to stderr%s: %s"
                    .formatted(
                        place.map(p -> " (at " + p + ")").orElse(""),
                        ServerLanguage.toStderr(language)));
    return Finding.fail(AREA, text, remedy).with(details);
  }

  /// The remedy for the first line whose writer is known.
  private static Optional<String> known(List<String> lines) {
    return lines.stream()
        .map(String::stripTrailing)
        .flatMap(line -> KNOWN.stream().filter(w -> line.matches(w.line())))
        .findFirst()
        .map(Writer::remedy);
  }
}
