package dev.pitstop.soak;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What the client is told without asking, and what it is asked: progress under its own tokens,
/// updates of what it subscribed to, one acknowledgement of each `subscriptions/listen`, questions
/// under ids that are free.
///
/// Threads: as [Ledger], whose lock this shares.
final class Notifications {
  static final String ACKNOWLEDGED = "notifications/subscriptions/acknowledged";

  /// What the client is subscribed to.
  static final String RESOURCE = "mem://a";

  private static final String SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

  private final Problems problems;
  private final Ledger ledger;
  private final Map<String, List<Asked>> tokens = new HashMap<>();
  private final Map<String, Integer> progress = new HashMap<>();
  private final Map<String, Integer> acknowledged = new HashMap<>();
  private final Map<String, Asked> listens = new HashMap<>();
  private final Set<String> questions = new HashSet<>();

  Notifications(Problems problems, Ledger ledger) {
    this.problems = problems;
    this.ledger = ledger;
  }

  /// A request that gives out a token.
  void token(Asked asked) {
    synchronized (ledger) {
      tokens.computeIfAbsent(asked.token, t -> new ArrayList<>()).add(asked);
    }
  }

  void listen(Asked asked) {
    synchronized (ledger) {
      listens.put(asked.id, asked);
    }
  }

  boolean isListening(Asked listen) {
    synchronized (ledger) {
      return acknowledged.containsKey(listen.id) && ledger.isOpen(listen);
    }
  }

  /// Subscriptions that should have been acknowledged by now and were not.
  List<Asked> unacknowledged() {
    synchronized (ledger) {
      return listens.values().stream()
          .filter(l -> ledger.isOpen(l) && !acknowledged.containsKey(l.id))
          .toList();
    }
  }

  /// The client has answered a question.
  void answering(String id) {
    synchronized (ledger) {
      questions.remove(id);
    }
  }

  /// The server asks something. On the reader's thread.
  void asked(JsonObject question) {
    synchronized (ledger) {
      if (!questions.add(question.get("id").toString())) {
        problems.add("question-id", "asked again under an open id: " + question);
      }
    }
  }

  /// On the reader's thread.
  void heard(JsonObject message) {
    JsonObject params =
        message.get("params") instanceof JsonObject given ? given : new JsonObject();
    JsonObject meta = params.get("_meta") instanceof JsonObject m ? m : new JsonObject();
    synchronized (ledger) {
      if (meta.get(SUBSCRIPTION) instanceof JsonElement id && !listens.containsKey(id.toString())) {
        problems.add("foreign-subscription", message.toString());
      }
      switch (message.get("method").getAsString()) {
        case "notifications/progress" -> progress(message, params);
        case ACKNOWLEDGED -> acknowledged(message, meta);
        case "notifications/resources/updated" -> updated(params, meta);
        case "notifications/cancelled" -> questions.remove(String.valueOf(params.get("requestId")));
        default -> {} // of list_changed and log messages there may be any number
      }
    }
  }

  private void progress(JsonObject message, JsonObject params) {
    String token = String.valueOf(params.get("progressToken"));
    List<Asked> under = tokens.get(token);
    if (under == null) {
      problems.add("foreign-token", message.toString());
      return;
    }
    progress.merge(token, 1, Integer::sum);
    if (under.stream().allMatch(a -> a.answers > 0)) {
      problems.add("late-progress", message + " after the answer of " + under);
    }
  }

  private void acknowledged(JsonObject message, JsonObject meta) {
    String id = String.valueOf(meta.get(SUBSCRIPTION));
    if (acknowledged.merge(id, 1, Integer::sum) > 1) {
      problems.add("acknowledged-twice", message.toString());
    }
  }

  /// A server says which call has changed a resource; Pitstop says only that it may have changed.
  private void updated(JsonObject params, JsonObject meta) {
    if (meta.has("key")) {
      ledger
          .byKey(meta.get("key").getAsString())
          .filter(a -> a.answers == 0)
          .ifPresent(a -> a.told = true);
    } else if (params.get("uri").getAsString().equals(RESOURCE)) {
      ledger.all().stream().filter(a -> a.toldLate).forEach(a -> a.told = true);
    }
  }

  /// At the end: of requests that went well, all progress has come.
  void judge() {
    synchronized (ledger) {
      tokens.forEach((token, under) -> {
        int made = under.stream().mapToInt(a -> a.progress).sum();
        int heard = progress.getOrDefault(token, 0);
        if (under.stream().allMatch(a -> a.good) && heard < made) {
          problems.add("progress-lost", heard + " of " + made + " under " + token + ": " + under);
        }
      });
    }
  }
}
