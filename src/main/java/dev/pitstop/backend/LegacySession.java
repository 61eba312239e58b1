package dev.pitstop.backend;

import dev.pitstop.backend.facts.Said;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Json;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Remembers what one legacy run was told of the session besides its handshake (L4):
/// `notifications/initialized`, log level, resource subscriptions. Called in turns of the monitor.
final class LegacySession {
  private final Run run;
  private final Asker asker;
  private boolean initializedSent;
  private Optional<String> level = Optional.empty();
  private final Set<String> subscribed = new LinkedHashSet<>(); // URIs

  LegacySession(Run run, Asker asker) {
    this.run = run;
    this.asker = asker;
  }

  boolean initializedSent() {
    return initializedSent;
  }

  /// Sends `notifications/initialized`, once per run, whatever the budget says: without it, the
  /// server would answer nothing else.
  void sendInitialized() {
    if (!initializedSent && !run.over()) {
      initializedSent = true;
      asker.notify(Methods.INITIALIZED, "");
    }
  }

  /// Tells the run what it does not know yet, and takes back what no longer holds. In a session
  /// with many servers, or of a modern client, only for capabilities that it has declared (K28).
  void catchUp(Said now) {
    boolean all = now.own().isEmpty() && now.initialize().isPresent();
    if (!now.level().equals(level) && (all || run.offers("logging"))) {
      level = now.level();
      tell(Methods.SET_LEVEL, level.orElse("{}"));
    }
    for (Map.Entry<String, String> s : now.subscriptions().entrySet()) {
      if ((all || run.offers("resources", "subscribe")) && subscribed.add(s.getKey())) {
        tell(Methods.SUBSCRIBE, s.getValue());
      }
    }
    for (String uri : List.copyOf(subscribed)) {
      if (!now.subscriptions().containsKey(uri)) {
        subscribed.remove(uri);
        tell(Methods.UNSUBSCRIBE, "{\"uri\":" + Json.quote(uri) + "}");
      }
    }
  }

  /// Sends the run a request about the session. The answer does not matter.
  void tell(String method, String params) {
    asker.askVerbatim(method, params, (call, ending) -> {});
  }
}
