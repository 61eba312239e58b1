package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.cli.options.Checks;
import dev.pitstop.cli.options.Here;
import dev.pitstop.cli.options.Logging;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.OwnWords;
import dev.pitstop.cli.options.SessionOptions;
import dev.pitstop.cli.options.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Which command lines the front starts a server for. It is the real front; what it becomes only
/// says what it was given.
@DisplayName("S1, O1: the front reads command lines as the program does")
@Timeout(120)
class FrontCommandLinesTest {
  @RegisterExtension final Bench bench = new Bench();

  private static final String SHOWS =
      "run_pitstop() { printf '%s\\n' \"${pitstop_server:-none}\" \"$pitstop_launcher\" \"$@\"; }\n";

  /// Words that mean something to one of the two, and words that look like them.
  private static final List<String> WORDS =
      List.of(
          "--",
          "--",
          "--",
          "true",
          "./true",
          "/bin/true",
          "x",
          "",
          "-",
          "-h",
          "-V",
          "--help",
          "--version",
          "cli",
          "mux",
          "doctor",
          "status",
          "call",
          "ps",
          "http://x/",
          "HTTPS://x",
          "--name",
          "--name=a",
          "--name=",
          "a b",
          "--order",
          "start-first",
          "stop-first",
          "--order=stop-first",
          "--order=none",
          "--on-crash",
          "respawn",
          "report",
          "--tools",
          "--tools=none",
          "all",
          "recompile",
          "--notices=off",
          "--notices",
          "inline",
          "--modern-client",
          "--modern-client=1",
          "--start-timeout=5s",
          "--start-timeout=0",
          "--hold-timeout",
          "0",
          "10",
          "1min",
          "500ms",
          "2h",
          "-1",
          "1234567890123",
          "--hold-limit=5",
          "--hold-limit=5s",
          "--call-timeout=1s",
          "--drain-timeout=1s",
          "--stop-timeout=1s",
          "--build-timeout=1s",
          "--handshake-timeout=1s",
          "--log-level",
          "debug",
          "loud",
          "--log-file",
          "none",
          "--log-file= ",
          "--build",
          "--build=make",
          "--watch",
          "*.c",
          "--cwd=.",
          "--env",
          "A=b",
          "--config",
          "--config=x",
          "--binary=x",
          "--replay=a",
          "--record=x",
          "--parallel=2",
          "--header",
          "--as",
          "--json",
          "--nonsense",
          "--nam",
          "--max-message=1MiB");

  private Path front = Path.of("");

  @BeforeEach
  void copy() throws IOException {
    Path built = Front.assumed();
    front = bench.dir().resolve("pitstop");
    Files.copy(built, front);
    Files.copy(built.resolveSibling("direct.sh"), bench.dir().resolve("direct.sh"));
    Files.writeString(bench.dir().resolve("start.sh"), SHOWS);
    Files.createSymbolicLink(bench.workDir().resolve("true"), Path.of("/bin/true"));
  }

