package dev.pitstop.backend;

import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.build.Builder.Result;
import dev.pitstop.backend.build.ShellBuilder;
import dev.pitstop.digest.BuildReport;
import dev.pitstop.harness.Await;
import dev.pitstop.process.OsSpawner;
import dev.pitstop.process.Spawner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What [BuilderContractTest] cannot ask of a fake: real trees, times, and output.
@DisplayName("ShellBuilder")
@Timeout(60)
class ShellBuilderTest {
  private static final long PATIENT = 50_000;

  /// Two generations below the shell, each of which says its pid.
  private static final String TREE = "sh -c 'echo pid=$$; sleep 1000; :' & echo pid=$!; wait";

  @TempDir Path directory;

  private final OsSpawner spawner = new OsSpawner(System.getenv(), problem -> {});
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final BlockingQueue<Result> results = new LinkedBlockingQueue<>();

  @AfterEach
  void close() {
    spawner.close();
  }

  private CompletableFuture<Void> start(Builder builder) {
    return FakeBuilder.start(builder, lines::add, results::add);
  }

  private CompletableFuture<Void> start(
      String commandLine, long limitMillis, Optional<Path> logFile) {
    return start(
        new ShellBuilder(
            commandLine,
            Map.of("GREETING", "hello"),
            directory,
            spawner,
            limitMillis,
            logFile,
            true));
  }

  private Result run(String commandLine) {
    start(commandLine, PATIENT, Optional.empty());
    return result();
  }

  private Result result() {
    return Await.take("the end of the build", results);
  }

  private ProcessHandle nextPid() {
    String line = Await.take("a pid", lines);
    while (!line.startsWith("pid=")) {
      line = Await.take("a pid", lines);
    }
    return ProcessHandle.of(Long.parseLong(line.substring(4))).orElseThrow();
  }

  private static void awaitGone(ProcessHandle process) {
    Await.until("the end of " + process.pid(), () -> !process.isAlive() || zombie(process));
  }

  /// Dead, but whoever adopted it has not asked for its status.
  private static boolean zombie(ProcessHandle process) {
    try {
      String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
      return stat.startsWith("Z", stat.lastIndexOf(')') + 2);
    } catch (IOException gone) {
      return false; // then it is not alive either, or this is no Linux
    }
  }

  @Test
  @DisplayName("it runs in the server's directory and environment, with nothing to read")
  void surroundings() throws IOException {
    Result result = run("pwd -P; echo $GREETING; cat; echo end");
    assertThat(lines).containsSequence(directory.toRealPath().toString(), "hello", "end");
    assertThat(result.ok()).isTrue();
    assertThat(result.log()).isEmpty();
  }

  @Test
  @DisplayName("a cancelled build is killed with its whole tree")
  void cancelKillsTheTree() {
    CompletableFuture<Void> build = start(TREE, PATIENT, Optional.empty());
    ProcessHandle one = nextPid();
    ProcessHandle other = nextPid();
    build.complete(null);
    assertThat(result().report()).contains("(the build was cancelled and killed)");
    awaitGone(one);
    awaitGone(other);
  }

  @Test
  @Tag("slow")
  @DisplayName("so is one that takes longer than its limit, and the report says so")
  void limit() {
    start(TREE, 1_500, Optional.empty());
    ProcessHandle one = nextPid();
    ProcessHandle other = nextPid();
    Result result = result();
    assertThat(result.ok()).isFalse();
    assertThat(result.cancelled()).isFalse();
    assertThat(result.report()).contains("timed out after 1.5 s", "--set buildTimeout");
    awaitGone(one);
    awaitGone(other);
  }

  @Test
  @DisplayName("what the build leaves behind does not hold it up")
  void leftBehind() {
    assertThat(run("sleep 1000 & echo pid=$!").ok()).isTrue();
    awaitGone(nextPid());
  }

  @Test
  @DisplayName("how it ended is told: exit code, or signal in words")
  void endings() {
    assertThat(run("exit 3").report()).contains("(the build command ended with exit code 3)");
    assertThat(run("kill -KILL $$").report()).contains("ended with exit code 137 (SIGKILL?)");
  }

  @Test
  @Tag("slow")
  @DisplayName("a flood of lines, and of one line without end, leaves a short report")
  void flood() {
    Result many = run("yes 'x.c:1: error: again and again' | head -n 200000; exit 1");
    assertThat(many.ok()).isFalse();
    assertThat(many.report()).contains("again and again");
    assertThat(many.report().length()).isLessThan(2 * BuildReport.MOST_CHARS);
    lines.clear();
    Result one = run("head -c 20000000 /dev/zero | tr '\\0' x; echo; echo the end; exit 1");
    assertThat(one.report()).contains("the end");
    assertThat(one.report().length()).isLessThan(2 * BuildReport.MOST_CHARS);
    assertThat(lines).allSatisfy(l -> assertThat(l.length()).isLessThan(1 << 20));
  }

