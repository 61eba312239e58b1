package dev.pitstop.doctor;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Programs and libraries that are known for writing to stdout, by what they write.
final class StdoutWriters {
  private record Writer(Pattern line, String remedy) {}

  private static final List<Writer> KNOWN =
      List.of(
          writer(
              "\\[dotenv@[\\d.]+\\].*",
              "The library dotenv writes it: config({ quiet: true }), or DOTENV_CONFIG_QUIET=true"),
          writer(
              "> [@\\w./-]+@\\S+ \\S+.*",
              "npm or pnpm writes it: start the program itself, or with `npm run --silent`"),
          writer("> \\S.*", "npm writes it: start the program itself, or with `npm run --silent`"),
          writer(
              "yarn run v.*", "yarn writes it: start the program itself, or with `yarn --silent`"),
          writer(
              "\\[nodemon\\].*",
              "nodemon writes it: start the program itself, and let Pitstop restart it (--watch)"),
          writer(
              "\\[(INFO|WARNING|ERROR)\\] .*", "Maven writes it: mvn -q, or start the jar itself"),
          writer(
              "> Task :.*", "Gradle writes it: gradle -q --console=plain, or start the jar itself"),
          writer(
              ".*:: Spring Boot ::.*|  \\.   ____.*",
              "Spring Boot writes it: spring.main.banner-mode=off, and a logger that writes to"
                  + " System.err"),
          writer(
              "\\{.*\"level\":.*\\}",
              "A logger that writes JSON: have it write to stderr (pino: pino.destination(2))"),
          writer(
              "Content-Length: \\d+.*",
              "That is the framing of language servers: MCP wants one JSON message a line, and no"
                  + " headers"));

  private StdoutWriters() {}

  private static Writer writer(String line, String remedy) {
    return new Writer(Pattern.compile(line), remedy);
  }

  /// What to do if the first of these lines is known.
  static Optional<String> known(List<String> lines) {
    for (String line : lines) {
      for (Writer w : KNOWN) {
        if (w.line().matcher(line.stripTrailing()).matches()) {
          return Optional.of(w.remedy());
        }
      }
    }
    return Optional.empty();
  }
}
