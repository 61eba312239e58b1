package dev.pitstop.digest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.pitstop.text.LineSplitter;
import dev.pitstop.text.Words;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("build output, short for an agent")
class BuildReportTest {
  private static final Path WORK = Path.of("/home/dev/app").toAbsolutePath();

  @TempDir Path directory;

  private static BuildReport report(String output) {
    try (var log = BuildLog.inMemory(_ -> {})) {
      feed(log, output);
      return log.report(WORK);
    }
  }

  private static void feed(BuildLog log, String output) {
    LineSplitter stream = log.stream();
    byte[] bytes = output.getBytes(StandardCharsets.UTF_8);
    stream.add(bytes, 0, bytes.length);
    stream.end();
  }

  @Test
  @DisplayName("what Pitstop writes itself, such as the command, is no error of the build")
  void ownLines() {
    try (var log = BuildLog.inMemory(_ -> {})) {
      log.line("$ echo 'x.c:1:1: error: E1'; exit 1");
      feed(log, "x.c:1:1: error: E1\n");
      log.line("error: (the build command ended with exit code 1)");
      BuildReport report = log.report(WORK);
      assertThat(report.errors()).isEqualTo(1);
      assertThat(report.text()).contains("$ echo", "x.c:1:1: error: E1", "ended with exit code 1");
    }
  }

  static List<Arguments> tools() {
    return List.of(
        arguments("javac", Outputs.JAVAC, 2),
        arguments("Maven", Outputs.MAVEN, 2),
        arguments("Gradle", Outputs.GRADLE, 2),
        arguments("tsc", Outputs.TSC, 2),
        arguments("tsc --pretty", Outputs.TSC_PRETTY, 1),
        arguments("eslint", Outputs.ESLINT, 2),
        arguments("cargo", Outputs.CARGO, 2),
        arguments("gcc", Outputs.GCC, 3),
        arguments("go", Outputs.GO, 2),
        arguments("Python", Outputs.PYTHON, 1),
        arguments("py_compile", Outputs.PY_COMPILE, 1),
        arguments("pytest", Outputs.PYTEST, 1),
        arguments("npm", Outputs.NPM, 1),
        arguments("npm with a missing tool", Outputs.NPM_NOT_FOUND, 1),
        arguments("node", Outputs.NODE, 1),
        arguments("a good build", Outputs.GOOD, 0));
  }

  @ParameterizedTest(name = "{0}: {2} errors")
  @MethodSource("tools")
  void countsWhatTheToolReported(String tool, String output, int errors) {
    BuildReport report = report(output);
    assertThat(report.errors()).as("%s%n%s", tool, report.text()).isEqualTo(errors);
  }

  /// The same messages within ten thousand other lines: all of what matters is still there.
  @ParameterizedTest(name = "{0}")
  @MethodSource("tools")
  void findsTheErrorsInAFlood(String tool, String output, int errors) {
    String flood = "compiling something that is fine\n".repeat(5_000);
    BuildReport report = report(flood + output + flood);
    assertThat(report.errors()).as(tool).isEqualTo(errors);
    assertWithinBudget(report);
    assertThat(report.text()).contains("lines left out …");
    for (String line : errorLines(output)) {
      assertThat(report.text()).as(tool).contains(line);
    }
  }

  private static List<String> errorLines(String output) {
    var lines = new ArrayList<String>();
    for (String line : output.split("\n")) {
      if (isError(line)) {
        lines.add(line.replace("file://", "").replace(WORK + "/", ""));
      }
    }
    return lines;
  }

  private static boolean isError(String line) {
    Diagnostics.Kind kind = Diagnostics.of(line);
    return kind == Diagnostics.Kind.ERROR || kind == Diagnostics.Kind.ERROR_BELOW;
  }

  private static void assertWithinBudget(BuildReport report) {
    assertThat(report.text().lines().count()).isLessThanOrEqualTo(BuildReport.MOST_LINES);
    assertThat(report.text().length()).isLessThanOrEqualTo(BuildReport.MOST_CHARS);
  }

  @Test
  void mavenIsNotRepeatedAndItsAdviceLeftOut() {
    assertThat(report(Outputs.MAVEN).text())
        .isEqualTo(
            """
            2 errors:
            … 4 lines left out …
            [ERROR] COMPILATION ERROR :
            [ERROR] src/main/java/A.java:[3,5] cannot find symbol
              symbol:   class Foo
              location: class A
            [ERROR] src/main/java/A.java:[4,13] incompatible types: String cannot be converted to int
            … 2 lines left out …
            [ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.16.0:compile\
             (default-compile) on project app: Compilation failure: Compilation failure:\
            """);
  }