  private List<String> shown(List<String> words) throws Exception {
    List<String> argv = new ArrayList<>(List.of(front.toString()));
    argv.addAll(words);
    Ended ended = Ended.of(argv, bench.environment(), bench.workDir());
    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.err()).as("the front itself says nothing").isEmpty();
    return List.of(ended.out().split("\n", -1));
  }

  /// Whether the front starts something; that it passes the words on is checked too.
  private boolean starts(List<String> words) throws Exception {
    List<String> shown = shown(words);
    assertThat(shown.get(1)).isEqualTo(front.toString());
    assertThat(shown.subList(2, shown.size() - 1)).isEqualTo(words);
    return !shown.getFirst().equals("none");
  }

  /// Whether the program begins a server for these words as soon as it has read them; an exception
  /// if they are a mistake.
  private static boolean begins(List<String> words) throws UsageException {
    Options o = Here.parse(words.toArray(String[]::new));
    Checks.notOfDoctor(o);
    if (o.has("help") || o.has("version") || o.command().isEmpty() || o.cli() || o.isUrl()) {
      return false;
    }
    if (o.command().getFirst().isEmpty() || o.begins("mux")) {
      return false;
    }
    Checks.of(o);
    if (!o.separated()) {
      OwnWords.check(o);
    }
    SessionOptions.settings(o);
    SessionOptions.replay(o);
    SessionOptions.tools(o);
    SessionOptions.patience(o);
    SessionOptions.notices(o);
    SessionOptions.buildMillis(o);
    Logging.level(o);
    return !o.text("name").isEmpty() == o.has("name")
        && o.text("cwd").isEmpty()
        && !o.has("build")
        && !o.has("watch")
        && !o.has("check")
        && !o.has("record")
        && o.all("env").isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-- true",
        "true",
        "true a b",
        "./true",
        "/bin/true",
        "-- true --name x -- y",
        "--name x --order=stop-first --log-level debug -- true",
        "--modern-client true",
        "--start-timeout 2min --hold-limit 7 --log-file none -- true",
        "-- doctor/../true",
      })
  @DisplayName("A plain session with one program: the server is started at once")
  void plain(String words) throws Exception {
    Files.createDirectories(bench.workDir().resolve("doctor"));
    assertThat(starts(List.of(words.split(" ", -1)))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--",
        "-- missing",
        "-- http://x/",
        "http://x/",
        "doctor -- true",
        "true --name x",
        "--build make -- true",
        "--watch *.c -- true",
        "--cwd . -- true",
        "--env A=b -- true",
        "--config x",
        "cli -- true",
        "--name x --name y -- true",
        "--nonsense -- true",
        "--name",
        "--name --",
        "--log-file -- true",
        "--help -- true",
        "-- work", // a directory
        "-- ./start.sh", // not executable
      })
  @DisplayName("Anything else is left to the program")
  void left(String words) throws Exception {
    Files.createDirectories(bench.workDir().resolve("work"));
    Files.writeString(bench.workDir().resolve("start.sh"), "");
    assertThat(starts(words.isEmpty() ? List.of() : List.of(words.split(" ", -1)))).isFalse();
  }

  @Test
  @DisplayName("What it starts for, the program accepts and begins")
  void asTheProgram() throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    int started = 0;
    for (int i = 0; i < 400; i++) {
      List<String> words = new ArrayList<>();
      for (int left = random.nextInt(6); left >= 0; left--) {
        words.add(WORDS.get(random.nextInt(WORDS.size())));
      }
      if (random.nextBoolean()) {
        words.addAll(List.of("--", "true"));
      }
      if (starts(words)) {
        started++;
        try {
          assertThat(begins(words)).as(words + ", seed " + seed).isTrue();
        } catch (UsageException mistake) {
          throw new AssertionError(words + ", seed " + seed, mistake);
        }
      }
    }
    assertThat(started).as("of 400").isPositive();
  }

  @Test
  @DisplayName("No PATH, an empty entry, a relative entry: only what is plain")
  void path() throws Exception {
    for (Map.Entry<String, Boolean> one :
        Map.of("/bin", true, "", false, ":/bin", false, "x:/bin", false, "/bin:", true)
            .entrySet()) {
      Map<String, String> env = new HashMap<>(bench.environment());
      env.put("PATH", one.getKey());
      Ended ended = Ended.of(List.of(front.toString(), "--", "true"), env, bench.workDir());
      assertThat(!ended.out().startsWith("none")).as(one.getKey()).isEqualTo(one.getValue());
    }
  }

  @Test
  @DisplayName("A launcher that is a script says what it was called, and nobody else hears of it")
  void calledAs() throws Exception {
    Map<String, String> env = new HashMap<>(bench.environment());
    env.put("PITSTOP_CALLED_AS", "/usr/bin/wrapped");
    Files.writeString(
        bench.dir().resolve("start.sh"), "run_pitstop() { env; echo \"$pitstop_launcher\"; }\n");
    Ended ended = Ended.of(List.of(front.toString(), "--", "true"), env, bench.workDir());
    assertThat(ended.out()).endsWith("\n/usr/bin/wrapped\n").doesNotContain("PITSTOP_CALLED_AS");
  }

  @Test
  @DisplayName("Without its other files it says so")
  void incomplete() throws Exception {
    Files.delete(bench.dir().resolve("start.sh"));
    Ended ended = Ended.of(List.of(front.toString()), bench.environment(), bench.workDir());
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).startsWith("pitstop: this installation is not complete");
  }
}
