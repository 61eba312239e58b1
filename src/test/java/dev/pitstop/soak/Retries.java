package dev.pitstop.soak;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/// What a modern client does with an answer `input_required`: it repeats the request with the
/// answers and the state. Sometimes it does so late, or not before it is calm, twice with the same
/// state, or first with a state that is nobody's; sometimes it leaves an answer out at first, or
/// cancels.
final class Retries {
  private final Wire wire;
  private final Ledger ledger;
  private final Problems problems;
  private final Random random;
  private final Set<String> states = new HashSet<>(); // the reader's
  private final Later later;
  private int count; // the reader's

  Retries(Wire wire, Ledger ledger, Problems problems, Later later, long seed) {
    this.later = later;
    this.wire = wire;
    this.ledger = ledger;
    this.problems = problems;
    this.random = new Random(seed + 1);
  }

  /// A response has come and is in the ledger. On the reader's thread.
  void answered(JsonObject message) {
    String id = String.valueOf(message.get("id"));
    ledger
        .byId(id)
        .filter(a -> a.inputRequired && a.answers == 1 && !a.mustFail)
        .ifPresent(a -> asked(a, message.getAsJsonObject("result")));
  }

  private void asked(Asked asked, JsonObject result) {
    JsonElement state = result.get("requestState");
    if (state == null || !states.add(state.toString())) {
      problems.add("state", "none, or one of before: " + asked);
      return;
    }
    StringBuilder answers = new StringBuilder();
    int left = random.nextInt(12) == 0 ? 1 : 0;
    for (Map.Entry<String, JsonElement> each : result.getAsJsonObject("inputRequests").entrySet()) {
      JsonObject meta =
          each.getValue().getAsJsonObject().getAsJsonObject("params").getAsJsonObject("_meta");
      String key = meta.get("key").getAsString();
      if (!key.isEmpty() && !key.equals(asked.key)) {
        problems.add("foreign-question", asked + " has one of " + ledger.byKey(key));
      }
      if (!asked.declares) {
        problems.add("undeclared-question", asked.toString());
      }
      if (left-- > 0) {
        continue; // it is asked again
      }
      answers
          .append(answers.isEmpty() ? "" : ",")
          .append('"')
          .append(each.getKey())
          .append("\":{\"nonce\":")
          .append(meta.get("nonce"))
          .append('}');
    }
    int dice = random.nextInt(100);
    if (dice < 6) {
      String nobodys = random.nextBoolean() ? "\"pitstop-nobody's\"" : "\"nobody's\"";
      send(retry(asked, true), nobodys, answers);
    }
    Asked retry = retry(asked, false);
    List<Asked> seconds = dice >= 94 ? List.of(retry(asked, true)) : List.of();
    Runnable now =
        () -> {
          send(retry, state.toString(), answers);
          seconds.forEach(second -> send(second, state.toString(), answers));
        };
    if (dice >= 6 && dice < 14 && later.putsOff(now)) {
      return;
    }
    long late = random.nextInt(5) == 0 ? random.nextInt(800) : 0;
    later.say(late, now);
    if (dice >= 14 && dice < 18) {
      later.say(late + random.nextInt(20), () -> cancel(retry));
    }
  }

  /// Enters the next request of the same call, as it will be sent.
  private Asked retry(Asked asked, boolean mustFail) {
    count++;
    Asked retry =
        new Asked(
            "\"r-" + count + "\"",
            asked.key,
            asked.method,
            asked.what + " after " + asked.id,
            asked.repeat,
            asked.echoes);
    retry.readOnly = asked.readOnly;
    retry.declares = asked.declares;
    retry.params = asked.params;
    retry.mustFail = mustFail;
    ledger.open(retry);
    return retry;
  }

  private void send(Asked retry, String state, CharSequence answers) {
    String more = ",\"inputResponses\":{" + answers + "},\"requestState\":" + state;
    wire.send(Client.line(retry, retry.params + more));
  }

  private void cancel(Asked retry) {
    ledger.cancelled(retry);
    wire.send(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":"
            + retry.id
            + "}}");
  }
}
