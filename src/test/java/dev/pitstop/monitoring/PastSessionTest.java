package dev.pitstop.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("the journals of sessions on disk")
class PastSessionTest {
  @TempDir Path directory;

  private void write(String name, String text) throws IOException {
    Files.writeString(directory.resolve(name), text);
  }

  private String header(long pid) {
    return "{\"type\":\"session\",\"pid\":%d,\"directory\":\"%s\"}\n".formatted(pid, directory);
  }

  private static List<JsonLine> read(PastSession session) throws IOException {
    List<JsonLine> all = new ArrayList<>();
    try (Lines lines = session.read(false)) {
      lines.each(all::add);
    }
    return all;
  }

  private static List<Long> numbers(List<JsonLine> lines) {
    return lines.stream().map(line -> line.number("seq")).toList();
  }

  private static List<String> damaged(List<JsonLine> lines) {
    return lines.stream().filter(l -> l.type().equals("damaged")).map(l -> l.text("text")).toList();
  }

  @Test
  @DisplayName("The newest first; one without a header is left out")
  void order() throws IOException {
    write("1-11.ndjson", header(11));
    write("2-22.ndjson", header(22));
    write("3-33.ndjson", "{\"seq\":1}\n");
    List<PastSession> all = PastSession.all(directory);
    assertThat(all).extracting(PastSession::pid).containsExactly(22L, 11L);
    assertThat(all).allMatch(s -> s.isIn(directory)).noneMatch(s -> s.isIn(Path.of("/elsewhere")));
    assertThat(PastSession.all(directory.resolve("nowhere"))).isEmpty();
  }

  @Test
  @DisplayName("Both halves are read in order; the header may be left in one of them only")
  void halves() throws IOException {
    write("1-11.earlier.ndjson", header(11) + "{\"seq\":1}\n{\"seq\":2}\n");
    write("1-11.ndjson", "garbage\n{\"seq\":3}\n{\"seq\":4}");
    PastSession session = PastSession.all(directory).getFirst();
    assertThat(numbers(read(session))).containsExactly(0L, 1L, 2L, 0L, 3L, 4L, 0L);
  }

  @Test
  @DisplayName("A damaged line is named with its file, number and place; the rest is used")
  void damaged() throws IOException {
    write("1-11.ndjson", header(11) + "{\"seq\":1}\n\n{\"seq\":2,\n{\"seq\":3}\nnull\n{\"se");
    PastSession session = PastSession.all(directory).getFirst();
    List<JsonLine> read = read(session);
    assertThat(numbers(read)).containsExactly(0L, 1L, 0L, 3L, 0L, 0L, 0L);
    int begins = header(11).length() + 11;
    String file = directory.resolve("1-11.ndjson") + ": line ";
    String rest = " is not an object of JSON, and was left out";
    assertThat(damaged(read))
        .containsExactly(
            file + "4 (from byte " + begins + ")" + rest,
            file + "6 (from byte " + (begins + 20) + ")" + rest,
            file + "7 (from byte " + (begins + 25) + ")" + rest);
  }

  @Test
  @DisplayName("A line that is too long is named and left out")
  void tooLong() throws IOException {
    InputStream one = new ByteArrayInputStream("{\"seq\":1}\n\"".getBytes(StandardCharsets.UTF_8));
    InputStream zeros = new ByteArrayInputStream(new byte[67 * 1024 * 1024]);
    InputStream two =
        new ByteArrayInputStream("\"\n{\"seq\":3}\n".getBytes(StandardCharsets.UTF_8));
    InputStream all = new SequenceInputStream(new SequenceInputStream(one, zeros), two);
    List<JsonLine> read = new ArrayList<>();
    try (Lines lines = new Lines(all, "f")) {
      lines.each(read::add);
    }
    assertThat(numbers(read)).containsExactly(1L, 0L, 3L);
    assertThat(damaged(read))
        .containsExactly("f: line 2 (from byte 10) is too long, and was left out");
  }
}
