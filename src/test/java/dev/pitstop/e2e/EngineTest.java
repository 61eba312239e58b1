package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.engine.Engines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Sessions that the resident engine has (docs/design/engine.md). The engine of each test is its
/// own, because the directory of its socket is.
@DisplayName("S1, F7: the engine")
@Timeout(180)
@Tag("own-way")
class EngineTest {
  @RegisterExtension final Bench bench = new Bench();

  private final EngineSessions sessions = new EngineSessions(bench);
  private FixtureServer server = FixtureServer.NONE;

  @BeforeEach
  void front() {
    Front.assumed();
    server = bench.scripted();
  }

  private static String parent(long pid) throws IOException {
    return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
        .filter(line -> line.startsWith("PPid:"))
        .map(line -> line.substring(5).strip())
        .findFirst()
        .orElseThrow();
  }

  @Test
  @DisplayName("Two sessions, one engine; the servers are children of their fronts")
  void twoSessions() throws Exception {
    RawClient one = sessions.connected(server);
    FixtureServer other = bench.scripted();
    RawClient two = sessions.start(other.argv(), sessions.environment());
    two.handshake();
    assertThat(EngineSessions.isJvm(one)).isFalse();
    assertThat(EngineSessions.isJvm(two)).isFalse();
    assertThat(sessions.engine().sessions()).isEqualTo(2);
    assertThat(one.call("echo", "{'text':'1'}").lastText()).isEqualTo("1");
    assertThat(two.call("echo", "{'text':'2'}").lastText()).isEqualTo("2");
    assertThat(parent(server.pids().getFirst())).isEqualTo(Long.toString(one.pid()));
    assertThat(parent(other.pids().getFirst())).isEqualTo(Long.toString(two.pid()));
    assertThat(one.call("recompile").text()).contains("spawn #2");
    assertThat(one.call("pid").lastText()).contains("\"spawn\":2");
    assertThat(parent(server.pids().getLast())).isEqualTo(Long.toString(one.pid()));
    one.closeStdin();
    assertThat(one.awaitExit()).isZero();
    sessions.awaitSessions(1);
    assertThat(two.call("pid").lastText()).contains("\"spawn\":1");
  }

