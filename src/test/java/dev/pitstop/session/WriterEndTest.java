package dev.pitstop.session;

import dev.pitstop.harness.Await;
import dev.pitstop.session.Sessions.Serving;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Threads are bounded over reloads and crashes: with a process ends the writer of its stdin.
@ExtendWith(Sessions.class)
class WriterEndTest {
  private static boolean writerLives() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(t -> t.getName().equals("fake stdin writer"));
  }

  @Test
  @DisplayName("an idle writer ends with the process it wrote to")
  void endsWithTheProcess(SessionDriver d, @Serving("act") FakeServer s) {
    // More than a pipe surely has room for: the writer thread's work.
    d.call("1", "act", "{\"text\":\"" + "x".repeat(10_000) + "\"}");
    s.text(s.expectCall("act"), "done");
    d.answer("1");
    Await.until("a writer", WriterEndTest::writerLives);
    d.crash(s, 1);
    Await.until("the writer's end", () -> !writerLives());
  }
}
