package dev.pitstop.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.SystemTimers;
import dev.pitstop.channel.Target;
import dev.pitstop.http.BadSetting;
import dev.pitstop.http.Endpoint;
import dev.pitstop.http.fixture.Answer;
import dev.pitstop.http.fixture.ScriptedDaemon;
import dev.pitstop.http.fixture.Setup;
import dev.pitstop.log.Log;
import dev.pitstop.process.Command;
import dev.pitstop.process.OsSpawner;
import dev.pitstop.process.Platform;
import dev.pitstop.process.StopLimits;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A whole visit of daemons, which the test scripts.
@DisplayName("pitstop doctor, a daemon")
@Timeout(60)
class DaemonVisitTest {
  @TempDir Path directory;

  private List<Finding> visit(URI url, Optional<String> start, long startMillis) throws BadSetting {
    Target.Daemon daemon =
        new Target.Daemon(
            Endpoint.of(url.toString(), List.of()),
            new Command(List.of("sh"), Map.of(), directory),
            start,
            Optional.empty(),
            directory.resolve("out"));
    Patient patient =
        new Patient(
            "daemon",
            daemon,
            Optional.empty(),
            0,
            List.of(),
            startMillis,
            new StopLimits(Duration.ofSeconds(5)),
            1_000_000,
            Optional.empty());
    List<Finding> findings = new ArrayList<>();
    try (OsSpawner spawner = new OsSpawner(System.getenv(), problem -> {})) {
      new DaemonVisit(
              patient,
              daemon,
              new World(Optional.empty(), Map.of(), Platform.LINUX, "1.0"),
              new Machine(spawner, new SystemTimers(Log.nowhere()), Clock.ofTheSystem()),
              findings::add)
          .run();
    }
    return findings;
  }

  private Finding onlyFinding(URI url) throws BadSetting {
    List<Finding> findings = visit(url, Optional.empty(), 10_000);
    assertThat(findings).singleElement().matches(f -> f.mark() == Mark.FAIL);
    return findings.getFirst();
  }

  @Test
  @DisplayName("Of a daemon without a flaw there is nothing to complain of")
  void flawless() throws BadSetting {
    for (Setup setup : List.of(Setup.legacy(), Setup.modern())) {
      try (ScriptedDaemon daemon = ScriptedDaemon.started(setup)) {
        List<Finding> findings = visit(daemon.url(), Optional.empty(), 10_000);
        assertThat(findings).noneMatch(f -> f.mark() == Mark.FAIL);
        assertThat(findings).extracting(Finding::area).contains("start", "eras", "lists");
      }
    }
  }

  @Test
  @DisplayName("A wrong path: the URL at which an MCP server answers")
  void wrongPath() throws BadSetting {
    try (ScriptedDaemon daemon = ScriptedDaemon.started(Setup.legacy())) {
      Finding found = onlyFinding(daemon.url("/wrong"));
      assertThat(found.text()).contains("HTTP status 404", "so the path may be wrong");
      assertThat(found.remedy().orElse(""))
          .isEqualTo("Use " + daemon.url() + ": an MCP server answers there");
    }
  }

  @ParameterizedTest
  @DisplayName("What refuses the handshake decides the remedy; advice and HTML are left out")
  @CsvSource(
      delimiter = '|',
      value = {
        "401 | text/plain | who are you? | HTTP status 401 (text/plain) | Pass a token: --bearer-env VAR",
        "403 | text/plain | no entry | HTTP status 403 (text/plain): no entry | Pass a token: --bearer-env VAR",
        "500 | text/html | <html>oops</html> | HTTP status 500 (text/html) | Read the daemon's log",
        "404 | text/html | <html>no</html> | HTTP status 404 (text/html), so the path may be wrong | Correct the path",
        "410 | text/plain | gone | HTTP status 410 (text/plain): gone | Correct the path",
        "200 | text/html | <html>hi</html> | but its body does not answer this request | Correct the path",
      })
  void refused(int status, String type, String body, String end, String remedy) throws BadSetting {
    try (ScriptedDaemon daemon = ScriptedDaemon.started(Setup.legacy())) {
      daemon.onAny().reply(Answer.text(status, type, body));
      Finding found = onlyFinding(daemon.url());
      assertThat(found.text())
          .startsWith(daemon.url() + " answered with HTTP status")
          .endsWith(end);
      assertThat(found.remedy().orElse("")).startsWith(remedy);
    }
  }

  @Test
  @DisplayName("Nobody there; and a command to start it that fails, with its output")
  void nobody() throws BadSetting {
    try (ScriptedDaemon daemon = ScriptedDaemon.stopped()) {
      URI url = daemon.url();
      assertThat(visit(url, Optional.empty(), 100))
          .singleElement()
          .satisfies(f -> assertThat(f.text()).startsWith("cannot reach " + url + " within "))
          .satisfies(f -> assertThat(f.remedy().orElse("")).startsWith("Start the daemon"));
      assertThat(visit(url, Optional.of("echo no such table >&2; exit 3"), 30_000))
          .singleElement()
          .satisfies(
              f -> assertThat(f.text()).endsWith("; the `--start` command ended with exit code 3"))
          .satisfies(f -> assertThat(f.details()).contains("no such table"))
          .satisfies(f -> assertThat(f.remedy().orElse("")).startsWith("Fix the error"));
    }
  }
}
