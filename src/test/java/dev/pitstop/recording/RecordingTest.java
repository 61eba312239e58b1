package dev.pitstop.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pitstop.journal.Journal;
import dev.pitstop.journal.JournalLine;
import dev.pitstop.log.Level;
import dev.pitstop.log.Log;
import dev.pitstop.monitoring.Call;
import dev.pitstop.rpc.Outgoing;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("the recording of a session")
class RecordingTest {
  private static final String HEADER = "{\"type\":\"session\",\"pid\":7}";

  @TempDir private Path directory;

  private static void call(Journal journal, int number, String request) {
    JournalLine line = new JournalLine("call").number("call", number).text("method", "tools/call");
    journal.add(line, "request", Outgoing.of(request.getBytes(StandardCharsets.UTF_8)));
  }

  private static void answer(Journal journal, String response) {
    JournalLine line = new JournalLine("answer").number("call", 1);
    journal.add(line, "response", Outgoing.of(response.getBytes(StandardCharsets.UTF_8)));
  }

  private Path file() throws IOException {
    Path file = directory.resolve("r.ndjson");
    if (!Files.exists(file)) {
      Files.createFile(file);
    }
    return file;
  }

  /// Records what is in a journal.
  private List<String> record(Journal journal) throws IOException {
    journal.close();
    new Recording(journal, file(), () -> HEADER, Log.nowhere()).run();
    return Files.readAllLines(file());
  }

  private Recorded read(String text) throws IOException {
    return Recorded.of(Files.writeString(file(), text));
  }

  @Test
  @DisplayName("has the calls with their messages, byte for byte, behind a line about the session")
  void lines() throws IOException {
    String odd = "{ \"id\":1.0, \"result\":{\"a\":\"\\u00e9 é \\/ \u2028\"} }";
    Journal journal = new Journal();
    call(journal, 1, "{\"id\":1}");
    journal.append(new JournalLine("stderr").text("line", "of the server"));
    answer(journal, odd);
    List<String> lines = record(journal);
    assertThat(lines).hasSize(3);
    assertThat(lines.getFirst()).isEqualTo(HEADER);
    assertThat(lines.get(1))
        .startsWith("{\"session\":" + ProcessHandle.current().pid() + ",\"seq\":1,")
        .endsWith(",\"request\":{\"id\":1}}");
    assertThat(lines.get(2)).contains("\"seq\":3,").endsWith(",\"response\":" + odd + "}");
    assertThat(record(journal)).as("what is in the file stays").hasSize(6).containsAll(lines);
  }

  @Test
  @DisplayName("has no secrets, and nothing of a message that was cut, as they cannot be found")
  void secrets() throws IOException {
    Journal journal = new Journal(Journal.MOST_BYTES, 100);
    call(journal, 1, "{\"params\":{\"password\":\"hidden\"}}");
    answer(journal, "{\"token\":\"hidden\",\"x\":\"" + "x".repeat(100) + "\"}");
    List<String> lines = record(journal);
    assertThat(lines.get(1)).contains("{\"password\":\"[REDACTED]\"}");
    assertThat(lines.get(2)).endsWith(",\"responseBytes\":125}");
    assertThat(lines.toString()).doesNotContain("hidden");
  }

  @Test
  @DisplayName("has a gap for entries that fell out of the journal")
  void gap() throws IOException {
    Journal journal = new Journal(1_000, 100);
    for (int i = 1; i <= 100; i++) {
      call(journal, i, "{}");
    }
    List<String> lines = record(journal);
    assertThat(lines.get(1))
        .isEqualTo("{\"type\":\"gap\",\"events\":" + (102 - lines.size()) + "}");
    assertThat(lines.getLast()).contains("\"call\":100,");
  }

  @Test
  @DisplayName("of a file that cannot be written ends, and the log says so")
  void refused() throws IOException {
    Journal journal = new Journal();
    call(journal, 1, "{}");
    journal.close();
    Path log = directory.resolve("log");
    OutputStream none = OutputStream.nullOutputStream();
    try (Log to = Log.of(1, Level.OFF, none, Level.WARN, log)) {
      new Recording(journal, directory.resolve("none").resolve("r"), () -> HEADER, to).run();
    }
    assertThat(Files.readString(log)).contains("recording-ended");
  }

  @Test
  @DisplayName("is read with its answers, by session and number; what persons asked is left out")
  void calls() throws IOException {
    String begun = "{\"session\":%d,\"t\":1,\"type\":\"call\",\"call\":%d,\"method\":\"%s\"%s}\n";
    String ended = "{\"session\":%d,\"t\":9,\"type\":\"answer\",\"call\":1,\"micros\":%d}\n";
    Recorded recorded =
        read(
            begun.formatted(7, 1, "tools/call", "")
                + begun.formatted(8, 1, "tools/call", "")
                + begun.formatted(8, 2, "tools/call", "")
                + begun.formatted(8, 3, "ping", "")
                + begun.formatted(8, 4, "tools/call", ",\"by\":\"person\"")
                + "{\"type\":\"gap\",\"events\":3}\n"
                + ended.formatted(8, 20)
                + ended.formatted(7, 10));
    assertThat(recorded.calls())
        .extracting(c -> c.answer().number("micros"))
        .containsExactly(10L, 20L, 0L);
    assertThat(recorded.calls().get(2).isPending()).isTrue();
    assertThat(recorded.missing()).isEqualTo(3);
  }

  @Test
  @DisplayName("names each damaged line, also the half one of a killed session, and uses the rest")
  void damaged() throws IOException {
    String call = "{\"type\":\"call\",\"call\":1,\"method\":\"tools/call\"}\n";
    Recorded recorded = read("no JSON\n" + call + "{\"type\":\"ans");
    assertThat(recorded.calls()).extracting(Call::number).containsExactly(1L);
    assertThat(recorded.damaged())
        .hasSize(2)
        .allMatch(text -> text.contains("is not an object of JSON"));
    assertThat(recorded.damaged().getLast())
        .contains(": line 3 (from byte " + (8 + call.length()) + ")");
  }

  @Test
  @DisplayName("that is too large for the memory is refused")
  void large() throws IOException {
    try (RandomAccessFile sparse = new RandomAccessFile(file().toFile(), "rw")) {
      sparse.setLength(Runtime.getRuntime().maxMemory());
    }
    assertThatThrownBy(() -> Recorded.of(file()))
        .hasMessageContaining("too much for the memory: PITSTOP_JAVA_OPTS=");
  }
}
