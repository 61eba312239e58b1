package dev.pitstop.soak;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// The client's side of what servers ask: `sampling` is answered always, `roots/list` every other
/// time, now or a little later, with the nonce of the question. Over the bridge a call waits for
/// each answer: there the others are put off until it is calm, some are errors, and some come
/// twice.
///
/// Answers leave on a thread of their own, as a reader that writes could close the knot of two full
/// pipes.
final class Questions {
  private final Mode mode;
  private final Wire wire;
  private final Notifications notifications;
  private final Random random;
  private final List<Runnable> putOff = new ArrayList<>(); // guarded by itself
  private final ExecutorService writer =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("soak answers").factory());
  private boolean calm; // guarded by putOff

  Questions(Mode mode, Wire wire, Notifications notifications, long seed) {
    this.mode = mode;
    this.wire = wire;
    this.notifications = notifications;
    this.random = new Random(seed);
  }

  /// On the reader's thread.
  void asked(JsonObject question) {
    boolean mustAnswer =
        mode.bridged() || !question.get("method").getAsString().equals("roots/list");
    if (!mustAnswer && random.nextBoolean()) {
      return;
    }
    long late = random.nextInt(4) == 0 ? random.nextInt(100) : 0;
    String id = question.get("id").toString();
    String nonce =
        question.getAsJsonObject("params").getAsJsonObject("_meta").get("nonce").toString();
    String result = ",\"result\":{\"nonce\":" + nonce + "}}";
    String error = ",\"error\":{\"code\":-1,\"message\":\"the user says no\"}}";
    int dice = mode.bridged() ? random.nextInt(100) : 99;
    String answer = "{\"jsonrpc\":\"2.0\",\"id\":" + id + (dice < 6 ? error : result);
    Runnable now =
        () -> {
          notifications.answering(id);
          wire.send(answer);
          if (dice >= 96 && mode.bridged()) {
            wire.send(answer);
          }
        };
    synchronized (putOff) {
      if (dice >= 6 && dice < 16 && !calm) {
        putOff.add(now);
        return;
      }
    }
    writer.execute(() -> {
      Wire.pause(late);
      now.run();
    });
  }

  /// Answers what was put off, and puts off nothing from now on, or does so again.
  void calm(boolean now) {
    synchronized (putOff) {
      calm = now;
      if (calm) {
        putOff.forEach(writer::execute);
        putOff.clear();
      }
    }
  }

  void end() {
    writer.shutdownNow();
  }
}
