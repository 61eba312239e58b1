package dev.pitstop.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("a request to a session, and the lines of its answer")
@DisabledOnOs(OS.WINDOWS)
class LiveTest {
  @TempDir Path directory;
  private SessionPlaces places;

  @BeforeEach
  void places() {
    places = new SessionPlaces(directory.resolve("s"), directory.resolve("j"));
  }

  private Lines ask(long pid, String request) throws IOException {
    return Live.ask(places.socket(pid), request);
  }

  @Test
  @DisplayName("The lines come in order; a damaged one is named")
  void lines() throws IOException {
    try (FakeSession session = FakeSession.start(places, 5, directory, "")) {
      session.answers("read", "{\"type\":\"session\"}", "{\"type\":", "[1]", "{\"type\":\"end\"}");
      try (Lines question = ask(5, "{\"do\":\"read\"}")) {
        assertThat(question.next().orElseThrow().type()).isEqualTo("session");
        String socket = places.socket(5).toString();
        for (String where : List.of("2 (from byte 19)", "3 (from byte 28)")) {
          assertThat(question.next().orElseThrow().text("text"))
              .isEqualTo(
                  socket + ": line " + where + " is not an object of JSON, and was left out");
        }
        assertThat(question.next().orElseThrow().type()).isEqualTo("end");
        assertThat(question.next()).isEmpty();
      }
      assertThat(session.requests()).containsExactly("{\"do\":\"read\"}");
    }
  }

  @Test
  @DisplayName("A long request is sent whole")
  void longRequest() throws IOException {
    String request = "{\"do\":\"call\",\"x\":\"" + "y".repeat(1_000_000) + "\"}";
    try (FakeSession session = FakeSession.start(places, 5, directory, "");
        Lines question = ask(5, request)) {
      assertThat(question.next().orElseThrow().text("text"))
          .isEqualTo("unknown: " + request.length());
      assertThat(session.requests()).containsExactly(request);
    }
  }

  @Test
  @DisplayName("Nobody listens")
  void nobody() throws IOException {
    FakeSession.stale(places, 6);
    assertThatThrownBy(() -> ask(6, "{}")).isInstanceOf(ConnectException.class);
  }

  @Test
  @DisplayName("A session that is killed says no more")
  void killed() throws IOException {
    try (FakeSession session = FakeSession.hung(places, 7);
        Lines question = ask(7, "{}")) {
      session.drop();
      assertThat(question.next()).isEmpty();
    }
  }

  @Test
  @DisplayName("Another thread ends the wait by closing")
  void closed() throws Exception {
    try (FakeSession hung = FakeSession.hung(places, 7)) {
      Lines question = ask(7, "{}");
      CompletableFuture<Optional<JsonLine>> next =
          CompletableFuture.supplyAsync(() -> {
            try {
              return question.next();
            } catch (IOException e) {
              throw new AssertionError(e);
            }
          });
      question.close();
      assertThat(next.get()).isEmpty();
      assertThat(hung.requests()).isEmpty();
    }
  }
}
