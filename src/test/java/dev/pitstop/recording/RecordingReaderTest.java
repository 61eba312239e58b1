package dev.pitstop.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("reading a recording")
class RecordingReaderTest {
  @TempDir private Path directory;

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("r.ndjson"), text);
  }

  private List<RecordingLine> lines(String text, int longest) throws IOException {
    List<RecordingLine> lines = new ArrayList<>();
    RecordingReader.read(file(text), longest, lines::add);
    return lines;
  }

  private static String call(String id, String session) {
    return "{\"t\":5,\"session\":%s,\"dir\":\"from client\",\"raw\":{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"tools/call\",\"params\":{\"name\":\"x\"}}}\n"
        .formatted(session, id);
  }

  private static String answer(String id, String session, int t) {
    return "{\"t\":%d,\"session\":%s,\"dir\":\"to client\",\"raw\":{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{}}}\n"
        .formatted(t, session, id);
  }

  @Test
  @DisplayName("names each damaged line with its number and offset, and uses the rest")
  void damaged() throws IOException {
    List<RecordingLine> lines =
        lines(call("1", "7") + "\nno JSON\n{\"x\":1}\n" + answer("1", "7", 9), 500);
    int second = call("1", "7").length() + 1;
    assertThat(lines).hasSize(4);
    assertThat(lines.get(1))
        .isEqualTo(
            new RecordingLine.Damaged(new RecordingLine.Where(3, second, 7), "no JSON object"));
    assertThat(lines.get(2)).isInstanceOf(RecordingLine.Damaged.class);
    assertThat(lines.get(3)).isInstanceOf(RecordingLine.Frame.class);
  }

  @Test
  @DisplayName(
      "leaves out a line that is too long, and the half line at the end of a killed session")
  void tooLong() throws IOException {
    String half = call("1", "7").substring(0, 50);
    List<RecordingLine> lines = lines("x".repeat(600_000) + "\n" + call("1", "7") + half, 500);
    assertThat(lines).hasSize(3);
    assertThat(lines.getFirst())
        .isEqualTo(
            new RecordingLine.Damaged(
                new RecordingLine.Where(1, 0, 600_000), "longer than 500 bytes"));
    assertThat(lines.get(1)).isInstanceOf(RecordingLine.Frame.class);
    assertThat(lines.get(2)).isInstanceOf(RecordingLine.Damaged.class);
  }

  @Test
  @DisplayName("finds a message byte for byte, whatever else is in its line")
  void bytes() throws IOException {
    String raw = "{ \"a\":\t\"\\u00e9 é\", \"b\" : 1.0}";
    List<RecordingLine> lines =
        lines("{\"dir\":\"to client\",\"t\":1,\"raw\":" + raw + " ,\"session\":3}", 500);
    RecordingLine.Frame frame = (RecordingLine.Frame) lines.getFirst();
    assertThat(new String(frame.message().bytes(), StandardCharsets.UTF_8)).isEqualTo(raw);
  }

  @Test
  @DisplayName("matches answers with calls by session and id, and takes times")
  void calls() throws IOException {
    Recorded recorded =
        Recorded.of(
            file(
                call("1", "7")
                    + call("1", "8")
                    + call("\"a\"", "8")
                    + "{\"gap\":3,\"session\":7}\n"
                    + answer("1", "8", 25)
                    + answer("1", "7", 15)));
    assertThat(recorded.calls()).extracting(Recorded.Call::millis).containsExactly(10L, 20L, 0L);
    assertThat(recorded.calls().get(2).answer()).isEmpty();
    assertThat(recorded.missing()).isEqualTo(3);
  }
}
