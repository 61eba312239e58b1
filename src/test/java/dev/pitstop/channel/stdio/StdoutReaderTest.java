package dev.pitstop.channel.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.channel.ChannelContract;
import dev.pitstop.channel.Recorder;
import dev.pitstop.channel.RunLog;
import dev.pitstop.channel.Teller;
import dev.pitstop.log.Log;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StdoutReaderTest {
  private final FakeStdioRig rig = new FakeStdioRig();
  private final Recorder told = new Recorder();

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  private void read(InputStream stdout) throws InterruptedException {
    RunLog log = new RunLog("weather", 1, Log.nowhere(), rig.ring());
    new StdoutReader(FakeStdioRig.MAX_MESSAGE, log, new Teller(log, told), error -> {})
        .read(stdout);
  }

  @Test
  @DisplayName("A stream that breaks is a remark; what was said before is told")
  void broken() throws InterruptedException {
    InputStream breaks =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("made up");
          }

          @Override
          public int read(byte[] to, int from, int length) throws IOException {
            return read();
          }
        };
    read(new SequenceInputStream(stream(ChannelContract.message(0) + "\n"), breaks));
    assertThat(told.messages()).containsExactly(ChannelContract.message(0));
    assertThat(told.strays()).containsExactly("(reading stdout ended: made up)");
  }

  @Test
  @DisplayName("Back pressure is asked for before each read, and what was read is told before that")
  void beforeEachRead() throws InterruptedException {
    read(
        new SequenceInputStream(
            stream(ChannelContract.message(0) + "\n"), stream(ChannelContract.message(1) + "\n")));
    assertThat(told.messages()).isEqualTo(ChannelContract.messages(2));
    assertThat(told.bursts()).containsExactly(1, 1);
    assertThat(told.reads()).isGreaterThanOrEqualTo(3); // each message, the end
  }

  @Test
  @DisplayName("A flood of JSON that is no message is stray, and no answer")
  void logLines() throws InterruptedException {
    read(stream("{\"level\":\"info\",\"id\":3}\n\n  \n[]\n17\n{\"a\":\n"));
    assertThat(told.strays()).hasSize(4);
    assertThat(told.unusable()).isEmpty();
    assertThat(told.messages()).isEmpty();
  }
}
