package dev.pitstop.channel.stdio;

import dev.pitstop.channel.Rig;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Stdio with real processes")
@Timeout(60)
class RealStdioTest implements StdioContract {
  @TempDir Path directory;

  private RealStdioRig rig;

  @BeforeEach
  void rigUp() {
    rig = new RealStdioRig(directory);
  }

  @AfterEach
  void close() {
    rig.close();
  }

  @Override
  public Rig<StdioPeer> rig() {
    return rig;
  }
}
