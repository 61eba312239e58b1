package dev.pitstop.soak;

import com.google.gson.JsonObject;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// The client's side of what servers ask: `sampling` is answered always, `roots/list` every other
/// time, now or a little later, with the nonce of the question.
///
/// Answers leave on a thread of their own, as a reader that writes could close the knot of two full
/// pipes.
final class Questions {
  private final Wire wire;
  private final Notifications notifications;
  private final Random random;
  private final ExecutorService writer =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("soak answers").factory());

  Questions(Wire wire, Notifications notifications, long seed) {
    this.wire = wire;
    this.notifications = notifications;
    this.random = new Random(seed);
  }

  /// On the reader's thread.
  void asked(JsonObject question) {
    boolean mustAnswer = !question.get("method").getAsString().equals("roots/list");
    if (!mustAnswer && random.nextBoolean()) {
      return;
    }
    long late = random.nextInt(4) == 0 ? random.nextInt(100) : 0;
    String id = question.get("id").toString();
    String nonce =
        question.getAsJsonObject("params").getAsJsonObject("_meta").get("nonce").toString();
    writer.execute(() -> {
      Guard.pause(late);
      notifications.answering(id);
      wire.send("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{\"nonce\":" + nonce + "}}");
    });
  }

  void end() {
    writer.shutdownNow();
  }
}
