package dev.pitstop.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.FakeTimers;
import dev.pitstop.channel.Target;
import dev.pitstop.process.Command;
import dev.pitstop.process.Platform;
import dev.pitstop.process.StopLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A whole visit of servers with one flaw each, which the test plays.
@DisplayName("pitstop doctor, a server's flaws")
@Timeout(60)
class ProgramVisitTest {
  /// Its sources have the banner, so that the place of that line is found.
  private static final Path SOURCE = Path.of("src/test/doctor/flawed.py").toAbsolutePath();

  private static List<Finding> visit(String flaw, long startMillis) {
    return visit(flaw, startMillis, Optional.empty());
  }

  private static List<Finding> visit(String flaw, long startMillis, Optional<Baseline> baseline) {
    Command command =
        new Command(
            List.of("python3", SOURCE.toString(), flaw),
            Map.of(),
            Optional.ofNullable(SOURCE.getParent()).orElseThrow());
    Patient patient =
        new Patient(
            "flawed",
            new Target.Program(command),
            Optional.empty(),
            0,
            List.of(),
            startMillis,
            new StopLimits(Duration.ofSeconds(5)),
            1_000_000,
            baseline);
    PlayedProgram played = new PlayedProgram(flaw);
    List<Finding> findings = new ArrayList<>();
    new ProgramVisit(
            patient,
            new Target.Program(command),
            new World(Optional.empty(), Map.of("PATH", "/usr/bin:/bin"), Platform.LINUX, "1.0"),
            new Machine(played, new FakeTimers(), played),
            findings::add)
        .run();
    return findings;
  }

  private static String shown(List<Finding> findings) {
    TextReport report = new TextReport(100, false);
    return findings.stream().map(report::finding).collect(Collectors.joining());
  }

  @ParameterizedTest
  @DisplayName("Of a server without a flaw there is nothing to complain of")
  @ValueSource(strings = {"none", "both-eras"})
  void flawless(String flaw) {
    List<Finding> findings = visit(flaw, 60_000);
    assertThat(findings).as(shown(findings)).allMatch(f -> f.mark() == Mark.OK);
    assertThat(findings)
        .extracting(Finding::area)
        .containsExactly(
            "start",
            "stdout",
            "eras",
            "lists",
            "schemas",
            "names",
            "descriptions",
            "tokens",
            "stop");
  }

  @ParameterizedTest
  @DisplayName("Each flaw is found and has a remedy")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "banner | ✗ stdout | 1 line is not a message | flawed.py:",
        "dotenv | ✗ stdout | 1 line is not a message | quiet: true",
        "exit | ✗ start | the server ended with exit code 1 | --env NAME=VALUE",
        "trace | ✗ start | the server ended with exit code 1 | for this interpreter",
        "modern-only | ! eras | modern only (2026-07-28) | Codex, Gemini CLI and OpenCode speak"
            + " only the legacy era",
        "revision | ✗ handshake | the revision \"1.0\" does not exist | clients disconnect",
        "no-info | ✗ protocol | serverInfo is missing | reject the whole answer",
        "instructions | ! instructions | 5,000 characters | essentials first",
        "probe-dies | ! eras | when asked for `server/discover` | -32601",
        "probe-silent | ! eras | no answer to `server/discover` within 5.0 s | -32601",
        "list-fails | ✗ lists | database is locked | do not declare the capability",
        "no-list | ✗ protocol | tools is missing | reject the whole answer",
        "no-ping | ! ping | `ping` is refused | Answer with {}",
        "string-ids | ✗ answers | match no open request | a number stays a number",
        "schemas | ✗ schemas | at the top level | all properties optional",
        "names | ✗ names | does not allow | only ASCII letters",
        "duplicates | ✗ lists | more than one tool with the same name | Rename one",
        "descriptions | ! descriptions | without a description | one or two sentences",
        "many | ! lists | Cursor accepts 40, VS Code accepts 128 | Offer fewer",
        "costly | ! tokens | about 15, | the biggest",
        "nameless | ✗ protocol | name is missing | reject the whole answer",
        "no-tools | ! lists | lists none | list_changed",
        "endless | ✗ lists | never ends: page 100 returns the cursor \"100\" | last page",
        "repeating | ✗ lists | returns the cursor \"page-two\" | last page",
        "pages | ! lists | 2 tools on 2 pages | only the first",
        "stderr | ! stderr | on stderr before the first call | debug mode",
        "hints | ✗ protocol | tools[0].annotations.readOnlyHint is \"yes\", but must be true or"
            + " false | reject the whole answer",
        "hints | ✗ protocol | tools[2].description is 5, but must be a string | tools[1].title is"
            + " 7",
        "hints | ✗ protocol | tools[3].icons[0].src is missing | reject the whole answer",
        "pattern | ✗ schemas | more.title is 7, but must be a string | Correct it",
        "latin1 | ✗ protocol | the answer to `initialize` is not valid UTF-8 | PYTHONUTF8",
        "grandchild | ✗ stop | the server leaves a process behind | Stop child processes",
        "stays | ! stop | the server still runs 2.0 s after the end of stdin; SIGTERM stops it |"
            + " sys.stdin.readline()",
        "stubborn | ✗ stop | 2.0 s after SIGTERM | Also exit on SIGTERM",
        "slow | ! start | Cline waits 3 s | Answer `initialize` first",
        "slow-handshake | ! start | 4.0 s after its start: | Answer `initialize` first",
      })
  void flaws(String flaw, String line, String text, String remedy) {
    String shown = shown(visit(flaw, 60_000));
    assertThat(shown.lines()).as(shown).anyMatch(l -> l.startsWith(line));
    assertThat(shown.replaceAll("\\s+", " ")).contains(text, remedy);
  }

  @ParameterizedTest
  @DisplayName("A baseline has the name that the server gives itself, in either era")
  @CsvSource({"none,flawed", "modern-only,modern-flawed"})
  void baseline(String flaw, String name, @TempDir Path directory) throws IOException {
    Path file = directory.resolve("contract.json");
    visit(flaw, 60_000, Optional.of(new Baseline(file, false)));
    assertThat(Files.readString(file)).contains("\"server\": \"" + name + "\"");
  }

  @ParameterizedTest
  @DisplayName("A server that answers nothing: what it wrote instead says why")
  @CsvSource(
      delimiter = '|',
      value = {
        "hang | The server printed nothing | type {} and Enter",
        "http | pitstop doctor http://localhost:8123/mcp | start the server for stdio",
        "text-ids | 1 answer that matches no request | the number 0 and the string",
        "no-newline | one came when Pitstop closed the server's stdin | flush stdout",
        "no-flush | one came when Pitstop closed the server's stdin | flush stdout",
        "floods | the server wrote 1 message | none of these messages is an answer",
      })
  void answersNothing(String flaw, String text, String remedy) {
    List<Finding> findings = visit(flaw, 5_000);
    assertThat(shown(findings).replaceAll("\\s+", " "))
        .contains("✗ start no answer to `initialize` within 5.0 s", text, remedy);
    assertThat(findings).hasSize(1);
  }
}