  @Test
  void javacKeepsSourceLineCaretAndSymbol() {
    String flood = "Note: fine.\n".repeat(2_000);
    assertThat(report(flood + Outputs.JAVAC + flood).text())
        .contains(
            """
            src/A.java:3: error: cannot find symbol
                Foo x = 1;
                ^
              symbol:   class Foo
              location: class A
            """)
        .doesNotContain(WORK.toString());
  }

  @Test
  void aBlockOfRustcIsKeptWhole() {
    String flood = "   Compiling dep v1.0.0\n".repeat(2_000);
    assertThat(report(flood + Outputs.CARGO + flood).text())
        .contains(
            """
            error[E0308]: mismatched types
             --> src/main.rs:3:18
              |
            3 |     let x: i32 = "a";
              |            ---   ^^^ expected `i32`, found `&str`
            """);
  }

  @Test
  void eslintNamesTheFile() {
    String flood = "fine\n".repeat(2_000);
    assertThat(report(flood + Outputs.ESLINT + flood).text())
        .contains("src/a.js\n   1:7  error  'x' is assigned a value but never used");
  }

  @Test
  void ofALongTracebackTheLastFramesAreKept() {
    var output = new StringBuilder("fine\n".repeat(2_000));
    output.append("Traceback (most recent call last):\n");
    for (int i = 0; i < 15; i++) {
      output.append("  File \"/home/dev/app/m").append(i).append(".py\", line 3, in f\n    g()\n");
    }
    output.append("NameError: name 'g' is not defined\n").append("fine\n".repeat(2_000));
    BuildReport report = report(output.toString());
    assertThat(report.errors()).isEqualTo(1);
    assertThat(report.text())
        .contains("File \"m14.py\", line 3", "\nNameError: name 'g' is not defined\n")
        .doesNotContain("\"m1.py\"");
  }

  @Test
  @Tag("slow")
  void twoHundredThousandLinesAreBoundedInMemoryAndReport() throws Exception {
    Path file = directory.resolve("build.log");
    try (var log = BuildLog.to(file, _ -> {})) {
      LineSplitter out = log.stream();
      LineSplitter err = log.stream();
      for (int i = 1; i <= 100_000; i++) {
        byte[] line = ("building module " + i + "\n").getBytes(StandardCharsets.UTF_8);
        out.add(line, 0, line.length);
        byte[] error =
            ("/home/dev/app/m.c:" + i + ":1: error: no\n").getBytes(StandardCharsets.UTF_8);
        err.add(error, 0, error.length);
      }
      out.end();
      err.end();
      BuildReport report = log.report(WORK);
      assertThat(report.lines()).isEqualTo(200_000);
      assertThat(report.errors()).isEqualTo(100_000);
      assertWithinBudget(report);
      assertThat(report.text())
          .startsWith("100,000 errors, the first 52:\n")
          .contains("m.c:1:1: error: no\n", "m.c:52:1: error: no\n", "left out …")
          .endsWith("Full log: " + file);
    }
    assertThat(Files.readAllLines(file)).hasSize(200_000);
  }

  @Test
  void theCaptureKeepsABoundedNumberOfLines() {
    var capture = new Capture();
    for (int i = 0; i < 100_000; i++) {
      capture.add((i % 3 == 0 ? "error: e" : "line ") + i, false);
    }
    Capture.Kept kept = capture.kept();
    assertThat(kept.lines()).isEqualTo(100_000);
    assertThat(kept.first()).hasSize(Capture.KEPT);
    assertThat(kept.last()).hasSize(Capture.KEPT);
    assertThat(kept.errors()).hasSize(Capture.KEPT);
    assertThat(kept.errors().stream().mapToInt(e -> e.more().size()).sum())
        .isLessThanOrEqualTo(20 * Capture.KEPT);
  }

  @Test
  @Tag("slow")
  @DisplayName("the log file of a build that floods is cut, which file and report say")
  void theFileIsBounded() throws Exception {
    Path file = directory.resolve("build.log");
    byte[] lines = "building a module\n".repeat(1_000).getBytes(StandardCharsets.UTF_8);
    long written = 0;
    try (var log = BuildLog.to(file, _ -> {})) {
      log.line("$ make");
      LineSplitter out = log.stream();
      while (written < 2 * BuildLog.MOST_BYTES) {
        out.add(lines, 0, lines.length);
        written += lines.length;
      }
      feed(log, "the last words\n");
      log.line("(the build command ended with exit code 1)");
      assertThat(log.report(WORK).text())
          .contains("the last words")
          .endsWith("Full log: " + file + " (only the first 16 MiB of the output)");
    }
    assertThat(Files.size(file)).isBetween(BuildLog.MOST_BYTES - 100, BuildLog.MOST_BYTES + 1_000);
    List<String> last = Files.readAllLines(file);
    assertThat(last).startsWith("$ make", "building a module").doesNotContain("the last words");
    assertThat(last.subList(last.size() - 2, last.size()))
        .containsExactly(
            "(Pitstop stopped writing the output here, after the first 16 MiB)",
            "(the build command ended with exit code 1)");
  }

