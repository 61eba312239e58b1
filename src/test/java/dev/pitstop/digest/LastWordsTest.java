package dev.pitstop.digest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.process.StderrRing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("what a crash text quotes of stderr")
class LastWordsTest {
  private static final Path CRASHES = Path.of("src/test/resources/crashes");
  private static final Path HOME = Path.of("/home/me/weather");

  private static List<String> recorded(String name) throws IOException {
    return Files.readAllLines(CRASHES.resolve(name + ".txt"), StandardCharsets.UTF_8);
  }

  private static List<String> of(List<String> lines) {
    return LastWords.of(lines, HOME).lines();
  }

  static Stream<String> recordings() throws IOException {
    try (Stream<Path> files = Files.list(CRASHES)) {
      return files
          .map(f -> f.getFileName().toString())
          .filter(n -> n.endsWith(".txt"))
          .map(n -> n.substring(0, n.length() - 4))
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("recordings")
  @DisplayName("a real crash: head, causes, the user's frames, the others counted")
  void picture(String name) throws IOException {
    LastWords words = LastWords.of(recorded(name), HOME);
    assertThat(words.shortened()).isTrue();
    assertThat(words.lines())
        .isEqualTo(Files.readAllLines(CRASHES.resolve(name + ".expected"), StandardCharsets.UTF_8));
    assertBounded(words.lines());
  }

  @Test
  @DisplayName("a framework's banner is left out; a boxed traceback is not, nor the only lines")
  void banners() {
    List<String> banner =
        List.of("  ╭────────────╮", "  │  FastMCP   │", "  │  docs: url │", "  ╰────────────╯");
    List<String> error =
        List.of(
            "╭──── Traceback (most recent call last) ────╮",
            "│ /home/me/weather/s.py:3 in hi             │",
            "╰───────────────────────────────────────────╯",
            "ValueError: no");
    List<String> both = new ArrayList<>(banner);
    both.addAll(error);
    assertThat(of(both)).isEqualTo(error);
    assertThat(of(banner)).isEqualTo(banner);
    assertThat(of(List.of("╭──╮", "not closed"))).containsExactly("╭──╮", "not closed");
  }

  /// What must be there of each, whatever else the picture has.
  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          python-chained | KeyError: 'Ulm'
          python-chained | LookupError: no station for this city
          python-chained | RuntimeError: forecast failed
          python-chained | stations.py", line 4, in station
          python-group | ExceptionGroup: unhandled errors in a TaskGroup
          python-group | ValueError: station 2 has no readings
          node-server | Error: cannot load the stations
          node-server | [cause]: Error: ENOENT
          node-server | stations.mjs:3:44
          node-port | EADDRINUSE
          tsx-cause | [cause]: TypeError
          tsx-syntax | bad.ts:2:11: ERROR: Expected identifier
          java-causes | the call failed
          java-causes | Caused by: java.nio.file.NoSuchFileException
          java-causes | Suppressed: java.lang.IllegalStateException
          java-causes | weather.Server.forecast(Server.java:25)
          go-panic | panic: runtime error: index out of range
          go-panic | main.go:16 +0x7a
          go-panic | 4 other goroutines
          rust-backtrace | panicked at main.rs:3:20
          rust-backtrace | main::station
          rust-thread | no station for this city
          dotnet-inner | System.IO.FileNotFoundException
          dotnet-inner | Known.cs:line 9
          ruby-cause | key not found: "name" (KeyError)
          c-asan | server.c:3
          npm-workspace | TypeError: Cannot read properties
          """)
  void isThere(String name, String words) throws IOException {
    assertThat(String.join("\n", of(recorded(name)))).contains(words);
  }

  /// What the ring has kept of these lines.
  private static List<String> kept(List<String> lines) {
    StderrRing ring = new StderrRing();
    lines.forEach(line -> ring.append(1, StderrRing.Kind.STDERR, line));
    return of(ring.lastOf(1, StderrRing.LINES));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @DisplayName("a thousand lines of other goroutines, or of a log, leave the first trace")
  @CsvSource({
    "go-panic, main.go:13",
    "go-panic, index out of range",
    "go-nil, tools.go:31",
    "dotnet-inner, Known.cs:line 9",
    "dotnet-tool, Tools.cs:line 23",
    "dotnet-tool, System.NullReferenceException"
  })
  void beforeAThousand(String name, String words) throws IOException {
    List<String> lines = new ArrayList<>(recorded(name));
    boolean go = name.startsWith("go");
    for (int i = 100; i < 500; i++) {
      lines.addAll(
          go
              ? List.of(
                  "",
                  "goroutine " + i + " [select]:",
                  "main.watch(0xc00001)",
                  "\t/home/me/weather/go/watch.go:7 +0x32",
                  "created by main.main in goroutine 1",
                  "\t/home/me/weather/go/main.go:24 +0x95")
              : List.of("info: Weather.Cache[0]", "      entry " + i + " is closed", "debug: x"));
    }
    List<String> kept = kept(lines);
    assertThat(String.join("\n", kept)).contains(words).doesNotContain("watch.go");
    assertBounded(kept);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("recordings")
  @DisplayName("lines of a log that follow, a few or many, do not push the error out")
  void followed(String name) throws IOException {
    for (int more : new int[] {3, 25, 200}) {
      List<String> lines = new ArrayList<>(recorded(name));
      List<String> before = of(lines);
      for (int i = 0; i < more; i++) {
        lines.add("2026-11-22 INFO cache " + i + " is closed");
      }
      List<String> after = of(lines);
      assertThat(after).contains("2026-11-22 INFO cache " + (more - 1) + " is closed");
      assertThat(after).containsAll(heads(before));
      assertBounded(after);
    }
  }

  private static List<String> heads(List<String> lines) {
    return Reader.read(lines, new FrameOwners(HOME)).stream()
        .filter(p -> p.is(Part.Kind.HEAD) && p.stack() > 0)
        .map(Part::text)
        .limit(8)
        .toList();
  }

  @Test
  @DisplayName("colour codes are gone before; what was written to stdout is read, too")
  void strayStdout() throws IOException {
    List<String> lines = recorded("node-server").stream().map(l -> "[stdout] " + l).toList();
    assertThat(of(lines))
        .contains("[stdout] Error: cannot load the stations")
        .anyMatch(l -> l.endsWith("frames of node_modules and node:internal"));
  }

  @Test
  @DisplayName("a log without a stack keeps its last lines")
  void plain() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      lines.add("INFO line " + i);
    }
    LastWords words = LastWords.of(lines, HOME);
    assertThat(words.shortened()).isFalse();
    assertThat(words.lines()).isEqualTo(lines.subList(88, 100));
  }

  @Test
  @DisplayName("what is short is shown as it is")
  void shortOnes() {
    List<String> lines =
        List.of("TypeError: x", "    at f (/home/me/weather/a.js:1:2)", "Node.js v22.3.0");
    assertThat(LastWords.of(lines, HOME)).isEqualTo(new LastWords(lines, false));
    assertThat(LastWords.of(List.of(), HOME)).isEqualTo(LastWords.NONE);
  }

  @Test
  @DisplayName("a server elsewhere than where it was started has its frames shown all the same")
  void elsewhere() throws IOException {
    assertThat(LastWords.of(recorded("node-server"), Path.of("/somewhere/else")).lines())
        .contains("      at load (file:///home/me/weather/node/stations.mjs:3:14)")
        .doesNotContain(
            "      at inner (/home/me/weather/node/node_modules/stationlib/index.js:3:31)");
  }

  @Test
  @DisplayName("only foreign frames: the two next to the error stay")
  void onlyForeign() {
    List<String> lines = new ArrayList<>(List.of("INFO up", "TypeError: no such thing"));
    for (int i = 0; i < 20; i++) {
      lines.add("    at f" + i + " (/home/me/weather/node_modules/lib/x.js:" + i + ":1)");
    }
    assertThat(of(lines))
        .containsExactly(
            "INFO up",
            "TypeError: no such thing",
            "    at f0 (/home/me/weather/node_modules/lib/x.js:0:1)",
            "    at f1 (/home/me/weather/node_modules/lib/x.js:1:1)",
            "    … 18 frames of node_modules");
  }

  @Test
  @DisplayName("of a hundred errors the first and the last are shown")
  void many() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      lines.add(
          (i == 0 ? "Exception in thread \"main\" " : "Caused by: ")
              + "x.E"
              + i
              + "Exception: "
              + i);
      lines.add("\tat weather.Server.f" + i + "(Server.java:" + i + ")");
      lines.add("\tat java.base/java.lang.Thread.run(Thread.java:1)");
    }
    List<String> words = of(lines);
    assertBounded(words);
    assertThat(words).contains("Exception in thread \"main\" x.E0Exception: 0");
    assertThat(words)
        .contains("Caused by: x.E99Exception: 99", "\tat weather.Server.f99(Server.java:99)");
  }

  @Test
  @DisplayName("what only begins like a frame is none")
  void almostFrames() {
    List<String> lines = new ArrayList<>();
    for (String line :
        List.of(
            "\tfrom :7:in 'x'",
            "\tfrom a:1",
            ":1:in 'f': ",
            "  at ",
            "#1 ",
            "  File \"",
            "goroutine ]:",
            "\tat ()",
            "  at (:1:2)")) {
      lines.add(line);
      lines.add("INFO x");
    }
    assertBounded(of(lines));
  }

  @Test
  @DisplayName("long lines are cut, between characters")
  void longLines() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      lines.add(i + "x".repeat(396 + i % 3) + "😀".repeat(2_000));
    }
    lines.add("TypeError: " + "y".repeat(8_000));
    lines.add("    at f (/home/me/weather/a.js:1:2)");
    List<String> words = of(lines);
    assertBounded(words);
    assertThat(words).last().isEqualTo("    at f (/home/me/weather/a.js:1:2)");
    assertThat(words).anyMatch(l -> l.startsWith("TypeError: yyy") && l.endsWith(" …"));
    assertThat(String.join("", words).codePoints().noneMatch(c -> c >= 0xd800 && c < 0xe000))
        .isTrue();
  }

  private static void assertBounded(List<String> lines) {
    assertThat(lines).hasSizeLessThanOrEqualTo(LastWords.LINES);
    assertThat(lines.stream().mapToInt(String::length).sum()).isLessThanOrEqualTo(Choice.CHARS);
  }

  /// Lines of the recordings, cut, doubled and mixed with garbage.
  private static List<String> garbage(Random random, List<String> all) {
    List<String> lines = new ArrayList<>();
    int n = random.nextInt(1_000);
    while (lines.size() < n) {
      String line = all.get(random.nextInt(all.size()));
      switch (random.nextInt(6)) {
        case 0 -> lines.add(line.substring(0, random.nextInt(line.length() + 1)));
        case 1 -> lines.add(line.substring(random.nextInt(line.length() + 1)));
        case 2 ->
            lines.add(
                random
                    .ints(random.nextInt(40), 32, 0x2100)
                    .collect(
                        StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString());
        case 3 -> {
          int from = random.nextInt(all.size());
          lines.addAll(all.subList(from, Math.min(all.size(), from + random.nextInt(30))));
        }
        case 4 -> lines.add(":( #0 at File \"\", line from x:1:in ''" + line);
        default -> lines.add(line.repeat(random.nextInt(20)));
      }
    }
    return lines;
  }

  @RepeatedTest(20)
  @DisplayName("whatever comes: bounded, in order, and shorter or equal when shortened again")
  void property() throws IOException {
    List<String> all = new ArrayList<>();
    for (String name : recordings().toList()) {
      all.addAll(recorded(name));
    }
    Random random = new Random();
    long seed = random.nextLong();
    random.setSeed(seed);
    int rounds = Integer.getInteger("pitstop.trace.rounds", 10);
    for (int round = 0; round < rounds; round++) {
      List<String> lines = garbage(random, all);
      List<String> words = of(lines);
      assertThat(words).as("seed %d", seed).hasSizeLessThanOrEqualTo(LastWords.LINES);
      assertBounded(words);
      int at = 0;
      for (String word : words) {
        if (!word.strip().startsWith("… ")) {
          int found = at;
          while (found < lines.size() && !Part.text(lines.get(found)).shown().equals(word)) {
            found++;
          }
          assertThat(found).as("seed %d: in order: %s", seed, word).isLessThan(lines.size());
          at = found + 1;
        }
      }
      List<String> again = of(words);
      assertThat(again.size()).as("seed %d", seed).isLessThanOrEqualTo(words.size());
    }
  }

  @Test
  @DisplayName("the reason is the error's head, also where frames between were left out")
  void reasonOfAShortenedTrace() {
    List<String> lines =
        List.of(
            "node:events:495",
            "      throw er; // Unhandled 'error' event",
            "      ^",
            "",
            "Error: listen EADDRINUSE: address already in use :::3000",
            "    at Server.setupListenHandle [as _listen2] (node:net:1817:16)",
            "    at listenInCluster (node:net:1865:12)",
            "    at Server.listen (node:net:1953:7)",
            "    at file:///srv/app/server.mjs:3:42",
            "    at ModuleJob.run (node:internal/modules/esm/module_job:222:25)",
            "Emitted 'error' event on Server instance at:",
            "    at emitErrorNT (node:net:1844:8)",
            "    at process.processTicksAndRejections (node:internal/process/task_queues:82:21) {",
            "  code: 'EADDRINUSE',",
            "  port: 3000",
            "}");
    assertThat(LastWords.of(lines, HOME).reason())
        .contains("Error: listen EADDRINUSE: address already in use :::3000");
  }
}
