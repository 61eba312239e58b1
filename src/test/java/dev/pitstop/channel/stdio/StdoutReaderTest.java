package dev.pitstop.channel.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.channel.ChannelContract;
import dev.pitstop.channel.Events;
import dev.pitstop.channel.Recorder;
import dev.pitstop.channel.RunLog;
import dev.pitstop.channel.Teller;
import dev.pitstop.log.Log;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StdoutReaderTest {
  private final FakeStdioRig rig = new FakeStdioRig();
  private final Recorder told = new Recorder();
  private final List<String> answers = new ArrayList<>();

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  /// No memory for messages that say `large`.
  private static Message parse(byte[] line) {
    if (new String(line, StandardCharsets.UTF_8).contains("large") && line[0] != '[') {
      throw new OutOfMemoryError("made up");
    }
    return Codec.parse(line);
  }

  private void read(InputStream stdout) throws InterruptedException {
    RunLog log = new RunLog("weather", 1, Log.nowhere(), rig.ring());
    new StdoutReader(
            FakeStdioRig.MAX_MESSAGE,
            log,
            new Teller(log, told),
            error -> answers.add(new String(error, StandardCharsets.UTF_8)),
            StdoutReaderTest::parse)
        .read(stdout);
  }

  @Test
  @DisplayName("An answer that there is no memory for is told by its id; the reading goes on")
  void noMemory() throws InterruptedException {
    String lost = "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":\"large\"}";
    read(
        stream(
            ChannelContract.message(0) + "\n" + lost + "\n" + ChannelContract.message(1) + "\n"));
    assertThat(told.told())
        .containsExactly(
            "message " + ChannelContract.message(0),
            "unusable",
            "message " + ChannelContract.message(1));
    assertThat(told.unusable())
        .containsExactly(
            new Events.Unusable.NoMemory(Optional.of(RequestId.of(7)), true, lost.length()));
    assertThat(answers).isEmpty();
    assertThat(rig.ring().tail(5, true)).contains("[pitstop] " + told.strays().getFirst());
  }

  @Test
  @DisplayName("A request that there is no memory for is answered, and the next message is read")
  void noMemoryForARequest() throws InterruptedException {
    read(
        stream(
            "{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"large\"}\n"
                + ChannelContract.message(0)
                + "\n"));
    assertThat(answers).hasSize(1);
    assertThat(answers.getFirst()).contains("\"id\":\"q\"").contains("-32603");
    assertThat(told.unusable()).hasSize(1);
    assertThat(told.unusable().getFirst())
        .isInstanceOfSatisfying(
            Events.Unusable.NoMemory.class, n -> assertThat(n.answer()).isFalse());
    assertThat(told.messages()).containsExactly(ChannelContract.message(0));
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
