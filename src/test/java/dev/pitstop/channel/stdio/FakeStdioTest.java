package dev.pitstop.channel.stdio;

import dev.pitstop.channel.Rig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;

@DisplayName("Stdio with processes that the test plays")
@Timeout(60)
class FakeStdioTest implements StdioContract {
  private final FakeStdioRig rig = new FakeStdioRig();

  @AfterEach
  void close() {
    rig.close();
  }

  @Override
  public Rig<StdioPeer> rig() {
    return rig;
  }
}
