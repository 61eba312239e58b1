package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.engine.Engines;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/// The heap of the engine, which all its sessions share (docs/design/engine.md).
@DisplayName("S2: the engine's heap")
@Timeout(300)
class EngineHeapTest {
  private static final int GREEDY = 8;
  private static final int ANSWERS = 5; // the first is small
  private static final int LARGE = 30_000_000;

  private static final String INITIALIZE =
      "'initialize','params':{'protocolVersion':'2025-06-18','capabilities':{},"
          + "'clientInfo':{'name':'greedy','version':'1'}}";

  private static final String BIG =
      "'tools/call','params':{'name':'big','arguments':{'bytes':" + LARGE + "}}";

  @RegisterExtension final Bench bench = new Bench();

  @BeforeEach
  void front() {
    Front.assumed();
  }

  /// A small heap, so that not much is needed to fill it.
  private Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(bench.environment());
    environment.put("PITSTOP_ENGINE", "on");
    environment.put("PITSTOP_JAVA_OPTS", "-Xmx384m");
    return environment;
  }

  private List<String> pitstop() {
    return Bench.pitstopArgv(bench.scripted().argv(), "--max-message", "32MiB");
  }

  private RawClient connected() {
    RawClient client =
        bench.start(pitstop(), environment(), bench.workDir()).drainStderr();
    client.handshake();
    return client;
  }

  /// A client that asks for much and then reads nothing.
  private Process greedy() throws IOException {
    ProcessBuilder made = new ProcessBuilder(pitstop());
    made.environment().putAll(environment());
    Process client = made.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    OutputStream to = client.getOutputStream();
    for (int id = 1; id <= ANSWERS; id++) {
      to.write(
          ("{'jsonrpc':'2.0','id':" + id + ",'method':" + (id == 1 ? INITIALIZE : BIG) + "}\n")
              .replace('\'', '"')
              .getBytes(StandardCharsets.UTF_8));
    }
    to.flush();
    return client;
  }

  /// Waits until the first large answer has begun.
  private static void awaitAnswer(Process client) throws IOException {
    InputStream from = client.getInputStream();
    while (from.read() != '\n') {
      // of the handshake
    }
    assertThat(from.read()).isEqualTo('{');
  }

  private Engines.Status engine() throws IOException {
    List<Engines.Status> all = Engines.running(Engines.directory(bench.environment()));
    assertThat(all).hasSize(1);
    return all.getFirst();
  }

  private long sessions() {
    try {
      return engine().sessions();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  @DisplayName("Eight clients ask for 120 MB each and read none of it: the ninth is served on")
  void nobodyReads() throws Exception {
    RawClient good = connected();
    List<Process> bad = new ArrayList<>();
    for (int i = 0; i < GREEDY; i++) {
      bad.add(greedy());
    }
    for (Process one : bad) {
      awaitAnswer(one);
    }
    assertThat(sessions()).isEqualTo(GREEDY + 1);
    for (int i = 0; i < 200; i++) {
      assertThat(good.call("echo", "{'text':'" + i + "'}").lastText()).isEqualTo("" + i);
    }
    assertThat(good.call("big", "{'bytes':500000}").text()).hasSize(500_000);
    bad.forEach(Process::destroyForcibly);
    Deadline.await(() -> sessions() == 1, () -> "sessions whose clients are gone go on");
    assertThat(good.call("big", "{'bytes':" + LARGE + "}").text()).hasSize(LARGE);
    Path log = Path.of(engine().socket() + ".log");
    assertThat(Files.readString(log)).doesNotContain("OutOfMemoryError");
  }
}
