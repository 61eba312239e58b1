package dev.pitstop.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pitstop.Rounds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName(".gitignore rules (gitignore(5))")
class GitIgnoreTest {
  /// What one rule file says about a path.
  enum Verdict {
    IGNORED,
    INCLUDED,
    SILENT
  }

  @TempDir Path directory;

  /// Rules separated by `;`; a path that ends in `/` is a directory.
  @ParameterizedTest(name = "{0} of {1}: {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          *.log            | a.log       | IGNORED
          *.log            | d/a.log     | IGNORED
          *.log;!keep.log  | d/keep.log  | INCLUDED
          !keep.log;*.log  | keep.log    | IGNORED
          /a               | a           | IGNORED
          /a               | d/a         | SILENT
          d/a              | d/a         | IGNORED
          d/a              | e/d/a       | SILENT
          gen/             | gen/        | IGNORED
          gen/             | gen         | SILENT
          gen/             | x/gen/      | IGNORED
          /x/gen/          | x/gen/      | IGNORED
          **/foo           | foo         | IGNORED
          **/foo           | a/b/foo     | IGNORED
          **/foo/bar       | a/foo/bar   | IGNORED
          abc/**           | abc/        | SILENT
          abc/**           | abc/d/e     | IGNORED
          a/**/b           | a/b         | IGNORED
          a/**/b           | a/x/y/b     | IGNORED
          a/*/b            | a/x/y/b     | SILENT
          #x               | #x          | SILENT
          \\#x             | #x          | IGNORED
          \\!x             | !x          | IGNORED
          a[0-9]           | a7          | IGNORED
          a[!0-9]          | a7          | SILENT
          x**y             | xzzy        | IGNORED
          x**y/q           | xz/zy/q     | SILENT
          **               | a/b         | IGNORED
          a[/]b            | a/b         | SILENT
          a[              | a[          | SILENT
          """)
  void verdict(String rules, String path, Verdict expected) {
    boolean isDirectory = path.endsWith("/");
    String file = "/top/" + (isDirectory ? path.substring(0, path.length() - 1) : path);
    Path top = Path.of("/top");
    String text = rules.replace(';', '\n');
    boolean alone = IgnoreRules.NONE.with(top, text).ignores(file, isDirectory);
    // Where these rules are silent, those of the directory above decide.
    boolean within =
        IgnoreRules.NONE.with(Path.of("/"), "**").with(top, text).ignores(file, isDirectory);
    assertThat(alone ? Verdict.IGNORED : within ? Verdict.SILENT : Verdict.INCLUDED)
        .isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0} matches {1}: {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a.ts       | a.ts   | true
          a.ts       | a_ts   | false
          *          | .x     | true
          *.ts       | a.ts   | true
          *.ts       | .ts    | true
          *.ts       | a.tsx  | false
          a*b*c      | aXbYbc | true
          a*b*c      | aXbY   | false
          ?.c        | é.c    | true
          ?.c        | 😀.c   | true
          [a-c].x    | b.x    | true
          [!a-c].x   | b.x    | false
          [^a-c].x   | d.x    | true
          []a]       | ]      | true
          [!]a]      | b      | true
          [a-]       | -      | true
          [\\]]      | ]      | true
          [[:digit:]]* | 7up  | true
          [[:alpha:]]* | 7up  | false
          [[:wrong:]]  | a    | false
          \\*        | *      | true
          \\*        | x      | false
          a\\        | a      | false
          [ab        | a      | false
          *[ab       | xa     | false
          ***        | abc    | true
          *a*a*a*b   | aaaaaaaaaaaaaaaaaaaaaaaaaaaa | false
          """)
  @DisplayName("wildcards within one path segment")
  void wildcards(String pattern, String name, boolean expected) {
    assertThat(IgnoreRules.NONE.with(Path.of("/top"), pattern).ignores("/top/" + name, false))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a  ", "a\\ ", "a\r", "\uFEFFa", "a\\", "\\a", " a", "a\t"})
  void spacesLineEndsAndEscapesAsGit(String line) throws Exception {
    List<String> names = List.of("a", "a ", "a\\", " a", "a\t");
    compareWithGit(List.of(".gitignore"), List.of(line + "\n"), names);
  }

  @Test
  @DisplayName("lines and names of any length, and stars without number, cost no time and no stack")
  void ofAnyLength() {
    Path top = Path.of("/top");
    String lines =
        "a*?[b]".repeat(50_000)
            + "\n"
            + "*a".repeat(400)
            + "*b\n"
            + "[a]?".repeat(250)
            + "\n*c\n"
            + " ".repeat(50_000);
    IgnoreRules rules = IgnoreRules.NONE.with(top, lines);
    assertThat(rules.ignores("/top/" + "a".repeat(250) + "c", false)).isTrue();
    assertThat(rules.ignores("/top/" + "a".repeat(500), false)).isTrue();
    assertThat(rules.ignores("/top/" + "a".repeat(900), false)).isFalse();
    assertThat(rules.ignores("/top/" + "a/".repeat(2_000) + "d", false)).isFalse();
  }

  @Test
  @DisplayName("agrees with git check-ignore on random trees and rules")
  void differential() throws Exception {
    var random = new Random(Rounds.seed(20_260_101));
    for (int round = 0; round < Integer.getInteger("pitstop.rounds", Rounds.of(60)); round++) {
      var paths = new TreeSet<String>();
      for (int i = 0; i < 40; i++) {
        paths.add(randomPath(random));
      }
      var files = new ArrayList<>(List.of(".gitignore"));
      var contents = new ArrayList<>(List.of(randomRules(random)));
      for (String name : List.of("a", "b/a", "build")) {
        if (random.nextBoolean()) {
          files.add(name + "/.gitignore");
          contents.add(randomRules(random));
        }
      }
      Path work = Files.createDirectory(directory.resolve("round" + round));
      compareWithGit(work, files, contents, List.copyOf(paths));
    }
  }

  // ASCII only: to git `?` is a byte, to us a character.
  private static final String[] NAMES = {
    "a", "b", "ab", "a.c", "b.log", "build", "x-y", ".hid", "ee", "a]", "A", "foo bar", "1"
  };

  // No literal before `**` in a segment: git cuts the literal prefix `a` of `a**/b` off first and
  // then
  // takes the rest for a leading `**/`, against its own manual.
  private static final String[] PIECES = {
    "a",
    "b",
    "ab",
    "*",
    "**",
    "*.c",
    "*.log",
    "b*",
    "?",
    "[ab]",
    "[!a]",
    "[a-b]*",
    "build",
    ".*",
    "x?y",
    "\\a",
    "a\\]",
    "[]a]*",
    "e?",
    "[[:alpha:]]",
    "[[:digit:]]",
    "?**",
    "foo\\ bar",
    "[^b]?",
    "[a",
    "*[!.]c"
  };

  private static String randomPath(Random random) {
    var path = new StringBuilder();
    int depth = 1 + random.nextInt(4);
    for (int i = 0; i < depth; i++) {
      path.append(i == 0 ? "" : "/").append(NAMES[random.nextInt(NAMES.length)]);
    }
    return path.toString();
  }

  private static String randomRules(Random random) {
    var rules = new StringBuilder();
    int count = 1 + random.nextInt(6);
    for (int i = 0; i < count; i++) {
      rules.append(random.nextInt(4) == 0 ? "!" : "");
      rules.append(random.nextInt(4) == 0 ? "/" : "");
      int depth = 1 + random.nextInt(3);
      for (int d = 0; d < depth; d++) {
        rules.append(d == 0 ? "" : "/").append(PIECES[random.nextInt(PIECES.length)]);
      }
      rules.append(random.nextInt(4) == 0 ? "/" : "").append('\n');
    }
    return rules.toString();
  }

  private void compareWithGit(List<String> files, List<String> contents, List<String> paths)
      throws Exception {
    compareWithGit(directory, files, contents, paths);
  }

  private static void compareWithGit(
      Path work, List<String> files, List<String> contents, List<String> paths) throws Exception {
    assumeTrue(gitIsHere(), "git is not installed");
    for (String path : paths) {
      makeFile(work, path);
    }
    for (int i = 0; i < files.size(); i++) {
      makeFile(work, files.get(i));
      if (Files.isRegularFile(work.resolve(files.get(i)))) {
        Files.writeString(work.resolve(files.get(i)), contents.get(i));
      }
    }
    run(work, "", "git", "init", "-q", ".");
    Set<String> all = new TreeSet<>();
    try (Stream<Path> walk = Files.walk(work)) {
      walk.filter(path -> !path.equals(work) && !path.startsWith(work.resolve(".git")))
          .forEach(path -> all.add(work.relativize(path).toString()));
    }
    String asked = String.join("\0", all) + "\0";
    String output =
        run(
            work,
            asked,
            "git",
            "-c",
            "core.excludesFile=",
            "-c",
            "core.ignoreCase=false",
            "check-ignore",
            "--no-index",
            "-z",
            "--stdin");
    Set<String> expected = new TreeSet<>();
    for (String path : output.split("\0")) {
      if (!path.isEmpty()) {
        expected.add(path);
      }
    }
    Set<String> actual = new TreeSet<>();
    for (String path : all) {
      if (ignored(work, path)) {
        actual.add(path);
      }
    }
    assertThat(actual).as("rules %s: %s", files, contents).isEqualTo(expected);
  }

  /// Files and directories may want the same name: the first comes first.
  private static void makeFile(Path work, String path) throws IOException {
    Path file = work.resolve(path);
    for (Path up = file.getParent(); up != null && !up.equals(work); up = up.getParent()) {
      if (Files.isRegularFile(up)) {
        return;
      }
    }
    Files.createDirectories(file.getParent());
    if (!Files.exists(file)) {
      Files.writeString(file, "x");
    }
  }

  private static boolean ignored(Path work, String path) {
    Path full = work;
    IgnoreRules rules = IgnoreRules.at(work, work, GitIgnoreTest::fail);
    for (Path name : Path.of(path)) {
      full = full.resolve(name);
      boolean isDirectory = Files.isDirectory(full);
      if (rules.ignores(Glob.text(full), isDirectory)) {
        return true;
      }
      if (isDirectory) {
        rules = rules.enter(full, GitIgnoreTest::fail);
      }
    }
    return false;
  }

  private static void fail(String problem) {
    throw new AssertionError(problem);
  }

  private static boolean gitIsHere() {
    try {
      return new ProcessBuilder("git", "--version").redirectErrorStream(true).start().waitFor()
          == 0;
    } catch (IOException | InterruptedException e) {
      return false;
    }
  }

  private static String run(Path work, String input, String... command) throws Exception {
    Path in = Files.createTempFile("input", "");
    Path out = Files.createTempFile("output", "");
    try {
      Files.writeString(in, input);
      var builder = new ProcessBuilder(command).directory(work.toFile());
      builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
      builder.redirectInput(in.toFile()).redirectOutput(out.toFile());
      builder.redirectError(ProcessBuilder.Redirect.DISCARD).start().waitFor();
      return Files.readString(out, StandardCharsets.UTF_8);
    } finally {
      Files.delete(in);
      Files.delete(out);
    }
  }
}
