package dev.pitstop.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("finding the sessions of this user")
@DisabledOnOs(OS.WINDOWS)
class SessionsTest {
  /// No process has this pid: it is beyond the most that Linux allows.
  private static final long NOBODY = 4_194_399;

  @TempDir Path directory;
  private SessionPlaces places;

  @BeforeEach
  void places() {
    places = new SessionPlaces(directory.resolve("s"), directory.resolve("j"));
  }

  private Sessions find() throws IOException {
    return Sessions.find(places, 200);
  }

  @Test
  @DisplayName("No directory, no sessions")
  void none() throws IOException {
    assertThat(find().alive()).isEmpty();
    assertThat(find().silent()).isEmpty();
  }

  @Test
  @DisplayName("Those that answer, in the order of their pids, and by directory")
  void alive() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), directory);
    try (FakeSession a =
            FakeSession.start(places, 900, directory, ",\"servers\":[{\"name\":\"x\"}]");
        FakeSession b = FakeSession.start(places, 1000, Path.of("/elsewhere"), "")) {
      Sessions found = find();
      assertThat(found.alive()).extracting(Live::pid).containsExactly(900L, 1000L);
      assertThat(found.in(link)).extracting(Live::pid).containsExactly(900L);
      assertThat(found.in(directory.resolve("nowhere"))).isEmpty();
      assertThat(found.of(1000).orElseThrow().directory()).isEqualTo("/elsewhere");
      assertThat(found.of(7)).isEmpty();
      assertThat(found.of(900).orElseThrow().servers()).containsExactly("x");
      assertThat(a.requests()).isEqualTo(b.requests()).isEmpty();
    }
  }

  @Test
  @DisplayName(
      "A socket that refuses is removed, unless its process is there and may begin to listen")
  void stale() throws IOException {
    Path stale = FakeSession.stale(places, NOBODY);
    Path young = FakeSession.stale(places, ProcessHandle.current().pid());
    Path other = Files.createFile(places.sockets().resolve("notes.txt"));
    Sessions found = find();
    assertThat(found.alive()).isEmpty();
    assertThat(found.silent()).isEmpty();
    assertThat(stale).doesNotExist();
    assertThat(young).exists();
    assertThat(other).exists();
  }

  @Test
  @DisplayName(
      "One that hangs, and one that says something else, are named, and do not hide the others")
  void silent() throws IOException {
    try (FakeSession hung = FakeSession.hung(places, 1);
        FakeSession liar = FakeSession.start(places, 2, directory, "");
        FakeSession good = FakeSession.start(places, 3, directory, "")) {
      liar.answers("\"status\"", "not JSON", "{\"type\":\"end\"}");
      Sessions found = find();
      assertThat(found.alive()).extracting(Live::pid).containsExactly(3L);
      assertThat(found.silent()).extracting(Sessions.Silent::pid).containsExactlyInAnyOrder(1L, 2L);
      assertThat(found.silent().getFirst().why()).isEqualTo("it does not answer");
      assertThat(hung.requests()).isEqualTo(good.requests()).isEmpty();
    }
  }
}
