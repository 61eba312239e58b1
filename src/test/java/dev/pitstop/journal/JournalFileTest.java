package dev.pitstop.journal;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.pitstop.log.Log;
import dev.pitstop.rpc.Outgoing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("31.1: the journal on disk")
class JournalFileTest {
  private static final String HEADER = "{\"session\":1}";

  @TempDir private Path directory;
  private final Journal journal = new Journal();

  private Path file(String name) {
    return directory.resolve("sessions").resolve(name + JournalFile.SUFFIX);
  }

  /// Writes all entries that are in the journal by then.
  private Path written(String name) {
    Path file = file(name);
    journal.close();
    new JournalFile(journal, file, () -> HEADER, Log.nowhere()).run();
    return file;
  }

  private static List<JsonObject> lines(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .map(l -> JsonParser.parseString(l).getAsJsonObject())
        .toList();
  }

  @Test
  @DisplayName("has each entry as a line, without messages, behind a line about the session")
  void lines() throws IOException {
    byte[] request = "{\"id\":1,\"secret\":1}".getBytes(StandardCharsets.UTF_8);
    journal.add(
        new JournalLine("call").text("method", "tools/call"), "request", Outgoing.of(request));
    journal.append(
        new JournalLine("stderr").text("server", "s").number("run", 2).text("line", "über \"x\""));
    List<JsonObject> lines = lines(written("1"));
    assertThat(lines).hasSize(3);
    assertThat(lines.getFirst().toString()).isEqualTo(HEADER);
    assertThat(lines.get(1).get("method").getAsString()).isEqualTo("tools/call");
    assertThat(lines.get(1).get("requestBytes").getAsInt()).isEqualTo(19);
    assertThat(lines.get(1).toString()).doesNotContain("secret");
    assertThat(lines.get(2).get("line").getAsString()).isEqualTo("über \"x\"");
  }

  @Test
  @DisplayName("takes at most 4 MiB of a session, and keeps its newest entries")
  void bounded() throws IOException {
    String line = "x".repeat(2_000);
    for (int i = 0; i < 5_000; i++) {
      journal.append(
          new JournalLine("stderr").text("server", "s").number("run", 1).text("line", line));
    }
    Path file = written("1");
    long size = Files.size(file) + Files.size(JournalFile.earlier(file));
    assertThat(size).isBetween(JournalFile.MOST_BYTES / 2, JournalFile.MOST_BYTES + 300_000);
    assertThat(lines(file).getLast().get("seq").getAsLong()).isEqualTo(5_000);
    assertThat(lines(file).getFirst().toString()).isEqualTo(HEADER);
  }

  @Test
  @DisplayName("says how many entries fell out before they were written")
  void gap() throws IOException {
    Journal small = new Journal(2_000, 500);
    for (int i = 0; i < 100; i++) {
      small.append(
          new JournalLine("stderr").text("server", "s").number("run", 1).text("line", "x"));
    }
    small.close();
    Path file = file("1");
    new JournalFile(small, file, () -> HEADER, Log.nowhere()).run();
    JsonObject gap = lines(file).get(1);
    assertThat(gap.get("type").getAsString()).isEqualTo("gap");
    assertThat(gap.get("events").getAsLong() + lines(file).size() - 2).isEqualTo(100);
  }

  @Test
  @DisplayName("the files of the last ten sessions are kept")
  void sessions() throws IOException {
    Files.createDirectories(file("x").getParent());
    for (int i = 10; i < 25; i++) {
      Files.writeString(file(i + ""), HEADER);
      Files.writeString(JournalFile.earlier(file(i + "")), HEADER);
    }
    journal.append(new JournalLine("notice").text("server", "s").text("text", "x"));
    written("30");
    assertThat(JournalFile.all(directory.resolve("sessions")))
        .hasSize(JournalFile.SESSIONS)
        .startsWith(file("16"))
        .endsWith(file("30"));
    assertThat(JournalFile.earlier(file("15"))).doesNotExist();
    assertThat(JournalFile.earlier(file("16"))).exists();
  }

  @Test
  @DisplayName("a file that cannot be written costs a line in the log")
  void refused() throws IOException {
    Files.writeString(directory.resolve("sessions"), "a file where the directory should be");
    journal.append(new JournalLine("notice").text("server", "s").text("text", "x"));
    written("1");
    assertThat(directory.resolve("sessions")).isRegularFile();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  @DisplayName("only its owner can read it")
  void rights() throws IOException {
    journal.append(new JournalLine("notice").text("server", "s").text("text", "x"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(written("1"))))
        .isEqualTo("rw-------");
  }
}
