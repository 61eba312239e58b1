package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import dev.pitstop.log.Level;
import dev.pitstop.log.Log;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a session writes to the log.
class SessionLogTest {
  @TempDir private Path directory;

  /// Calls that are answered, cancelled, repeated after a crash, and lost in one.
  private static void play(Log log) {
    try (SessionDriver d = new SessionDriver(Setup.PLAIN, log, "")) {
      FakeServer s = d.connect("a");
      d.call("1", "a", "{\"password\":\"hunter2\"}");
      d.delivers(s, "1", "a", "secret answer");
      d.callTo(s, "2", "a");
      d.cancelTo(s, "2");
      d.requestTo(s, "\"r\"", "resources/read", "{\"uri\":\"x\"}");
      d.callTo(s, "4", "a");
      s.child().exit(1);
      assertThat(d.text("4")).contains("crashed");
      FakeServer next = d.spawned().comeUp("a");
      JsonObject read = next.expect("resources/read");
      next.answer(read, "{\"contents\":[]}");
      d.result("\"r\"");
    }
    log.close();
  }

  @Test
  @DisplayName("at debug nothing of what calls and answers contain")
  void calls() {
    ByteArrayOutputStream stderr = new ByteArrayOutputStream();
    play(
        Log.of(
            ProcessHandle.current().pid(),
            Level.DEBUG,
            stderr,
            Level.OFF,
            directory.resolve("none")));
    String text = stderr.toString(StandardCharsets.UTF_8);
    assertThat(text).contains(" DEBUG session=");
    assertThat(text).doesNotContain("hunter2", "secret answer");
  }

  @Test
  @DisplayName("a log file that cannot be written is not named as if it were there")
  void unwritableFile() throws Exception {
    Path file = Files.createFile(directory.resolve("file")).resolve("pitstop.log");
    Log log =
        Log.of(
            ProcessHandle.current().pid(),
            Level.OFF,
            OutputStream.nullOutputStream(),
            Level.INFO,
            file);
    log.info("first");
    Await.until("a write that fails", log::fileFails);
    try (SessionDriver d = new SessionDriver(Setup.PLAIN, log, file.toString())) {
      d.connect("a");
      assertThat(d.callForText("1", "server_status"))
          .contains("No log: " + file + " cannot be written");
    }
    log.close();
  }

  @Test
  @DisplayName("progress of a server under something that is no token is dropped, as no defect")
  void oddProgress() {
    ByteArrayOutputStream stderr = new ByteArrayOutputStream();
    Log log =
        Log.of(
            ProcessHandle.current().pid(),
            Level.INFO,
            stderr,
            Level.OFF,
            directory.resolve("none"));
    try (SessionDriver d = new SessionDriver(Setup.PLAIN, log, "")) {
      FakeServer s = d.connect("a");
      for (String token : List.of("true", "null", "{}", "[1]")) {
        s.notify("notifications/progress", "{\"progressToken\":" + token + ",\"progress\":1}");
      }
      d.sync(s);
    }
    log.close();
    assertThat(stderr.toString(StandardCharsets.UTF_8)).doesNotContain("message-lost");
  }
}
