package dev.pitstop.soak;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One request of the soak's client, and all that came of it. Guarded by the [Ledger].
final class Asked {
  /// What a second execution of it means.
  enum Repeat {
    /// A defect: it is a tool call without a hint.
    NEVER,
    /// Allowed once.
    ONCE,
    /// Pitstop tells it to every new process, or answers it itself.
    ANY
  }

  final String id; // as JSON
  final String key;
  final String method;
  final String what;
  final Repeat repeat;

  /// Whether a good answer holds `echo KEY`.
  final boolean echoes;

  /// Whether it has no answer while all is well (`subscriptions/listen`).
  boolean endless;

  boolean readOnly;

  /// Whether the server's list of tools had been seen when it was sent.
  boolean toolsKnown;

  /// Progress that it is to make when it goes well; 0 for none.
  int progress;

  String token = "";

  /// What it said it could do for a server that asks, if it said anything: a modern client's.
  boolean declares;

  /// All of its params but the answers to questions, as JSON without the braces.
  String params = "";

  /// Whether it goes on with a call whose state cannot be taken: used before, or nobody's.
  boolean mustFail;

  /// Whether it was answered with questions.
  boolean inputRequired;

  /// Whether its execution tells a subscriber who surely listens.
  boolean tells;

  boolean cancelled;

  /// Whether the subscriber was told what its execution has changed, by its answer at the latest.
  boolean told;

  /// Whether the subscriber may hear instead that something may have changed, and later.
  boolean toldLate;

  int answers;

  /// Whether the answer was its good end.
  boolean good;

  /// What Pitstop said in place of the server.
  Optional<String> refusal = Optional.empty();

  /// What a tool of ours says for programs.
  Optional<JsonObject> facts = Optional.empty();

  private final List<String> history = new ArrayList<>();

  Asked(String id, String key, String method, String what, Repeat repeat, boolean echoes) {
    this.id = id;
    this.key = key;
    this.method = method;
    this.what = what;
    this.repeat = repeat;
    this.echoes = echoes;
  }

  /// Whether a subscriber has yet to hear of it.
  boolean isUntold() {
    return good && tells && !told;
  }

  void note(String event) {
    history.add(event.length() > 600 ? event.substring(0, 600) + " …" : event);
  }

  @Override
  public String toString() {
    return "id " + id + " (" + key + ", " + what + "): " + String.join("; ", history);
  }
}
