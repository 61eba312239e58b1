package dev.pitstop.recording;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.pitstop.log.Log;
import dev.pitstop.rpc.Outgoing;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
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

@DisplayName("the recording of a session")
class RecordingTest {
  private static final long LONG_ENOUGH = 60_000;

  @TempDir private Path directory;

  private static Outgoing message(String text) {
    return Outgoing.of(text.getBytes(StandardCharsets.UTF_8));
  }

  private static JsonObject json(String line) {
    return JsonParser.parseString(line).getAsJsonObject();
  }

  private Recording recording(Path file) throws IOException {
    return Recording.to(file, ProcessHandle.current().pid(), "1.2", Log.nowhere());
  }

  @Test
  @DisplayName("has each message byte for byte, with its direction, server, run and build")
  void lines() throws IOException {
    Path file = directory.resolve("r.ndjson");
    String odd = "{ \"jsonrpc\" :\t\"2.0\",\"id\":1.0, \"result\":{\"a\":\"\\u00e9 é \\/\"} }";
    Recording recording = recording(file);
    recording.client(
        Direction.FROM_CLIENT, message("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\"}"));
    recording.server(Direction.TO_SERVER, "db", 2, message("{}"));
    recording.built("db");
    recording.server(Direction.FROM_SERVER, "db", 3, message(odd));
    recording.server(Direction.FROM_SERVER, "other", 1, message("{\"token\":\"t\"}"));
    recording.client(Direction.TO_CLIENT, message("no \"JSON\""));
    recording.client(Direction.TO_CLIENT, message("{\"a\":\n1}"));
    recording.close(LONG_ENOUGH);
    List<String> lines = Files.readAllLines(file);
    assertThat(lines).hasSize(7);
    assertThat(json(lines.getFirst()).get("pitstop").getAsString()).isEqualTo("1.2");
    assertThat(json(lines.get(1)).get("dir").getAsString()).isEqualTo("from client");
    assertThat(json(lines.get(1)).has("server")).isFalse();
    assertThat(lines.get(2)).contains("\"to server\",\"server\":\"db\",\"run\":2,\"build\":0,");
    assertThat(lines.get(3))
        .contains("\"from server\",\"server\":\"db\",\"run\":3,\"build\":1,\"raw\":" + odd + "}");
    assertThat(lines.get(4))
        .contains("\"build\":0,\"redacted\":[\"token\"],\"raw\":{\"token\":\"[");
    assertThat(json(lines.get(5)).get("text").getAsString()).isEqualTo("no \"JSON\"");
    assertThat(json(lines.get(6)).get("text").getAsString()).isEqualTo("{\"a\":\n1}");
    assertThat(lines.subList(1, 7))
        .extracting(l -> json(l).get("seq").getAsInt())
        .containsExactly(1, 2, 3, 4, 5, 6);
  }

  @Test
  @DisplayName("is added to a file that exists")
  void added() throws IOException {
    Path file = directory.resolve("r.ndjson");
    for (int i = 0; i < 2; i++) {
      Recording recording = recording(file);
      recording.client(Direction.FROM_CLIENT, message("{}"));
      recording.close(LONG_ENOUGH);
    }
    assertThat(Files.readAllLines(file)).hasSize(4);
  }

  @Test
  @DisplayName("can be read by its owner only, also if the file existed")
  @DisabledOnOs(OS.WINDOWS)
  void ownerOnly() throws IOException {
    Path file = directory.resolve("r.ndjson");
    Files.writeString(file, "");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    recording(file).close(LONG_ENOUGH);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  @DisplayName("has a gap where messages found no room, and a message of any size finds room alone")
  void gap() {
    Disk disk = new Disk();
    Recording recording = new Recording(disk, ProcessHandle.current().pid(), "r", Log.nowhere());
    String large = "\"" + "x".repeat((int) Recording.MOST) + "\"";
    recording.client(Direction.FROM_CLIENT, message(large));
    recording.client(Direction.FROM_CLIENT, message("{}"));
    recording.client(Direction.FROM_CLIENT, message("{}"));
    recording.begin("1");
    recording.close(LONG_ENOUGH);
    String[] lines = disk.text().split("\n", -1);
    assertThat(lines[1]).endsWith(",\"raw\":" + large + "}");
    assertThat(json(lines[2]).get("gap").getAsInt()).isEqualTo(2);
  }

  @Test
  @DisplayName("ends when the disk is full, and what comes then is dropped")
  void full() {
    Disk disk = new Disk();
    Recording recording = new Recording(disk, ProcessHandle.current().pid(), "r", Log.nowhere());
    recording.begin("1");
    disk.full(true);
    recording.client(Direction.FROM_CLIENT, message("{\"a\":1}"));
    recording.close(LONG_ENOUGH);
    disk.full(false);
    recording.client(Direction.FROM_CLIENT, message("{\"a\":2}"));
    recording.close(LONG_ENOUGH);
    assertThat(disk.text()).isEqualTo("{");
  }

  /// A file in memory. A full one takes a byte of each write, then refuses.
  private static final class Disk implements WritableByteChannel {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private boolean full;

    synchronized String text() {
      return bytes.toString(StandardCharsets.UTF_8);
    }

    synchronized void full(boolean now) {
      full = now;
    }

    @Override
    public synchronized int write(ByteBuffer from) throws IOException {
      if (full && from.get(from.position()) != '{' && from.get(from.position()) != '\n') {
        throw new IOException("No space left on device");
      }
      int n = full ? 1 : from.remaining();
      for (int i = 0; i < n; i++) {
        bytes.write(from.get());
      }
      return n;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }
}
