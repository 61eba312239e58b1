package dev.pitstop.soak;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the client is told without asking, and what it is asked: progress under its own tokens,
/// updates of what it subscribed to, one acknowledgement of each `subscriptions/listen`, questions
/// under ids that are free.
///
/// Threads: as [Ledger], whose lock this shares.
final class Notifications {
  static final String ACKNOWLEDGED = "notifications/subscriptions/acknowledged";

  /// What the client is subscribed to.
  static final String RESOURCE = "mem://a";

  private static final String LISTS_CHANGED = "notifications/tools/list_changed";
  private static final String SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

  private final Problems problems;
  private final Ledger ledger;
  private final Deaths deaths;
  private final Map<String, List<Asked>> tokens = new HashMap<>();
  private final Map<String, Integer> progress = new HashMap<>();
  private final Map<String, Integer> acknowledged = new HashMap<>();
  private final Map<String, Asked> listens = new HashMap<>();
  private final Map<String, Integer> questions = new HashMap<>(); // and deaths before
  private int listsChanged = -1; // deaths before that was heard last
  private int mayHaveChanged = -1; // deaths before the resource was last said to
  private Optional<Asked> subscription = Optional.empty(); // of a legacy client
  private int promisedAfter = Integer.MAX_VALUE; // deaths, for a legacy client
  private final Map<String, Integer> acknowledgedAfter = new HashMap<>(); // deaths before the first
  private final Map<String, Integer> acknowledgedLast = new HashMap<>(); // and before the last

  Notifications(Problems problems, Ledger ledger, Deaths deaths) {
    this.problems = problems;
    this.ledger = ledger;
    this.deaths = deaths;
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

  /// The client's subscription for good.
  void subscribed(Asked asked) {
    synchronized (ledger) {
      subscription = Optional.of(asked);
    }
  }

  /// From now on a legacy client is told when lists change.
  void promised() {
    synchronized (ledger) {
      promisedAfter = Math.min(promisedAfter, deaths.begun());
    }
  }

  /// Whether it is acknowledged, by this engine.
  boolean isListening(Asked listen) {
    synchronized (ledger) {
      return acknowledgedLast.getOrDefault(listen.id, -1) >= deaths.over() && ledger.isOpen(listen);
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

  /// What a successor of an engine owed to this client by now: the withdrawal of questions, the
  /// news of lists.
  List<String> owed() {
    synchronized (ledger) {
      int died = deaths.over();
      List<String> owed = new ArrayList<>();
      questions.forEach((id, before) -> {
        if (before < died) {
          owed.add("not withdrawn: the question " + id);
        }
      });
      acknowledgedLast.forEach((id, before) -> {
        if (before < died && listens.containsKey(id) && ledger.isOpen(listens.get(id))) {
          owed.add("not acknowledged again: " + listens.get(id));
        }
      });
      if (listsChanged < died && isPromised(died)) {
        owed.add("not said that lists have changed after death " + died);
      }
      boolean subscribed = subscription.filter(s -> s.good && s.deathsUntil < died).isPresent();
      if (mayHaveChanged < died && (subscribed || isListening(died))) {
        owed.add("not said that the resource may have changed after death " + died);
      }
      return owed;
    }
  }

  /// Whether somebody had to be told of this death.
  private boolean isPromised(int death) {
    return promisedAfter < death || isListening(death);
  }

  /// Whether a listen from before this death is open.
  private boolean isListening(int death) {
    return acknowledgedAfter.entrySet().stream()
        .anyMatch(e ->
            e.getValue() < death
                && listens.containsKey(e.getKey())
                && ledger.isOpen(listens.get(e.getKey())));
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
      if (questions.put(question.get("id").toString(), deaths.begun()) != null) {
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
        case LISTS_CHANGED -> listsChanged = deaths.begun();
        default -> {} // of other list_changed and log messages there may be any number
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
    acknowledgedAfter.putIfAbsent(id, deaths.begun());
    acknowledgedLast.put(id, deaths.begun());
    Asked listen = listens.get(id);
    int deathsSince = listen == null ? 0 : listen.deaths(deaths.begun());
    if (acknowledged.merge(id, 1, Integer::sum) > 1 + deathsSince) {
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
      mayHaveChanged = deaths.begun();
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
