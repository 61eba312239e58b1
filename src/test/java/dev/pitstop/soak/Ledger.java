package dev.pitstop.soak;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Every request that the client sent, by id, and what came back: once each, with the echo of its
/// own key.
///
/// Threads: the client's thread opens, its reader hands in what arrives; all behind `this`.
final class Ledger {
  private final Problems problems;
  private final Notifications notifications;
  private final Map<String, Asked> byId = new LinkedHashMap<>();
  private final Map<String, Asked> byKey = new HashMap<>();
  private int open;
  private boolean toolsKnown;

  Ledger(Problems problems) {
    this.problems = problems;
    this.notifications = new Notifications(problems, this);
  }

  Notifications notifications() {
    return notifications;
  }

  /// Before it is sent.
  synchronized void open(Asked asked) {
    asked.toolsKnown = toolsKnown;
    byId.put(asked.id, asked);
    byKey.put(asked.key, asked);
    open += asked.endless ? 0 : 1;
  }

  /// Before the cancellation is sent.
  synchronized void cancelled(Asked asked) {
    if (asked.answers == 0 && !asked.cancelled) {
      asked.cancelled = true;
      asked.note("cancelled");
      open -= asked.endless ? 0 : 1;
    }
  }

  /// Requests that must be answered yet.
  synchronized int openCount() {
    return open;
  }

  synchronized List<Asked> openRequests() {
    return byId.values().stream().filter(a -> isOpen(a) && !a.endless).toList();
  }

  synchronized boolean isOpen(Asked asked) {
    return asked.answers == 0 && !asked.cancelled;
  }

  synchronized Optional<Asked> byId(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  synchronized boolean isGood(Asked asked) {
    return asked.good;
  }

  synchronized Optional<String> refusal(Asked asked) {
    return asked.refusal;
  }

  synchronized Optional<JsonObject> facts(Asked asked) {
    return asked.facts;
  }

  synchronized Collection<Asked> all() {
    return new ArrayList<>(byId.values());
  }

  synchronized int size() {
    return byId.size();
  }

  /// What has told nothing yet, and still may.
  synchronized List<Asked> untold() {
    return byId.values().stream().filter(Asked::isUntold).toList();
  }

  synchronized Optional<Asked> byKey(String key) {
    return Optional.ofNullable(byKey.get(key));
  }

  /// A response has come. On the reader's thread.
  ///
  /// @param line the whole of it
  synchronized void answered(JsonObject message, String line) {
    JsonElement id = message.get("id");
    if (message.has("result") == message.has("error")) {
      problems.add("shape", "not exactly one of result and error: " + brief(line));
    }
    Asked asked = id == null ? null : byId.get(id.toString());
    if (asked == null) {
      problems.add("unsolicited", brief(line));
      return;
    }
    asked.note("< " + brief(line));
    asked.answers++;
    if (asked.answers > 1) {
      problems.add("answered-twice", asked.toString());
      return;
    }
    if (!asked.cancelled && !asked.endless) {
      open--;
    }
    look(asked, message, line);
  }

  private void look(Asked asked, JsonObject message, String line) {
    if (message.get("result") instanceof JsonObject result && Eras.inputRequired(result)) {
      asked.inputRequired = true;
      return; // the retry gets the answer
    }
    for (int at = line.indexOf("\"echo "); at >= 0; at = line.indexOf("\"echo ", at + 6)) {
      if (line.charAt(at - 1) == '\\') {
        continue; // half an answer of a dead server, told as what it wrote last
      }
      String key = line.substring(at + 6, line.indexOf('"', at + 6));
      if (key.equals(asked.key)) {
        asked.good = true;
      } else {
        problems.add("wrong-echo", key + " in the answer to " + asked);
      }
    }
    asked.facts = Texts.facts(message);
    Optional<String> refusal = Texts.refusal(message);
    if (refusal.isPresent()) {
      asked.good = false;
      asked.refusal = refusal;
    } else if (!asked.echoes) {
      asked.good = true;
      toolsKnown |= asked.method.equals("tools/list") && line.contains("once\"");
    } else if (!asked.good) {
      problems.add("no-echo", asked.toString());
    }
    Texts.control(message).ifPresent(text -> problems.add("control-character", text));
    if (asked.isUntold() && !asked.toldLate) {
      problems.add("update-lost", asked.toString());
    }
  }

  static String brief(String line) {
    return line.length() > 400 ? line.substring(0, 400) + " … " + line.length() : line;
  }
}
