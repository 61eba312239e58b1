package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A server that runs before there is a JVM. What a user sees must be the same as of one that the
/// JVM has started.
@DisplayName("S1, L1, L6: the server that the front has started")
@Timeout(120)
class FrontTest {
  @RegisterExtension final Bench bench = new Bench();

  private FixtureServer server = FixtureServer.NONE;

  @BeforeEach
  void front() {
    Front.assumed();
    server = bench.scripted();
  }

  /// A server that does this first, in a shell.
  private List<String> after(String script) {
    List<String> argv = new ArrayList<>(List.of("sh", "-c", script + "\nexec \"$@\"", "sh"));
    argv.addAll(server.argv());
    return argv;
  }

  private RawClient connected(String script, String... options) {
    RawClient client = bench.pitstop(after(script), options).drainStderr();
    client.handshake();
    return client;
  }

  private String noted(String name) throws IOException {
    Path file = bench.workDir().resolve(name);
    Deadline.await(() -> Files.exists(file), () -> "no " + file);
    return Files.readString(file).strip();
  }

  private static Optional<String> field(long pid, String name) throws IOException {
    return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
        .filter(line -> line.startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst();
  }

  @Test
  @DisplayName("It is there before the JVM is: a JVM that cannot start has had one, which ends")
  void beforeTheJvm() throws Exception {
    Map<String, String> env = bench.environment();
    env.put("PITSTOP_JAVA_OPTS", "-Xms1g -Xmx2m"); // the JVM refuses that
    String script = "echo $$ >pid.new; mv pid.new pid; exec sleep 999";
    RawClient client =
        bench.start(Bench.pitstopArgv(List.of("sh", "-c", script)), env, bench.workDir());
    client.drainStderr().mayEndBadly();
    assertThat(client.awaitExit()).isNotZero();
    if (Files.exists(bench.workDir().resolve("pid"))) { // or it was ended before it wrote that
      Procs.awaitGone(bench.mustEnd(Long.parseLong(noted("pid"))));
    }
  }

  @Test
  @DisplayName("U6: it has the client's environment, directory and words, and no descriptor more")
  void surroundings() throws Exception {
    connected(
        "env >env.new; mv env.new env; pwd >pwd; echo $PPID >parent; ls /proc/self/fd >fds;"
            + " ulimit -n >limit; umask >mask; echo $$ >pid");
    long pid = Long.parseLong(noted("pid"));
    Map<String, String> env = new TreeMap<>();
    for (String line : noted("env").split("\n", -1)) {
      env.put(line.replaceAll("=.*", ""), line.replaceAll("^[^=]*=", ""));
    }
    List.of("PWD", "OLDPWD", "SHLVL", "_").forEach(env::remove);
    Map<String, String> given = new TreeMap<>(bench.environment());
    List.of("PWD", "OLDPWD", "SHLVL", "_").forEach(given::remove);
    assertThat(env).isEqualTo(given);
    assertThat(noted("pwd")).isEqualTo(bench.workDir().toString());
    assertThat(noted("fds").split("\n", -1)).as("and the one of ls").hasSizeLessThanOrEqualTo(4);
    assertThat(field(pid, "PPid")).contains(noted("parent"));
    String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
    List<String> after = Arrays.asList(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1));
    assertThat(after.get(3)).as("its session").isEqualTo(Long.toString(pid));
  }

