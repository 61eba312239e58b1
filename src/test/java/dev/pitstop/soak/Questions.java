package dev.pitstop.soak;

import com.google.gson.JsonObject;
import java.util.Random;

/// The client's side of what servers ask: `sampling` is answered always, `roots/list` every other
/// time, now or a little later, with the nonce of the question. Over the bridge a call waits for
/// each answer: there the others are put off until it is calm, some are errors, and some come
/// twice.
final class Questions {
  private final Mode mode;
  private final Wire wire;
  private final Notifications notifications;
  private final Random random;
  private final Later later;

  Questions(Mode mode, Wire wire, Notifications notifications, Later later, long seed) {
    this.later = later;
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
    if (dice < 6 || dice >= 16 || !later.putsOff(now)) {
      later.say(late, now);
    }
  }
}
