package dev.pitstop.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("starting with few file descriptors")
@Timeout(120)
class DescriptorsTest {
  @Test
  @DisplayName("only that start fails and says why; descriptor 0 stays; with room it works")
  void onlyThatStartFails() throws Exception {
    List<String> report = DescriptorLimit.report(300, FewDescriptors.class);
    int room = Starter.Careful.DESCRIPTORS;
    assertThat(report).hasSize(2 * room + 2);
    for (int free = 0; free < room; free++) {
      assertThat(report.get(free))
          .startsWith(free + " Cannot start `true`: it needs " + room + " free file descriptors")
          .contains("has " + free + "; raise the limit");
    }
    assertThat(report.get(2 * room)).isEqualTo(2 * room + " started");
    assertThat(report.getLast()).startsWith("stdin pipe:");
  }

  @Test
  @DisplayName("what could not be seen or killed without a descriptor is killed once there is one")
  void killedLater() throws Exception {
    List<String> report = DescriptorLimit.report(300, StoppedBlind.class);
    assertThat(report).containsExactly("KILLED, all gone", "SURVIVED, all gone");
  }
}
