package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.engine.Engines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/// For tests of places in which an engine cannot be had, or not by everybody, or is somebody
/// else's. A session works in all of them, in the engine or directly, and says nothing of it.
@Tag("own-way")
abstract class EngineSurroundings {
  /// How a front runs that has been given no words of its own.
  static final List<String> PLAINLY = List.of();

  @RegisterExtension final Bench bench = new Bench();

  FixtureServer server = FixtureServer.NONE;
  final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void front() {
    Front.assumed();
    server = bench.scripted();
    environment.putAll(bench.environment());
    environment.put("PITSTOP_ENGINE", "on");
  }

  /// A session from its beginning to its end, with a server that the front starts, one that the
  /// session starts, and one that ends by itself.
  ///
  /// @param prefix the words that run a program in these surroundings
  /// @return whether it was in an engine
  boolean session(List<String> prefix) {
    RawClient client = begun(prefix);
    boolean inEngine = !isJvm(client.pid());
    used(client);
    ended(client);
    return inEngine;
  }

  RawClient begun(List<String> prefix) {
    List<String> argv = new ArrayList<>(prefix);
    argv.addAll(Bench.pitstopArgv(server.argv()));
    RawClient client = bench.start(argv, environment, bench.workDir()).drainStderr();
    client.handshake();
    return client;
  }

  static void used(RawClient client) {
    assertThat(client.call("echo", "{'text':'a'}").lastText()).isEqualTo("a");
    assertThat(client.call("recompile").text()).contains("spawn #2");
    assertThat(client.call("crash", "{'code':3}").text()).contains("exit code 3");
    assertThat(client.call("pid").lastText()).contains("\"spawn\":3");
  }

  void ended(RawClient client) {
    client.closeStdin();
    assertThat(client.awaitExit()).isZero();
    Procs.awaitGone(server.pids());
    assertThat(client.stderr().lines().filter(line -> !isUsual(line))).isEmpty();
  }

  /// A line of the log that any session writes; one is about the server that was told to crash.
  static boolean isUsual(String line) {
    return line.contains(" INFO ")
        || (line.contains(" WARN ") && line.contains("status=\"exit code 3"));
  }

  static boolean isJvm(long pid) {
    return ProcessHandle.of(pid).flatMap(p -> p.info().command()).orElse("").endsWith("java");
  }

  Path directory() throws IOException {
    return Engines.directory(environment);
  }

  private void stopEngines() throws IOException {
    Engines.stop(directory()).forEach(engine -> Procs.awaitGone(engine.pid()));
  }

  /// Where the front of this build looks for its engine.
  Path socket() throws IOException {
    ended(begun(PLAINLY));
    Path socket = Engines.running(directory()).getFirst().socket();
    stopEngines();
    server = bench.scripted();
    return socket;
  }
}
