package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The demo as a user runs it, but not at a terminal.
@DisplayName("pitstop demo")
class DemoTest {
  @RegisterExtension final Bench bench = new Bench();

  private Ended demo(Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    List<String> argv = new ArrayList<>(List.of(Bench.launcher().toString(), "demo"));
    argv.addAll(List.of(arguments));
    return Ended.of(argv, environment, bench.workDir());
  }

  /// With the temporary directory where the test can look into it.
  private Map<String, String> environment() {
    Map<String, String> env = bench.environment();
    env.put("PITSTOP_JAVA_OPTS", "-Djava.io.tmpdir=" + bench.dir().resolve("tmp"));
    return env;
  }

  @Test
  @DisplayName("tells the whole story, with real answers, in plain text, and leaves nothing")
  void tellsTheStory() throws Exception {
    Ended demo = demo(environment());
    assertThat(demo.err()).isEmpty();
    assertThat(demo.code()).isZero();
    assertThat(demo.out())
        .containsSubsequence(
            "$ pitstop --name weather --build \"javac -d classes WeatherServer.java\"",
            "client> tools/list",
            "cities, forecast\n",
            "agent> forecast {\"city\":\"Oslo\"}",
            "| Oslo: 4 degrees",
            // the crash, with its message and where it comes from
            "agent> forecast {\"city\":\"Atlantis\"}",
            "| [pitstop] ",
            "code 1, ",
            "java.util.NoSuchElementException: Atlantis",
            "at WeatherServer.celsius(WeatherServer.java:",
            // the restart, with its notice
            "agent> forecast {\"city\":\"Lisbon\"}",
            "| [pitstop] Server `weather` was restarted (spawn #2)",
            "| Lisbon: 19 degrees",
            // the failed build, with the compiler's words; the old server goes on
            "agent> recompile {}",
            "| WeatherServer.java:28: error: cannot find symbol",
            "symbol:   method celcius(String)",
            "| Nairobi: 24 degrees",
            // the reload, with the diff, and the client's new list
            "agent> recompile {}",
            "spawn #3",
            "+ tool `compare`",
            "client< notifications/tools/list_changed",
            "cities, forecast, compare\n",
            // the new tool, and the repaired old one
            "agent> compare {\"city\":\"Lisbon\",\"than\":\"Oslo\"}",
            "| 15 degrees",
            "| no weather station in Atlantis");
    assertPlainText(demo.out());
    assertNothingIsLeft();
  }

  /// At most 80 columns, where only a path may be longer.
  private void assertPlainText(String out) {
    assertThat(out).doesNotContain("\u001b").doesNotContain("\t");
    assertThat(out.lines())
        .allMatch(line -> line.length() <= 80 || line.contains(bench.dir().toString()));
  }

  /// No files and no process.
  private void assertNothingIsLeft() {
    for (String folder : List.of("tmp", "home", "state", "cache", "config", "work")) {
      assertThat(bench.dir().resolve(folder)).isEmptyDirectory();
    }
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      assertThat(all.filter(p -> p.info().commandLine().orElse("").contains(bench.dir() + "/tmp")))
          .isEmpty();
    }
  }

  /// The environment of a machine without a JDK.
  ///
  /// @param programs all that is on its `PATH`
  private Map<String, String> withoutJdk(List<String> programs) throws IOException {
    assumeTrue(
        Files.exists(Bench.launcher().resolveSibling("target/dist/runtime/bin/java")),
        "Pitstop runs on a whole JDK here");
    Path bin = Files.createDirectories(bench.dir().resolve("bin"));
    for (String program : programs) {
      Files.createSymbolicLink(bin.resolve(program), onPath(program));
    }
    Map<String, String> env = environment();
    env.remove("PITSTOP_JAVA_HOME");
    env.remove("JAVA_HOME");
    env.put("PATH", bin.toString());
    env.compute("PITSTOP_JAVA_OPTS", (name, options) -> options + " -Dpitstop.jdk=");
    return env;
  }

  /// The program itself: a version manager's stand-in for it needs more than itself.
  private static Path onPath(String program) {
    return Stream.concat(
            Stream.of("/usr/bin", "/bin", "/usr/local/bin"),
            Stream.of(System.getenv("PATH").split(File.pathSeparator)))
        .map(entry -> Path.of(entry, program))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new AssertionError(program + " is not installed"));
  }

  @Tag("all")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "node | node --check weather.mjs | weather.mjs | RangeError: Atlantis",
      })
  @DisplayName("the same story without a JDK, with Node")
  void withoutJdk(String program, String build, String file, String crash) throws Exception {
    Ended demo = demo(withoutJdk(List.of(program, "sh")));
    assertThat(demo.err()).isEmpty();
    assertThat(demo.code()).isZero();
    assertThat(demo.out())
        .containsSubsequence(
            "$ pitstop --name weather --build \"" + build + "\"",
            "cities, forecast\n",
            "| Oslo: 4 degrees",
            "code 1, ",
            file,
            crash,
            "| [pitstop] Server `weather` was restarted (spawn #2)",
            "| Lisbon: 19 degrees",
            "agent> recompile {}",
            "| [pitstop] The build of server `weather` failed",
            file,
            "SyntaxError: ",
            "| Nairobi: 24 degrees",
            "spawn #3",
            "+ tool `compare`",
            "cities, forecast, compare\n",
            "| 15 degrees",
            "| no weather station in Atlantis");
    assertThat(bench.dir().resolve("tmp")).isEmptyDirectory();
  }

  @Tag("all")
  @Test
  @DisplayName("a program that is there and is of no use is passed over")
  void ofNoUse() throws Exception {
    Map<String, String> env = withoutJdk(List.of("node", "sh"));
    Path javac = bench.dir().resolve("bin/javac");
    Files.writeString(javac, "#!/bin/sh\necho 'install me first' >&2\nexit 1\n");
    assertThat(javac.toFile().setExecutable(true)).isTrue();
    Ended demo = demo(env);
    assertThat(demo.code()).as(demo.err()).isZero();
    assertThat(demo.out()).contains("$ node --check weather.mjs");
  }

  @Tag("all")
  @Test
  @DisplayName("without a JDK and Node, one clear line and exit code 1")
  void needsSomething() throws Exception {
    Map<String, String> env = withoutJdk(List.of());
    env.put("PATH", "");
    Ended demo = demo(env);
    assertThat(demo.code()).isEqualTo(1);
    assertThat(demo.out()).isEmpty();
    assertThat(demo.err().lines())
        .singleElement()
        .asString()
        .startsWith("pitstop: the demo failed: ")
        .contains("a JDK (javac, version 17 or newer) or Node", "JAVA_HOME");
  }

  @Tag("all")
  @Test
  @DisplayName("an argument that it does not know is a mistake on the command line")
  void takesNoArguments() throws Exception {
    Ended demo = demo(environment(), "faster");
    assertThat(demo.code()).isEqualTo(2);
    assertThat(demo.err()).contains("`pitstop demo` takes no arguments");
  }
}
