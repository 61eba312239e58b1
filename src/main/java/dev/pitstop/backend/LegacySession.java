package dev.pitstop.backend;

import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Json;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What one legacy run has been told of the session besides its handshake (L4):
/// `notifications/initialized`, log level, resource subscriptions. In turns.
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

  /// `notifications/initialized`, once for each run. Whatever is kept for the others, there is room
  /// for it: without it nothing that follows would be answered.
  void sendInitialized() {
    if (!initializedSent && !run.over()) {
      initializedSent = true;
      asker.notify(run, Methods.INITIALIZED, "");
    }
  }

  /// Tells it what it has not been told yet, and takes back what is so no more.
  void catchUp(Said now) {
    if (!now.level().equals(level)) {
      level = now.level();
      tell(Methods.SET_LEVEL, level.orElse("{}"));
    }
    for (Map.Entry<String, String> s : now.subscriptions().entrySet()) {
      if (subscribed.add(s.getKey())) {
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

  /// Tells it something of the session; its answer is of no use.
  void tell(String method, String params) {
    asker.askVerbatim(run, method, params, (call, ending) -> {});
  }
}
