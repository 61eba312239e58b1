package dev.pitstop.backend;

import dev.pitstop.backend.facts.Said;
import dev.pitstop.backend.lifecycle.StopReason;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/// A run that is not over, with its calls and with what tells it about the session. It sends the
/// run Pitstop's own requests, too. Called in turns of the monitor.
final class LiveRun {
  final Run run;
  final InFlight calls;
  final Greeting greeting;
  final RunLists lists = new RunLists();

  /// Completes in a turn, when the run is over and its calls have ended.
  final CompletableFuture<Void> gone = new CompletableFuture<>();

  private final BackendParts parts;
  boolean initializedSent;
  private Optional<String> level = Optional.empty();
  private final Set<String> subscribed = new LinkedHashSet<>(); // URIs

  /// @param calls the calls that it was given and has not answered
  /// @param outcomes takes what comes of its greeting
  LiveRun(Run run, InFlight calls, BackendParts parts, Greeting.Outcomes outcomes) {
    this.run = run;
    this.calls = calls;
    this.parts = parts;
    this.greeting = new Greeting(this, parts, outcomes);
  }

  // Its phase.

  /// Stops a replaced run that has answered everything.
  void stopIfIdle() {
    if (run.retired() && calls.idle()) {
      run.stop(StopReason.REPLACED);
    }
  }

  // What Pitstop itself asks and tells it.

  /// Sends a request in the era of the run: a modern one needs `_meta`.
  ///
  /// @param members further members of its parameters, without braces
  Call ask(String method, String members, Call.Ender ender) {
    Optional<String> meta = run.legacy() ? Optional.empty() : parts.session().said().metaOfOurs();
    String comma = meta.isEmpty() || members.isEmpty() ? "" : ",";
    String last = meta.map(m -> comma + "\"_meta\":" + m).orElse("");
    return askVerbatim(method, "{" + members + last + "}", ender);
  }

  /// Sends a request with these parameters.
  Call askVerbatim(String method, String params, Call.Ender ender) {
    byte[] request = Messages.request(calls.fresh(), method, params);
    if (Codec.parse(request) instanceof Message.Request r) {
      Call call = new Call(Call.Kind.BOUND, r, RequestFacts.of(r), "", ender);
      calls.give(call);
      return call;
    }
    throw new IllegalStateException("not a request: " + method);
  }

  /// Sends a notification.
  ///
  /// @param params a JSON object, or empty for none
  void notify(String method, String params) {
    run.send(Outgoing.of(Messages.notification(method, params)));
  }

  // What it knows of the session besides its handshake.

  /// Passes on `notifications/initialized` to a legacy run, once, whatever the budget says: without
  /// it, the server would answer nothing else.
  void sendInitialized() {
    if (run.legacy() && !initializedSent && !run.over()) {
      initializedSent = true;
      notify(Methods.INITIALIZED, "");
    }
  }

  /// Tells the run what it does not know yet, and takes back what no longer holds. Called after its
  /// handshake, and again when it begins to serve, for what the client said to the old run
  /// meanwhile.
  void catchUp() {
    Said now = parts.session().said();
    if (now.initialized() || now.own().isPresent() || now.initialize().isEmpty()) {
      sendInitialized(); // in Pitstop's own greeting, no client says when
    }
    parts.session().resendListens(run); // a listen may turn out to be for a run that has none
    if (run.legacy()) {
      tellLevelAndSubscriptions(now);
    }
  }

  /// In a session with many servers, or of a modern client, only for capabilities that the run has
  /// declared.
  private void tellLevelAndSubscriptions(Said now) {
    boolean all = now.own().isEmpty() && now.initialize().isPresent();
    if (!now.level().equals(level) && (all || run.offers("logging"))) {
      level = now.level();
      tell(Methods.SET_LEVEL, level.orElse("{}"));
    }
    Set<String> wanted = parts.session().subscriptions();
    for (String uri : wanted) {
      if ((all || run.offers("resources", "subscribe")) && subscribed.add(uri)) {
        tell(Methods.SUBSCRIBE, "{\"uri\":" + Json.quote(uri) + "}");
      }
    }
    for (String uri : List.copyOf(subscribed)) {
      if (!wanted.contains(uri)) {
        subscribed.remove(uri);
        tell(Methods.UNSUBSCRIBE, "{\"uri\":" + Json.quote(uri) + "}");
      }
    }
  }

  /// Sends the run a request about the session. The answer does not matter.
  private void tell(String method, String params) {
    askVerbatim(method, params, (call, ending) -> {});
  }
}
