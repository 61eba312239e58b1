package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.engine.Engines;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Sessions in an engine that is the test's own, because the directory of its socket is.
record EngineSessions(Bench bench) {
  Map<String, String> environment(String... more) {
    Map<String, String> env = new HashMap<>(bench.environment());
    env.put("PITSTOP_ENGINE", "on");
    for (String entry : more) {
      env.put(entry.substring(0, entry.indexOf('=')), entry.substring(entry.indexOf('=') + 1));
    }
    return env;
  }

  RawClient start(List<String> command, String... options) {
    return start(command, environment(), options);
  }

  RawClient start(List<String> command, Map<String, String> environment, String... options) {
    return bench
        .start(Bench.pitstopArgv(command, options), environment, bench.workDir())
        .drainStderr();
  }

  RawClient connected(FixtureServer server, String... options) {
    RawClient client = start(server.argv(), options);
    client.handshake();
    return client;
  }

  List<Engines.Status> engines() {
    try {
      return Engines.running(Engines.directory(bench.environment()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Engines.Status engine() {
    List<Engines.Status> all = engines();
    assertThat(all).hasSize(1);
    return all.getFirst();
  }

  void awaitSessions(long count) {
    Deadline.await(
        () -> {
          List<Engines.Status> all = engines(); // none while it starts
          return all.size() == 1 && all.getFirst().sessions() == count;
        },
        () -> "not " + count + " sessions: " + engines());
  }

  /// Ends the engine, which has sessions, in no order at all.
  ///
  /// @return its process
  long kill() {
    long pid = engine().pid();
    Procs.signal(pid, "KILL");
    Procs.awaitGone(pid);
    return pid;
  }

  /// Whether the process that the client has started is a JVM.
  static boolean isJvm(RawClient client) {
    return ProcessHandle.of(client.pid())
        .flatMap(p -> p.info().command())
        .orElse("")
        .endsWith("java");
  }
}
