package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.soak.Jvm;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayName(
    "Row `130 KiB kept by each start`: what was started and has ended leaves nothing behind")
@Tag("all")
class StartsKeepNothingTest {
  private static final int FIRST = 10; // what is made once is made by then
  private static final int STARTS = 40;
  private static final long MOST_KIB_EACH = 64;

  @RegisterExtension final Bench bench = new Bench();

  @Test
  @DisplayName("The heap is as full after many starts as after some")
  void starts() {
    RawClient client = bench.pitstop(bench.scripted()).drainStderr().greeted();
    long before = liveAfter(client, FIRST);
    long after = liveAfter(client, STARTS);
    assertThat(after - before).as("KiB").isLessThan(STARTS * MOST_KIB_EACH);
  }

  private static long liveAfter(RawClient client, int starts) {
    for (int i = 0; i < starts; i++) {
      assertThat(client.call("recompile").isError()).isFalse();
      client.call("echo", "{'text':'x'}");
    }
    Jvm jvm = new Jvm(client.pid());
    Assumptions.assumeTrue(jvm.collect().isPresent(), "there is no jcmd");
    return jvm.collect().orElseThrow().liveKib();
  }
}
