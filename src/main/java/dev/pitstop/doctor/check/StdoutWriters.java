package dev.pitstop.doctor.check;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Programs and libraries that are known to write to stdout, by their output.
public final class StdoutWriters {
  private record Writer(Pattern line, String remedy) {}

  private static final List<Writer> KNOWN =
      List.of(
          writer(
              "\\[dotenv@[\\d.]+\\].*",
              "dotenv writes it: use config({ quiet: true }), or DOTENV_CONFIG_QUIET=true"),
          writer(
              "> [@\\w./-]+@\\S+ \\S+.*",
              "npm or pnpm writes it: start the program directly, or use `npm run --silent`"),
          writer("> \\S.*", "npm writes it: start the program directly, or use `npm run --silent`"),
          writer(
              "yarn run v.*", "yarn writes it: start the program directly, or use `yarn --silent`"),
          writer(
              "\\[nodemon\\].*",
              "nodemon writes it: start the program directly, and let Pitstop restart it (--watch)"),
          writer(
              "\\[(INFO|WARNING|ERROR)\\] .*",
              "Maven writes it: use mvn -q, or start the jar directly"),
          writer(
              "> Task :.*",
              "Gradle writes it: use gradle -q --console=plain, or start the jar directly"),
          writer(
              ".*:: Spring Boot ::.*|  \\.   ____.*",
              "Spring Boot writes it: set spring.main.banner-mode=off, and log to System.err"),
          writer(
              "\\{.*\"level\":.*\\}",
              "A JSON logger writes it: send it to stderr (pino: pino.destination(2))"),
          writer(
              "Content-Length: \\d+.*",
              "Write one JSON message per line, without headers: this is the framing of language"
                  + " servers"));

  private StdoutWriters() {}

  private static Writer writer(String line, String remedy) {
    return new Writer(Pattern.compile(line), remedy);
  }

  /// The remedy for the first line whose writer is known.
  static Optional<String> known(List<String> lines) {
    return lines.stream()
        .map(String::stripTrailing)
        .flatMap(line -> KNOWN.stream().filter(w -> w.line().matcher(line).matches()))
        .findFirst()
        .map(Writer::remedy);
  }
}