  @Test
  void fiftyMegabytesWithoutALineEnd() throws Exception {
    Path file = directory.resolve("build.log");
    byte[] chunk = "x".repeat(100_000).getBytes(StandardCharsets.UTF_8);
    try (var log = BuildLog.to(file, _ -> {})) {
      LineSplitter feed = log.stream();
      for (int i = 0; i < 500; i++) {
        feed.add(chunk, 0, chunk.length);
      }
      feed.end();
      BuildReport report = log.report(WORK);
      assertThat(report.lines()).isEqualTo(1);
      assertWithinBudget(report);
      assertThat(report.text()).contains("xxx … [cut: 49995904 more bytes]");
    }
    assertThat(Files.readAllLines(file))
        .singleElement()
        .satisfies(line -> assertThat(line).endsWith("xxx … [cut: 49995904 more bytes]"));
  }

  @Test
  void emptyOutput() {
    BuildReport report = report("");
    assertThat(report.text()).isEqualTo("(no output)");
    assertThat(report.lines()).isZero();
    assertThat(report.errors()).isZero();
  }

  @Test
  void shortOutputIsShownWhole() {
    assertThat(report("a\n\nb\n").text()).isEqualTo("a\n\nb");
  }

  @Test
  void whatIsLeftOutIsCountedExactly() {
    var output = new StringBuilder();
    for (int i = 1; i <= 5_000; i++) {
      output.append("line ").append(i).append('\n');
    }
    List<String> lines = report(output.toString()).text().lines().toList();
    String gap = lines.get(8);
    int shown = lines.size() - 1;
    assertThat(lines.getFirst()).isEqualTo("line 1");
    assertThat(lines.getLast()).isEqualTo("line 5000");
    assertThat(gap).isEqualTo("… " + Words.grouped(5_000 - shown) + " lines left out …");
  }

  @Test
  void manyLongLinesStayWithinTheBudget() {
    BuildReport report = report(("error: " + "y".repeat(3_000) + "\n").repeat(3) + "z".repeat(900));
    assertWithinBudget(report);
    assertThat(report.errors()).isEqualTo(1);
  }

  @Test
  @DisplayName("lines reach the listener plain, for progress")
  void linesReachTheListener() {
    var heard = new ArrayList<String>();
    try (var log = BuildLog.inMemory(heard::add)) {
      log.line("$ make");
      feed(log, "\u001b[32mok\u001b[0m\n1%\r2%\n");
    }
    assertThat(heard).containsExactly("$ make", "ok", "2%");
  }

  @Test
  @DisplayName("the full log holds every line as plain text, those of two streams unmixed")
  void theFileHoldsWhatCame() throws Exception {
    Path file = Files.writeString(directory.resolve("build.log"), "of the last build");
    byte[] half = "\u001b[1mhal".getBytes(StandardCharsets.UTF_8);
    byte[] rest = "f\nnext".getBytes(StandardCharsets.UTF_8);
    byte[] other = "other\n".getBytes(StandardCharsets.UTF_8);
    try (var log = BuildLog.to(file, _ -> {})) {
      LineSplitter out = log.stream();
      LineSplitter err = log.stream();
      out.add(half, 0, half.length);
      err.add(other, 0, other.length);
      out.add(rest, 0, rest.length);
      out.end();
      err.end();
    }
    assertThat(file).hasContent("other\nhalf\nnext\n");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  @DisplayName("the log is its owner's alone")
  void ownerOnly() throws Exception {
    Path file = directory.resolve("build.log");
    BuildLog.to(file, _ -> {}).close();
    assertThat(Files.getPosixFilePermissions(file))
        .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
  }

  @Test
  void anUnwritableFileIsSaidAndFailsNothing() throws Exception {
    Path file = directory.resolve("build.log");
    var log = BuildLog.to(file, _ -> {});
    log.close();
    feed(log, "a\n");
    assertThat(log.report(WORK).text()).startsWith("a\nFull log: " + file + " (incomplete");
  }
}