  @Test
  @DisplayName("Each session has the environment and the directory of its own client")
  void surroundings() throws Exception {
    List<String> argv =
        new ArrayList<>(List.of("sh", "-c", "env >env-$ME; pwd >pwd-$ME; \"$@\"", "sh"));
    argv.addAll(server.argv());
    Path elsewhere = Files.createDirectory(bench.workDir().resolve("elsewhere"));
    RawClient one = sessions.start(argv, sessions.environment("ME=one", "A=1"));
    one.handshake();
    RawClient two =
        bench
            .start(Bench.pitstopArgv(argv), sessions.environment("ME=two", "B=2"), elsewhere)
            .drainStderr();
    two.handshake();
    two.call("recompile"); // its second server is started by the engine
    assertThat(Files.readString(bench.workDir().resolve("env-one"))).contains("A=1\n");
    assertThat(Files.readString(elsewhere.resolve("env-two")))
        .contains("B=2\n")
        .doesNotContain("A=1");
    assertThat(Files.readString(elsewhere.resolve("pwd-two"))).isEqualTo(elsewhere + "\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "HUP"})
  @DisplayName("F7: a signal to the front ends the session in order")
  void signal(String name) throws Exception {
    RawClient client = sessions.connected(server);
    Procs.signal(client.pid(), name);
    assertThat(client.awaitExit()).isZero();
    Procs.awaitGone(server.pids());
    sessions.awaitSessions(0);
    assertThat(client.stderr()).doesNotContain("not-in-time", "SURVIVED");
  }

  @Test
  @DisplayName("F7: a second signal waits for no server that does not end")
  void twoSignals() throws Exception {
    String script = "trap '' TERM; echo $$ >pid.new; mv pid.new pid; while :; do sleep 1; done";
    RawClient client =
        sessions.start(
            List.of("sh", "-c", script), sessions.environment(), "--stop-timeout", "10min");
    Path pid = bench.workDir().resolve("pid");
    Deadline.await(() -> Files.exists(pid), () -> "no " + pid);
    sessions.awaitSessions(1);
    client.request("initialize", RawClient.initializeParams("2025-06-18"));
    client.mayEndBadly();
    Procs.signal(client.pid(), "TERM");
    Procs.signalIfAlive(client.pid(), "HUP"); // two of one kind could be one
    client.awaitExit();
    Procs.awaitGone(bench.mustEnd(Long.parseLong(Files.readString(pid).strip())));
    sessions.awaitSessions(0);
  }

  @Test
  @DisplayName("F7: an engine that hangs does not keep a front from ending at the second signal")
  void hangs() throws Exception {
    RawClient client = sessions.connected(server);
    client.mayEndBadly();
    long pid = sessions.engine().pid();
    Procs.signal(pid, "STOP");
    try {
      assertThat(sessions.engines()).as("does not answer").isEmpty();
      Procs.signal(client.pid(), "TERM");
      Procs.signal(client.pid(), "HUP");
      client.awaitExit();
      Procs.awaitGone(server.pids());
    } finally {
      Procs.signalIfAlive(pid, "CONT");
    }
    sessions.awaitSessions(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"SIGCHLD", "SIGHUP"})
  @DisplayName(
      "A client that ignores a signal: ends of servers are seen, and nohup means what it says")
  void ignored(String signal) throws Exception {
    String python =
        "import os, signal, sys; signal.signal(signal."
            + signal
            + ", signal.SIG_IGN);"
            + " signal.pthread_sigmask(signal.SIG_BLOCK, [61]); os.execvp(sys.argv[1], sys.argv[1:])";
    List<String> argv = new ArrayList<>(List.of("python3", "-c", python));
    argv.addAll(Bench.pitstopArgv(server.argv()));
    RawClient client = bench.start(argv, sessions.environment(), bench.workDir()).drainStderr();
    client.handshake();
    assertThat(EngineSessions.isJvm(client)).isFalse();
    Procs.signal(client.pid(), "HUP".equals(signal.substring(3)) ? "HUP" : "WINCH");
    assertThat(client.call("crash", "{'mode':'sigkill'}").text()).contains("SIGKILL");
    assertThat(client.call("pid").lastText()).contains("\"spawn\":2");
    RawClient next = sessions.connected(server);
    Procs.signal(next.pid(), "TERM");
    assertThat(next.awaitExit()).as("a signal that the first client has blocked").isZero();
    sessions.awaitSessions(1);
  }

  @Test
  @DisplayName("F7: a front that is killed takes its servers with it; the engine stays")
  void frontKilled() throws Exception {
    RawClient client = sessions.connected(server);
    client.mayEndBadly();
    Procs.signal(client.pid(), "KILL");
    Procs.awaitGone(server.pids());
    sessions.awaitSessions(0);
    RawClient next = sessions.connected(server);
    assertThat(next.call("echo", "{'text':'a'}").lastText()).isEqualTo("a");
  }

  @Test
  @DisplayName("C1: how a server ended is told")
  void crash() {
    RawClient client = sessions.connected(server);
    assertThat(client.call("crash", "{'code':3}").text()).contains("exit code 3");
    assertThat(client.call("pid").lastText()).contains("\"spawn\":2");
    assertThat(client.call("crash", "{'mode':'sigkill'}").text()).contains("SIGKILL");
  }

  @Test
  @DisplayName("A mistake on the command line: its text, and exit code 2")
  void mistake() throws Exception {
    sessions.connected(server); // there is an engine
    Ended ended =
        Ended.of(
            List.of(Bench.launcher().toString(), "--hold-limit", "x", "--", "cat"),
            sessions.environment(),
            bench.workDir());
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).startsWith("pitstop: --hold-limit: `x` is not a number");
  }

  @Test
  @DisplayName(
      "An engine that is stopped: new sessions go on without, and it touches nothing later")
  void stopped() throws Exception {
    RawClient first = sessions.connected(server);
    long pid = sessions.engine().pid();
    Procs.signal(pid, "STOP");
    try {
      FixtureServer other = bench.scripted();
      RawClient second = sessions.start(other.argv(), sessions.environment());
      second.handshake();
      assertThat(EngineSessions.isJvm(second)).isTrue();
      Procs.signal(pid, "CONT");
      for (int i = 0; i < 100; i++) {
        assertThat(second.call("echo", "{'text':'a'}").lastText()).isEqualTo("a");
      }
      assertThat(first.call("echo", "{'text':'b'}").lastText()).isEqualTo("b");
      assertThat(other.pids()).hasSize(1);
    } finally {
      Procs.signalIfAlive(pid, "CONT");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rwxr-xr-x", "r-x------"})
  @DisplayName("A directory that others can enter, or that cannot be written: without an engine")
  void directory(String rights) throws Exception {
    Path directory = Engines.directory(bench.environment());
    Files.createDirectories(directory);
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(rights));
    try {
      RawClient client = sessions.connected(server);
      boolean root = Files.isWritable(directory) && rights.equals("r-x------"); // root may write
      assertThat(EngineSessions.isJvm(client)).isEqualTo(!root);
    } finally {
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  @DisplayName("Twenty sessions at once and no engine: one engine, and all are answered")
  void atOnce() throws Exception {
    List<RawClient> clients = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      clients.add(sessions.start(List.of("sh", "-c", "exec cat"), sessions.environment()));
    }
    for (RawClient client : clients) {
      client.requestAs("1", "ping", Json.object("{}"));
    }
    assertThat(sessions.engines()).hasSize(1);
    for (RawClient client : clients) {
      client.closeStdin();
      client.awaitExit();
    }
  }

  private static long threads(long pid) throws IOException {
    try (var tasks = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
      return tasks.count();
    }
  }

  private static long descriptors(long pid) throws IOException {
    try (var all = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
      return all.count();
    }
  }

  @Test
  @DisplayName("Fifty sessions in and out: its threads and descriptors are back where they were")
  void inAndOut() throws Exception {
    for (int i = 0; i < 2; i++) { // what the JVM opens once, for all sessions
      RawClient warm = sessions.connected(server);
      warm.call("recompile");
      Path socket = bench.dir().resolve("run/pitstop/" + warm.pid() + ".sock");
      Deadline.await(() -> Files.exists(socket), () -> "no " + socket);
      warm.closeStdin();
      warm.awaitExit();
    }
    sessions.awaitSessions(0);
    long pid = sessions.engine().pid();
    long threads = threads(pid);
    long descriptors = descriptors(pid);
    for (int i = 0; i < 50; i++) {
      RawClient client = sessions.connected(server);
      if (i % 10 == 0) {
        client.call("recompile");
      }
      client.closeStdin();
      assertThat(client.awaitExit()).isZero();
    }
    sessions.awaitSessions(0);
    assertThat(sessions.engine().pid()).isEqualTo(pid);
    Deadline.await(
        () -> {
          try {
            return threads(pid) <= threads && descriptors(pid) <= descriptors;
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        },
        () -> {
          try {
            return threads
                + " threads and "
                + descriptors
                + " descriptors, now "
                + threads(pid)
                + " and "
                + descriptors(pid);
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
  }
}