  @Test
  @DisplayName("the whole output is in the log file, which is made anew for each build")
  void logFile() throws IOException {
    Path log = directory.resolve("logs/build.log");
    start("seq 1 5000", PATIENT, Optional.of(log));
    assertThat(result().log()).isEqualTo(log.toString());
    assertThat(Files.readAllLines(log)).hasSize(5_001).startsWith("$ seq 1 5000").endsWith("5000");
    start("echo short", PATIENT, Optional.of(log));
    result();
    assertThat(Files.readAllLines(log)).containsExactly("$ echo short", "short");
  }

  @Test
  @DisplayName("a log file that cannot be made does not fail the build")
  void noLogFile() throws IOException {
    Files.writeString(directory.resolve("file"), "");
    start("echo built", PATIENT, Optional.of(directory.resolve("file/build.log")));
    Result result = result();
    assertThat(result.ok()).isTrue();
    assertThat(result.log()).isEmpty();
    assertThat(result.report()).contains("no log file");
  }

  /// A build log that was written to last so many hours ago.
  private Path logOf(long pid, int hours) throws IOException {
    Path log = Files.writeString(directory.resolve("build-" + pid + ".log"), "$ make\n");
    return Files.setLastModifiedTime(
        log, FileTime.from(Instant.now().minus(Duration.ofHours(hours))));
  }

  @Test
  @DisplayName("the first build removes logs of processes that ended, a day later, no others")
  void oldLogs() throws IOException {
    long nobody = 2_147_483_640; // no system has that many processes
    Path old = logOf(nobody, 25);
    Path ofMany =
        Files.copy(old, directory.resolve("build-" + nobody + "-a-b.log"), COPY_ATTRIBUTES);
    Path young = logOf(nobody + 1, 23);
    Path ours = directory.resolve("build-9.log");
    start("true", PATIENT, Optional.of(ours));
    assertThat(result().log()).isEqualTo(ours.toString());
    assertThat(old).doesNotExist();
    assertThat(ofMany).doesNotExist();
    assertThat(List.of(young, ours)).allMatch(Files::exists);
    logOf(nobody, 25);
    start("true", PATIENT, Optional.of(ours));
    assertThat(result().log()).isEqualTo(ours.toString());
    assertThat(old).exists();
  }

  @Test
  @DisplayName("in a directory that is not ours nothing is removed")
  void oldLogsElsewhere() throws IOException {
    Path old = logOf(2_147_483_640, 25);
    Optional<Path> ours = Optional.of(directory.resolve("build-9.log"));
    start(new ShellBuilder("true", Map.of(), directory, spawner, PATIENT, ours, false));
    assertThat(result().ok()).isTrue();
    assertThat(old).exists();
  }

  @Test
  @DisplayName("a directory that is gone is a failed build that says so")
  void noDirectory() {
    start(
        new ShellBuilder(
            "true",
            Map.of(),
            directory.resolve("gone"),
            spawner,
            PATIENT,
            Optional.empty(),
            false));
    Result result = result();
    assertThat(result.ok()).isFalse();
    assertThat(result.report()).contains("could not be started", "working directory");
  }

  private ShellBuilder builder(String commandLine, Spawner from) {
    return new ShellBuilder(
        commandLine, Map.of(), directory, from, PATIENT, Optional.empty(), false);
  }

  @Test
  @DisplayName("an error where the output is read kills the tree, and the build has failed")
  void errorInTheOutput() {
    AtomicInteger pids = new AtomicInteger();
    FakeBuilder.start(
        builder(TREE, spawner),
        line -> {
          lines.add(line);
          if (line.startsWith("pid=") && pids.incrementAndGet() == 2) {
            throw new StackOverflowError("on purpose");
          }
        },
        results::add);
    ProcessHandle one = nextPid();
    ProcessHandle other = nextPid();
    Result result = result();
    assertThat(result.ok()).isFalse();
    assertThat(result.report()).contains("StackOverflowError: on purpose");
    awaitGone(one);
    awaitGone(other);
    assertThat(results).isEmpty();
  }

  @Test
  @DisplayName("an error of the spawner is a failed build")
  void errorInTheSpawner() {
    Spawner broken =
        _ -> {
          throw new NoClassDefFoundError("on purpose");
        };
    start(builder("true", broken));
    assertThat(result().report()).contains("could not be run", "on purpose");
    assertThat(results).isEmpty();
  }
}
