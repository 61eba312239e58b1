package dev.pitstop.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pitstop.harness.Await;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a server, a build or a user sees of how Pitstop starts processes: words, variables,
/// directory, descriptors, session and group, pipes, exit codes, and the text of each failure.
@DisplayName("processes that Pitstop starts")
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class StarterTest {
  /// Words that a shell, a terminal or a careless protocol would change.
  private static final List<String> ODD =
      List.of(
          "",
          " ",
          "  a  b ",
          "größe",
          "日本",
          "🚗",
          "a\nb",
          "\t",
          "\\",
          "'",
          "\"",
          "$HOME",
          "`x`",
          "%s",
          "-n",
          "--",
          "*",
          "\u0001\u007f",
          "=",
          "a=b",
          "",
          "");

  /// The signals that programs know; others are the C library's own.
  private static final long STANDARD = 0x7fff_ffffL;

  @TempDir Path directory;

  private final Map<String, String> environment = new TreeMap<>(System.getenv());
  private final List<String> problems = new CopyOnWriteArrayList<>();
  private final List<Child> children = new CopyOnWriteArrayList<>();
  private Optional<OsSpawner> made = Optional.empty();

  private final Starter starter = new Starter.Careful();

  synchronized OsSpawner spawner() {
    if (made.isEmpty()) {
      made =
          Optional.of(
              new OsSpawner(
                  environment, Duration.ZERO, Platform.current(), starter, problems::add));
    }
    return made.get();
  }

  @AfterEach
  void close() {
    for (Child child : children) {
      child.kill();
      ChildFixture.exitOf(child);
      ChildFixture.awaitGone(child.pid());
    }
    made.ifPresent(OsSpawner::close);
    assertThat(problems).isEmpty();
  }

  static void assumeNamesCanBeWritten() {
    assumeTrue("UTF-8".equals(System.getProperty("sun.jnu.encoding")), "this JVM's locale");
  }

  Command sh(String script) {
    return new Command(List.of("/bin/sh", "-c", script), Map.of(), directory);
  }

  Child spawn(String script) throws SpawnException {
    return spawn(sh(script));
  }

  Child spawn(Command command) throws SpawnException {
    Child child = spawner().spawn(command);
    children.add(child);
    return child;
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException notThere) {
      return "";
    }
  }

  private static String all(Child child) throws IOException {
    child.closeStdin();
    return new String(child.stdout().readAllBytes(), UTF_8);
  }

  private Path file(String name, String content, String permissions) throws IOException {
    Path file = directory.resolve(name);
    Files.writeString(file, content);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  // ---- what it is given ----

  private List<String> arrived(List<String> words) throws Exception {
    List<String> argv = new ArrayList<>(List.of("/bin/sh", "-c", "printf '%s\\0' \"$@\"", "sh"));
    argv.addAll(words);
    String out = all(spawn(new Command(argv, Map.of(), directory)));
    return List.of(out.substring(0, out.length() - 1).split("\0", -1));
  }

  @Test
  @DisplayName(
      "Words arrive as they are: empty ones, non-ASCII ones, those with special characters")
  void words() throws Exception {
    assumeNamesCanBeWritten();
    assertThat(arrived(ODD)).isEqualTo(ODD);
  }

  @Test
  @DisplayName("Many words, and long ones")
  void manyWords() throws Exception {
    List<String> words = new ArrayList<>(Collections.nCopies(20_000, "word"));
    words.add("x".repeat(130_000));
    words.add(9, "");
    assertThat(arrived(words)).isEqualTo(words);
  }

  @Test
  @DisplayName("it has the session's variables and those of the command, and no other")
  void environment() throws Exception {
    assumeNamesCanBeWritten();
    environment.put("PITSTOP_TEST_EMPTY", "");
    environment.put("PITSTOP_TEST_ODD", "größe 日本 🚗\n=\t'\"$x");
    environment.put("pitstop.test-größe", "1");
    environment.put("PITSTOP_TEST_REPLACED", "one");
    environment.remove("HOME");
    Map<String, String> own =
        Map.of("PITSTOP_TEST_REPLACED", "two", "PITSTOP_TEST_LONG", "x".repeat(100_000));
    Child child = spawn(new Command(List.of("/bin/cat", "/proc/self/environ"), own, directory));
    Map<String, String> arrived = new TreeMap<>();
    for (String variable : all(child).split("\0", 0)) {
      int equals = variable.indexOf('=');
      assertThat(arrived.put(variable.substring(0, equals), variable.substring(equals + 1)))
          .as(variable)
          .isNull();
    }
    Map<String, String> given = new TreeMap<>(environment);
    given.putAll(own);
    assertThat(arrived).isEqualTo(given);
  }

  @Test
  @DisplayName("It runs in its directory, whatever its name")
  void runsInItsDirectory() throws Exception {
    assumeNamesCanBeWritten();
    Path odd = Files.createDirectory(directory.resolve("größe 日本 'x'\n"));
    Child child = spawn(new Command(List.of("/bin/sh", "-c", "/bin/pwd -P"), Map.of(), odd));
    assertThat(all(child)).isEqualTo(odd.toRealPath() + "\n");
  }

  @Test
  @DisplayName(
      "A file of the directory by its relative path, a script without a first line, and"
          + " one in a directory of the PATH")
  void files() throws Exception {
    file("with", "#!/bin/sh\necho \"with $1\"\n", "rwxr-xr-x");
    file("without", "echo \"without $1\"\n", "rwxr-xr-x");
    for (String name : List.of("with", "without")) {
      Command command = new Command(List.of("./" + name, "a  b"), Map.of(), directory);
      assertThat(all(spawn(command))).isEqualTo(name + " a  b\n");
      Map<String, String> path = Map.of("PATH", directory + ":/usr/bin:/bin");
      assertThat(all(spawn(new Command(List.of(name, ""), path, Path.of("/")))))
          .isEqualTo(name + " \n");
    }
  }

  // ---- what it is ----

  @Test
  @DisplayName("It leads a session and a group of its own, and its parent is the hand")
  void session() throws Exception {
    long before = System.nanoTime();
    Child child = spawn("echo ready; cat");
    ChildFixture.readLine(child);
    ProcessTable.Row row = ProcessTable.row(ProcessTable.PROC, child.pid()).orElseThrow();
    assertThat(row.session()).isEqualTo(child.pid());
    assertThat(row.group()).isEqualTo(child.pid());
    assertThat(row.parent()).isEqualTo(ProcessHandle.current().pid());
    assertThat(child.startedNanos()).isBetween(before, System.nanoTime());
    assertThat(child.usage().rssBytes()).isPositive();
  }

  @Test
  @DisplayName("It blocks no signal, and ignores none that this process does not")
  void signals() throws Exception {
    List<String> lines = all(spawn("exec grep ^Sig /proc/self/status")).lines().toList();
    assertThat(mask(lines, "SigBlk") & STANDARD).isZero();
    long ours = mask(Files.readAllLines(Path.of("/proc/self/status")), "SigIgn");
    assertThat(mask(lines, "SigIgn") & ~ours & STANDARD).isZero();
  }

  private static long mask(List<String> status, String name) {
    String line = status.stream().filter(l -> l.startsWith(name + ":")).findFirst().orElseThrow();
    return Long.parseUnsignedLong(line.substring(name.length() + 1).strip(), 16);
  }

  @Test
  @DisplayName("It has the descriptors 0, 1 and 2 and no other, however many start at once")
  void descriptors() throws Exception {
    try (var open = Files.newInputStream(Path.of("/dev/null"))) {
      List<Child> some = together(16, () -> sh("ls /proc/$$/fd; cat"));
      for (Child child : some) {
        assertThat(all(child)).isEqualTo("0\n1\n2\n");
      }
      assertThat(open.available()).isZero();
    }
  }

  @Test
  @DisplayName("The end of its stdin is seen while others run that were started at the same time")
  void endsOfItsOwn() throws Exception {
    List<Child> some = together(12, () -> sh("exec cat"));
    for (Child child : some) {
      child.closeStdin();
      assertThat(ChildFixture.exitOf(child)).isEqualTo(new Child.Exit(0));
      assertThat(child.stdout().read()).isEqualTo(-1);
    }
  }

  @Test
  @DisplayName("Fifty starts at once: each is the process that was asked for")
  void atOnce() throws Exception {
    AtomicInteger count = new AtomicInteger();
    List<Child> some =
        together(
            50,
            () -> {
              int code = count.getAndIncrement();
              return sh("echo " + code + "; exit " + code);
            });
    Set<Integer> codes = new HashSet<>();
    for (Child child : some) {
      int code = ChildFixture.exitOf(child).status();
      assertThat(all(child)).isEqualTo(code + "\n");
      codes.add(code);
    }
    assertThat(codes).hasSize(50);
  }

  private List<Child> together(int count, Supplier<Command> command) throws Exception {
    List<CompletableFuture<Child>> starts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      CompletableFuture<Child> start = new CompletableFuture<>();
      starts.add(start);
      Thread.ofVirtual()
          .start(() -> {
            try {
              start.complete(spawn(command.get()));
            } catch (Exception | AssertionError failed) {
              start.completeExceptionally(failed);
            }
          });
    }
    List<Child> all = new ArrayList<>();
    for (CompletableFuture<Child> start : starts) {
      all.add(Await.result("the process", start));
    }
    return all;
  }

  // ---- its pipes ----

  @Test
  @DisplayName("A megabyte goes in and comes out, and stderr is another stream")
  void pipes() throws Exception {
    Child child = spawn("cat; echo said >&2; exit 4");
    byte[] sent = new byte[1 << 20];
    Arrays.fill(sent, (byte) 'x');
    CompletableFuture<byte[]> came = new CompletableFuture<>();
    Thread.ofPlatform()
        .start(() -> {
          try {
            came.complete(child.stdout().readAllBytes());
          } catch (IOException e) {
            came.completeExceptionally(e);
          }
        });
    child.stdin().write(sent);
    child.stdin().flush();
    child.closeStdin();
    assertThat(Await.result("what came", came)).isEqualTo(sent);
    assertThat(new String(child.stderr().readAllBytes(), UTF_8)).isEqualTo("said\n");
    assertThat(ChildFixture.exitOf(child)).isEqualTo(new Child.Exit(4));
  }

  @Test
  @DisplayName("The end of its output is seen while it runs, and that it does not read any more")
  void closes() throws Exception {
    Child child = spawn("exec >&- 2>&- <&-; exec sleep 999");
    assertThat(child.stdout().read()).isEqualTo(-1);
    assertThat(child.stderr().read()).isEqualTo(-1);
    Await.until("a broken pipe", () -> breaks(child));
    assertThat(child.alive()).isTrue();
  }

  private static boolean breaks(Child child) {
    try {
      child.stdin().write('x');
      child.stdin().flush();
      return false;
    } catch (IOException broken) {
      return true;
    }
  }

  @Test
  @DisplayName("What it wrote before its end can be read after it")
  void lastWords() throws Exception {
    Child child = spawn("echo last words; echo sorry >&2; exit 1");
    ChildFixture.exitOf(child);
    assertThat(new String(child.stdout().readAllBytes(), UTF_8)).isEqualTo("last words\n");
    assertThat(new String(child.stderr().readAllBytes(), UTF_8)).isEqualTo("sorry\n");
  }

  // ---- its end ----

  @ParameterizedTest
  @CsvSource({
    "exit 0, 0",
    "exit 3, 3",
    "exit 255, 255",
    "kill -TERM $$, 143",
    "kill -KILL $$, 137",
    "kill -SEGV $$, 139",
    "kill -STOP $$ & wait $!; exit 5, 5"
  })
  @DisplayName("its exit code, and that of a signal")
  void exitCodes(String script, int status) throws Exception {
    Child child = spawn(script);
    Await.until("its end", () -> continued(child));
    assertThat(child.exited().join()).isEqualTo(new Child.Exit(status));
    assertThat(child.alive()).isFalse();
  }

  /// Whether it has ended; it goes on if it has stopped itself, which is no end.
  private static boolean continued(Child child) {
    ProcessTable.row(ProcessTable.PROC, child.pid())
        .filter(row -> row.state() == 'T')
        .ifPresent(row -> ended(List.of("kill", "-CONT", Long.toString(row.pid()))));
    return child.exited().isDone();
  }

  private static int ended(List<String> argv) {
    try {
      return new ProcessBuilder(argv).start().waitFor();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  @DisplayName("Its end is told once, and everyone who waits is told the same")
  void endsOnce() throws Exception {
    Process process = starter.start(builder(List.of("/bin/sh", "-c", "cat; exit 6")));
    assertThat(process.isAlive()).isTrue();
    List<CompletableFuture<Integer>> waiting = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      CompletableFuture<Integer> code = new CompletableFuture<>();
      waiting.add(code);
      Thread.ofPlatform()
          .daemon()
          .start(() -> {
            try {
              code.complete(process.waitFor());
            } catch (InterruptedException | RuntimeException e) {
              code.completeExceptionally(e);
            }
          });
    }
    process.getOutputStream().close();
    for (CompletableFuture<Integer> code : waiting) {
      assertThat(Await.result("the exit code", code)).isEqualTo(6);
    }
    assertThat(process.waitFor()).isEqualTo(6);
    assertThat(process.exitValue()).isEqualTo(6);
    assertThat(process.isAlive()).isFalse();
    process.destroyForcibly();
  }

  @Test
  @DisplayName("A process that nobody wants any more keeps no descriptor and no zombie")
  void abandoned() throws Exception {
    // What the JVM opens once. Not through a spawner, which starts a guardian when it pleases.
    assertThat(starter.start(builder(List.of("/bin/true"))).waitFor()).isZero();
    long before = descriptorsOfThisJvm();
    List<Path> entries = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Process process = starter.start(builder(List.of("/bin/sleep", "999")));
      entries.add(Path.of("/proc", Long.toString(process.pid())));
      process.destroyForcibly();
    }
    Await.until("no zombie", () -> entries.stream().noneMatch(Files::exists));
    Await.until("no descriptor more than before", () -> descriptorsOfThisJvm() <= before);
  }

  static long descriptorsOfThisJvm() {
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      return all.count();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  @DisplayName("a kill ends it and what it has started, and stopping begins with its stdin")
  void killed() throws Exception {
    Child child = spawn("trap '' TERM; sh -c 'trap \"\" TERM; echo $$; sleep 999; :' ; :");
    long grandchild = ChildFixture.readPid(child);
    child.kill();
    assertThat(ChildFixture.exitOf(child).status()).isEqualTo(137);
    ChildFixture.awaitGone(grandchild);
    Child obeys = spawn("cat; exit 4");
    assertThat(obeys.stop(new StopLimits(Duration.ofSeconds(50)), "test").how())
        .isEqualTo(Stopped.How.STDIN_CLOSED);
  }

  // ---- one that outlives Pitstop ----

  @Test
  @DisplayName("its output is appended to a file, its stdin is empty, its end is known")
  void detached() throws Exception {
    Path output = file("out", "before\n", "rw-------");
    String script =
        "cat; echo out; echo err >&2; ls /proc/$$/fd; cut -d' ' -f5,6 /proc/$$/stat >ids; exit 3";
    Detached detached = spawner().detach(sh(script), output);
    Process process = detached.process();
    assertThat(process.waitFor()).isEqualTo(3);
    assertThat(output).hasContent("before\nout\nerr\n0\n1\n2\n");
    assertThat(new String(detached.written().readAllBytes(), UTF_8)).startsWith("out\n");
    assertThat(text(directory.resolve("ids")))
        .as("group and session")
        .isEqualTo(process.pid() + " " + process.pid() + "\n");
  }

  @Test
  @DisplayName("it is not ended with the others")
  void staysAlive() throws Exception {
    Path output = directory.resolve("out");
    Process process = spawner().detach(sh("echo ready; exec sleep 999"), output).process();
    try {
      Await.until("its line", () -> text(output).equals("ready\n"));
      spawner().close();
      assertThat(ProcessTable.alive(process.pid())).isTrue();
      assertThat(process.isAlive()).isTrue();
    } finally {
      process.toHandle().destroyForcibly();
    }
    assertThat(process.waitFor()).isEqualTo(137);
  }

  // ---- failures ----

  private ProcessBuilder builder(List<String> argv) {
    ProcessBuilder builder = new ProcessBuilder(argv).directory(directory.toFile());
    builder.environment().keySet().retainAll(environment.keySet());
    return builder;
  }

  private String refused(ProcessBuilder builder) {
    return catchThrowableOfType(IOException.class, () -> starter.start(builder)).getMessage();
  }

  @Test
  @DisplayName("why it cannot be started is told in the same words")
  void refusals() throws Exception {
    file("plain", "x", "rw-r--r--");
    file("bad", "#!/no/such/interpreter\n", "rwxr-xr-x");
    String here = directory + "/";
    String missing = "No such file or directory (error 2)";
    String denied = "Permission denied (error 13)";
    assertThat(refused(builder(List.of(here + "missing")))).isEqualTo(missing);
    assertThat(refused(builder(List.of(here + "bad")))).isEqualTo(missing);
    assertThat(refused(builder(List.of(here + "plain")))).isEqualTo(denied);
    assertThat(refused(builder(List.of(directory.toString())))).isEqualTo(denied);
    assertThat(refused(builder(List.of(here + "plain/x")))).isEqualTo("Not a directory (error 20)");
    assertThat(refused(builder(List.of("/bin/true")).directory(new File(here + "gone"))))
        .isEqualTo(missing);
    assertThat(refused(builder(List.of("/bin/true")).directory(new File(here + "plain"))))
        .isEqualTo("Not a directory (error 20)");
    assertThat(refused(builder(List.of("/bin/true", "a\0b"))))
        .isEqualTo("invalid null character in command");
  }

  @Test
  @DisplayName("words or variables that are too long, up to those that no message could hold")
  void tooLong() throws Exception {
    String tooLong = "Argument list too long (error 7)";
    assertThat(refused(builder(List.of("/bin/true", "x".repeat(1 << 20))))).isEqualTo(tooLong);
    List<String> many = new ArrayList<>(List.of("/bin/true"));
    many.addAll(Collections.nCopies(120, "x".repeat(100_000)));
    assertThat(refused(builder(many))).isEqualTo(tooLong);
    assertThat(refused(builder(List.of("/bin/true", "x".repeat(70 << 20))))).isEqualTo(tooLong);
    ProcessBuilder variables = builder(List.of("/bin/true"));
    variables.environment().put("BIG", "x".repeat(1 << 20));
    assertThat(refused(variables)).isEqualTo(tooLong);
    assertThat(all(spawn("echo next"))).isEqualTo("next\n");
  }

  @Test
  @DisplayName("After a failure nothing is left, and the next start works")
  void afterAFailure() throws Exception {
    startsAndReads("one");
    long before = descriptorsOfThisJvm();
    for (int i = 0; i < 20; i++) {
      refused(builder(List.of(directory + "/missing")));
    }
    startsAndReads("two");
    Await.until("no descriptor more than before", () -> descriptorsOfThisJvm() <= before);
  }

  /// Without a spawner, which starts a guardian when it pleases.
  private void startsAndReads(String word) throws Exception {
    Process process = starter.start(builder(List.of("/bin/echo", word)));
    process.getOutputStream().close();
    assertThat(new String(process.getInputStream().readAllBytes(), UTF_8)).isEqualTo(word + "\n");
    assertThat(process.getErrorStream().read()).isEqualTo(-1);
    assertThat(process.waitFor()).isZero();
  }

  @Test
  @DisplayName("Nothing is started after the end")
  void afterTheEnd() throws Exception {
    spawn("exit 0");
    spawner().close();
    SpawnException refused = catchThrowableOfType(SpawnException.class, () -> spawn("exit 0"));
    assertThat(refused.problem()).isEqualTo("Pitstop is shutting down.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Cannot run program \"x\": Exec failed, error: 2 (No such file) | No such file (error 2)",
        "Cannot run program \"a (b\": c\" (in directory \"/d: e\"): error=11, Try again | Try again"
            + " (error 11)",
        "error=7, Argument list too long | Argument list too long (error 7)",
        "Cannot run program \"x\" (in directory \"y\"): /z (Is a directory) | /z (Is a directory)",
        "Pitstop is shutting down | Pitstop is shutting down",
        "Cannot run program | Cannot run program",
      })
  @DisplayName("The words of the system are taken out of those of the JDK")
  void refusal(String message, String said) {
    assertThat(Starter.refusal(message)).isEqualTo(said);
  }
}
