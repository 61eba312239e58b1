package dev.pitstop.digest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.text.LineSplitter;
import dev.pitstop.text.PlainText;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("every distinct error of a build, with file and line; warnings only without one")
class DistinctErrorsTest {
  private static final Path OUTPUTS = Path.of("src/test/resources/builds");
  private static final Path HOME = Path.of("/home/me/build");

  /// How a place with its message looks in the outputs; of rustc the place is below the message.
  private static final Pattern ERROR =
      Pattern.compile(
          "(?m)^(\\[ERROR\\] |e: )?\\S+?(:\\d+(:\\d+)?:?|\\(\\d+,\\d+\\):?|:\\[\\d+,\\d+\\])( - )?"
              + " ?(fatal )?(error.*|cannot .*|incompatible .*|Unresolved .*|Type .*)$"
              + "|^error\\[\\S+\\]: .*\\n +--> .*$"
              + "|^✘ \\[ERROR\\] .*\\n\\n +\\S+:\\d+:\\d+:$"
              + "|^\\./main\\.go:.*$");

  private static String recorded(String name) throws IOException {
    return Files.readString(OUTPUTS.resolve(name + ".txt"), StandardCharsets.UTF_8);
  }

  private static BuildReport report(String output) {
    try (var log = BuildLog.inMemory(_ -> {})) {
      log.line("$ make everything");
      LineSplitter feed = log.stream();
      byte[] bytes = output.getBytes(StandardCharsets.UTF_8);
      feed.add(bytes, 0, bytes.length);
      feed.end();
      log.line("(the build command ended with exit code 1)");
      return log.report(HOME);
    }
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "javac, 16",
    "javac-syntax, 4",
    "gradle-java, 17",
    "maven, 20",
    "rustc, 9",
    "cargo, 9",
    "go, 8",
    "gcc, 5",
    "gcc-header, 1",
    "tsc, 7",
    "tsc-pretty, 7",
    "esbuild, 3",
    "py_compile, 1",
    "compileall, 2",
    "dotnet, 3",
    "swift, 5",
    "gradle-kotlin, 4",
    "busy, 2"
  })
  void counted(String name, int errors) throws IOException {
    BuildReport report = report(recorded(name));
    assertThat(report.errors()).as(report.text()).isEqualTo(errors);
    assertThat(report.text())
        .startsWith(Words.groupedCount(errors, "error") + ":\n$ make everything\n");
    assertBounded(report);
  }

  private static void assertBounded(BuildReport report) {
    assertThat(report.text().lines().count()).isLessThanOrEqualTo(BuildReport.MOST_LINES);
    assertThat(report.text().length()).isLessThanOrEqualTo(BuildReport.MOST_CHARS);
  }

  /// Places and messages, as often as the tool told them about different mistakes.
  private static List<String> errors(String output) {
    StringBuilder plain = new StringBuilder();
    output.lines().forEach(l -> plain.append(PlainText.of(l)).append('\n'));
    String shown = plain.toString().replace("file://" + HOME + "/", "").replace(HOME + "/", "");
    Set<String> all = new LinkedHashSet<>();
    List<String> found = new ArrayList<>();
    Matcher m = ERROR.matcher(shown);
    while (m.find()) {
      String error = m.group().replace("\n\n", "\n").stripTrailing();
      if (all.add(error) || error.matches(".*\\.java:\\d+: error.*")) {
        found.add(error); // of javac two in a line differ only by the mark below
      }
    }
    return found;
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "javac, 16",
    "javac-syntax, 4",
    "gradle-java, 16",
    "maven, 20",
    "rustc, 9",
    "cargo, 9",
    "go, 8",
    "gcc, 5",
    "gcc-header, 1",
    "tsc, 7",
    "tsc-pretty, 7",
    "esbuild, 3",
    "dotnet, 3",
    "swift, 3",
    "gradle-kotlin, 3"
  })
  @DisplayName("all of them are there, also in a flood of other lines and warnings")
  void there(String name, int errors) throws IOException {
    String output = recorded(name);
    String flood = "src/old.c:3:4: warning: this is old\n    old();\n    ^\nfine\n\n".repeat(500);
    for (String around : List.of("", flood)) {
      BuildReport report = report(around + output + around);
      List<String> expected = errors(output);
      assertThat(expected).as(String.join("\n", expected)).hasSize(errors);
      String rest = report.text();
      for (String error : expected) {
        assertThat(rest).as(report.text()).contains(error);
        rest = rest.substring(rest.indexOf(error) + error.length());
      }
      assertThat(report.text()).doesNotContain("this is old").doesNotContain("warning: unused");
      assertThat(report.text().lines()).noneMatch(String::isBlank);
      assertBounded(report);
    }
  }

  @Test
  @DisplayName("Python: file and line of each are beside the message")
  void python() throws IOException {
    assertThat(report(recorded("compileall")).text())
        .contains("  File \"py/a.py\", line 1\n", "SyntaxError: invalid syntax\n")
        .contains("  File \"py/b.py\", line 1\n", "SyntaxError: '(' was never closed");
  }

  @Test
  @DisplayName(
      "two hundred errors with explanations: as many as there is room for, each with its place")
  void many() {
    StringBuilder output = new StringBuilder();
    for (int i = 1; i <= 200; i++) {
      output.append("error[E0425]: cannot find value `x` in this scope\n --> src/main.rs:");
      output.append(i).append(":9\n  |\n").append(i).append(" |     x\n  |     ^ not found\n\n");
    }
    BuildReport report = report(output.toString());
    assertThat(report.errors()).isEqualTo(200);
    assertThat(report.text())
        .startsWith("200 errors, the first 24:\n$ make everything\n")
        .contains(" --> src/main.rs:1:9\n", " --> src/main.rs:24:9\n", "lines left out …")
        .endsWith("(the build command ended with exit code 1)");
    assertBounded(report);
  }

  @Test
  @DisplayName("what is told twice counts once; the same words in another place are another error")
  void twice() {
    String once = "src/a.c:1:2: error: no\n";
    assertThat(report(once + once + "src/a.c:1:3: error: no\n").errors()).isEqualTo(2);
    String javac = "A.java:3: error: ';' expected\n  a b c\n   ^\n";
    assertThat(report(javac + javac + "A.java:3: error: ';' expected\n  a b c\n     ^\n").errors())
        .isEqualTo(2);
  }

  @Test
  @DisplayName("without an error the warnings are shown")
  void warnings() {
    assertThat(report("a.c:1:2: warning: unused variable 'x'\n    int x;\n        ^\n").text())
        .isEqualTo(
            """
            $ make everything
            a.c:1:2: warning: unused variable 'x'
                int x;
                    ^
            (the build command ended with exit code 1)\
            """);
  }
}
