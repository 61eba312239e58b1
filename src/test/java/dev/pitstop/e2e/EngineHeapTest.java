package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.engine.Engines;
import java.io.ByteArrayOutputStream;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/// The heap of the engine, which all its sessions share (docs/design/engine.md).
@DisplayName("S2: the engine's heap")
@Timeout(300)
@Tag("own-way")
class EngineHeapTest {
  private static final int GREEDY = 8;
  private static final int LARGE = 30_000_000;

  private static final String INITIALIZE =
      "'initialize','params':{'protocolVersion':'2025-06-18','capabilities':{},"
          + "'clientInfo':{'name':'greedy','version':'1'}}";

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
    RawClient client = bench.start(pitstop(), environment(), bench.workDir()).drainStderr();
    client.handshake();
    return client;
  }

  /// A client that reads nothing, and the thread that writes its requests.
  private record Greedy(Process process, Thread writer) {}

  private Greedy greedy(List<String> requests) throws IOException {
    ProcessBuilder made = new ProcessBuilder(pitstop());
    made.environment().putAll(environment());
    Process client = made.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    Thread writer = Thread.ofPlatform().daemon().start(() -> write(client, requests));
    return new Greedy(client, writer);
  }

  private static void write(Process client, List<String> requests) {
    try (OutputStream to = client.getOutputStream()) {
      for (int id = 1; id <= requests.size(); id++) {
        String begin = "{'jsonrpc':'2.0','id':" + id + ",'method':";
        String line = (begin + requests.get(id - 1)).replace('\'', '"') + "}\n";
        to.write(line.getBytes(StandardCharsets.UTF_8));
        to.flush();
      }
      Thread.sleep(Deadline.GUARD); // stdin stays open
    } catch (IOException | InterruptedException gone) {
      // the test has ended it
    }
  }

  private static String call(String tool, String arguments) {
    return "'tools/call','params':{'name':'" + tool + "','arguments':{" + arguments + "}}";
  }

  /// Asks for large answers.
  private Greedy asking() throws IOException {
    String big = call("big", "'bytes':" + LARGE);
    return greedy(List.of(INITIALIZE, big, big, big, big));
  }

  /// Sends large calls to a server that does not read.
  private Greedy sending() throws IOException {
    String waits = call("wait_for_file", "'path':'" + bench.dir().resolve("none") + "'");
    List<String> requests = new ArrayList<>(List.of(INITIALIZE, waits, call("stop_reading", "")));
    String large = call("length", "'text':'" + "x".repeat(1_000_000) + "'");
    for (int i = 0; i < 75; i++) {
      requests.add(large);
    }
    return greedy(requests);
  }

  private static String line(Greedy client) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    InputStream from = client.process().getInputStream();
    for (int b = from.read(); b != '\n' && b >= 0; b = from.read()) {
      line.write(b);
    }
    return line.toString(StandardCharsets.UTF_8);
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
  @DisplayName("Eight clients want more than there is: each is refused the rest, a ninth is served")
  void greed() throws Exception {
    RawClient good = connected();
    List<Greedy> bad = new ArrayList<>();
    for (int i = 0; i < GREEDY; i++) {
      bad.add(i % 2 == 0 ? asking() : sending());
    }
    for (int i = 0; i < GREEDY; i++) {
      assertThat(line(bad.get(i))).contains("serverInfo");
      if (i % 2 == 0) {
        assertThat(bad.get(i).process().getInputStream().read()).as("large answer").isEqualTo('{');
      } else {
        assertThat(line(bad.get(i))).as("of stop_reading").contains("\"result\"");
        assertThat(line(bad.get(i))).as("refused").containsAnyOf("the limit", "no memory");
      }
    }
    assertThat(sessions()).isEqualTo(GREEDY + 1);
    for (int i = 0; i < 200; i++) {
      assertThat(good.call("echo", "{'text':'" + i + "'}").lastText()).isEqualTo("" + i);
    }
    assertThat(good.call("big", "{'bytes':500000}").text()).hasSize(500_000);
    for (Greedy one : bad) {
      one.writer().interrupt();
      one.process().destroyForcibly();
    }
    Deadline.await(() -> sessions() == 1, () -> "sessions whose clients are gone go on");
    assertThat(good.call("big", "{'bytes':" + LARGE + "}").text()).hasSize(LARGE);
    Path log = Path.of(engine().socket() + ".log");
    assertThat(Files.readString(log)).doesNotContain("OutOfMemoryError");
  }
}
