package dev.pitstop.e2e;

import dev.pitstop.harness.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Nothing but Pitstop itself asks for a collection here: what large messages made its memory grow
/// by would stay for good.
@DisplayName("large messages leave no larger process behind, whatever way they took")
@Tag("all")
class HeapGivenBackTest {
  private static final int LARGE = 4 << 20;
  private static final int CALLS = 20;

  /// Twice what is left of it; with a heap that is not given back it has 190 and more.
  private static final long MOST_KIB = 120 << 10;

  @RegisterExtension final Bench bench = new Bench();

  @BeforeEach
  void linux() {
    Assumptions.assumeTrue(Files.exists(Path.of("/proc/self/status")), "memory is read from /proc");
  }

  private static long rssKib(long pid) {
    String line = Procs.status(pid, "VmRSS:").orElseThrow();
    return Long.parseLong(line.replaceAll("[^0-9]", ""));
  }

  private static void givesBack(RawClient client, String tool, String arguments) {
    for (int i = 0; i < CALLS; i++) {
      client.call(tool, arguments);
    }
    Await.until(
        () -> rssKib(client.pid()) < MOST_KIB,
        () -> rssKib(client.pid()) + " KiB are not given back");
  }

  private static String echo() {
    return "{'text':'" + "x".repeat(LARGE) + "'}";
  }

  @Test
  @DisplayName("A process")
  void process() {
    RawClient client = bench.pitstop(bench.scripted()).drainStderr().greeted();
    givesBack(client, "echo", echo());
  }

  @Test
  @DisplayName("A process that dies of each, so that no answer passes")
  void dies() {
    RawClient client = bench.pitstop(bench.scripted()).drainStderr().greeted();
    givesBack(client, "crash", "{'code':3,'text':'" + "x".repeat(LARGE) + "'}");
  }

  @Test
  @DisplayName("A daemon")
  void daemon() {
    HttpDaemonProcess daemon = HttpDaemonProcess.scripted(bench);
    RawClient client = bench.started(daemon);
    givesBack(client, "echo", echo());
  }

  @Test
  @DisplayName("A command-line program")
  void commandLine() {
    RawClient client = bench.cli(bench.tool("tool")).drainStderr().greeted();
    givesBack(client, "fill", "{'bytes':" + (LARGE - 1_000) + "}");
  }
}