  @Test
  @DisplayName("Its parent is Pitstop, and it has the client's limits and mask")
  void limits() throws Exception {
    String words =
        String.join(
            " ",
            Bench.pitstopArgv(after("ulimit -n >limit; umask >mask")).stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .toList());
    RawClient client =
        bench.start(
            List.of("sh", "-c", "ulimit -n 777; umask 027; exec " + words),
            bench.environment(),
            bench.workDir());
    client.drainStderr().handshake();
    assertThat(noted("limit")).isEqualTo("777");
    assertThat(noted("mask")).isEqualTo("0027");
    assertThat(field(server.pids().getFirst(), "PPid")).contains(Long.toString(client.pid()));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"exit, 3, exit code 3", "exit, 0, exit code 0", "sigkill, 0, SIGKILL"})
  @DisplayName("C1: how it ended is told, and it is not left as a zombie")
  void end(String mode, int code, String told) throws Exception {
    RawClient client = connected(":");
    long pid = server.pids().getFirst();
    ToolResult result = client.call("crash", "{'mode':'%s','code':%d}".formatted(mode, code));
    assertThat(result.text()).contains(told);
    assertThat(client.call("pid").lastText()).contains("\"spawn\":2");
    awaitNoEntry(pid);
  }

  /// Not even a zombie.
  private static void awaitNoEntry(long pid) {
    Path entry = Path.of("/proc", Long.toString(pid));
    Deadline.await(() -> !Files.exists(entry), () -> entry + " is there");
  }

  @ParameterizedTest
  @ValueSource(strings = {"start-first", "stop-first"})
  @DisplayName("R1: a reload replaces it by one that the JVM starts")
  void reload(String order) throws Exception {
    RawClient client = connected(":", "--order", order);
    long pid = server.pids().getFirst();
    assertThat(client.call("recompile").text()).contains("spawn #2");
    assertThat(client.call("pid").lastText()).contains("\"spawn\":2");
    awaitNoEntry(pid);
    assertThat(client.call("recompile").text()).contains("spawn #3");
  }

  @Test
  @DisplayName("L6, F7: it ends with Pitstop, also if that is killed")
  void killed() throws Exception {
    RawClient client = connected("sleep 998 & echo $! >child");
    if (!Boolean.getBoolean("pitstop.engine")) {
      awaitGuardian(client);
    }
    long child = bench.mustEnd(Long.parseLong(noted("child")));
    client.mayEndBadly();
    Procs.signal(client.pid(), "KILL");
    Procs.awaitGone(server.pids().getFirst(), child);
  }

  /// Until it is there, only the server itself ends with Pitstop (docs/design/front.md).
  private static void awaitGuardian(RawClient client) {
    Deadline.await(
        () ->
            ProcessHandle.of(client.pid()).stream()
                .flatMap(ProcessHandle::children)
                .anyMatch(p -> p.info().commandLine().orElse("").contains("pitstop-guardian")),
        () -> "no guardian");
    client.call("echo", "{'text':'a'}"); // it is told of the server right after its start
  }

  @ParameterizedTest
  @ValueSource(strings = {"KILL", "TERM", "INT"})
  @DisplayName("L6: it ends with Pitstop, also if that ends before there is a JVM")
  void killedAtOnce(String signal) throws Exception {
    for (int i = 0; i < 5; i++) {
      Files.deleteIfExists(bench.workDir().resolve("pid"));
      String script = "echo $$ >pid.new; mv pid.new pid; exec sleep 997";
      RawClient client = bench.pitstop(List.of("sh", "-c", script)).drainStderr();
      client.mayEndBadly();
      long pid = bench.mustEnd(Long.parseLong(noted("pid"))); // most likely the JVM is not there
      Procs.signalIfAlive(client.pid(), signal.equals("INT") ? "TERM" : signal);
      client.awaitExit();
      Procs.awaitGone(pid);
    }
  }

  @Test
  @DisplayName("L6: at the end of the session it gets the end of its stdin first")
  void inOrder() throws Exception {
    RawClient client =
        bench.pitstop(List.of("sh", "-c", "cat >said; echo over >said")).drainStderr();
    client.notify("notifications/x", "{}");
    client.closeStdin();
    assertThat(client.awaitExit()).isZero();
    assertThat(noted("said")).isEqualTo("over");
  }

  /// What the client is told by a session with this command, once with the front and once without,
  /// without numbers that differ from run to run.
  private List<String> told(List<String> command) throws Exception {
    Path direct = bench.dir().resolve("direct");
    Files.writeString(
        direct,
        "#!/bin/sh\nexec sh '"
            + Front.assumed().resolveSibling("direct.sh")
            + "' '"
            + Bench.launcher()
            + "' '' \"$@\"\n");
    direct.toFile().setExecutable(true);
    List<String> told = new ArrayList<>();
    for (Path launcher : List.of(Bench.launcher(), direct)) {
      List<String> argv = new ArrayList<>(List.of(launcher.toString(), "--log-file", "none", "--"));
      argv.addAll(command);
      Map<String, String> env = new HashMap<>(bench.environment());
      env.put("XDG_CACHE_HOME", bench.dir().resolve("cache-" + told.size()).toString());
      RawClient client = bench.start(argv, env, bench.workDir()).drainStderr();
      CompletableFuture<com.google.gson.JsonObject> first =
          client.request("initialize", RawClient.initializeParams("2025-06-18"));
      String answer = client.await(first).toString();
      String called = client.call("echo", "{'text':'a'}").json().toString();
      told.add(
          (answer + called)
              .replaceAll("[0-9]+(\\.[0-9]+)?( ?m?s\\b| s\\b)", "TIME")
              .replaceAll("(pid|process) [0-9]+", "$1 N"));
      client.closeStdin();
      client.awaitExit();
    }
    return told;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sh|-c|read line; echo broken >&2; exit 3",
        "sh|-c|read line; kill -9 $$",
        "./missing",
        "missing-program",
        "./plain-file",
        "./bad-interpreter",
      })
  @DisplayName("C1, F5: a server that does not start is told of in the same words")
  void sameWords(String command) throws Exception {
    Files.writeString(bench.workDir().resolve("plain-file"), "x");
    Path script = bench.workDir().resolve("bad-interpreter");
    Files.writeString(script, "#!/no/such/interpreter\n");
    script.toFile().setExecutable(true);
    List<String> told = told(List.of(command.split("\\|", -1)));
    assertThat(told.getFirst()).isEqualTo(told.getLast()).contains("[pitstop]");
  }

  @ParameterizedTest
  @CsvSource({"exit 3, exit code 3", "kill -9 $$, SIGKILL"})
  @DisplayName("C1: one that has ended before there is a JVM is told of too, with its last words")
  void endedBefore(String how, String told) {
    RawClient client = bench.pitstop(List.of("sh", "-c", "echo broken >&2; " + how)).drainStderr();
    client.await(client.request("initialize", RawClient.initializeParams("2025-06-18")));
    assertThat(client.call("echo", "{'text':'a'}").text()).contains(told, "broken");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  @DisplayName(
      "F6, O4: what it writes before there is a JVM is not lost, and fills no pipe for ever")
  void floods(int descriptor) {
    RawClient client =
        connected(
            "head -c 300000 /dev/zero | tr '\\0' x >&%1$d; echo >&%1$d".formatted(descriptor));
    assertThat(client.call("echo", "{'text':'alive'}").lastText()).isEqualTo("alive");
    assertThat(client.call("server_stderr", "{}").text()).contains("xxx");
  }

  @Test
  @DisplayName("A descriptor of 0 to 2 that is closed: the JVM starts the server")
  void closedDescriptor() {
    List<String> argv = new ArrayList<>(List.of("sh", "-c", "exec \"$@\" 2>&-", "sh"));
    argv.addAll(Bench.pitstopArgv(server.argv()));
    RawClient client = bench.start(argv, bench.environment(), bench.workDir()).drainStderr();
    client.handshake();
    assertThat(client.call("pid").lastText()).contains("\"spawn\":1");
  }
}
