package dev.pitstop.backend;

import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Span;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Tells a new incarnation what the session is (L4). A legacy session is replayed: `initialize`
/// with the client's own parameters, `notifications/initialized`, log level, resource
/// subscriptions. A modern one is stateless: only a `server/discover` asks whether the server is
/// alive (it does not pin the server's era, as an `initialize` would). A session that spoke both is
/// kept in both. In turns.
final class Handshake {
  private final Backend backend;
  private final Supervisor supervisor;
  private final CatalogKeeper catalogs;
  private final Monitor monitor;
  private final ReplayLog replays;
  private final SessionFacts facts;
  private final Backend.Listener listener;

  Handshake(
      Backend backend,
      Supervisor supervisor,
      Monitor monitor,
      CatalogKeeper catalogs,
      ReplayLog replays,
      SessionFacts facts,
      Backend.Listener listener) {
    this.backend = backend;
    this.supervisor = supervisor;
    this.monitor = monitor;
    this.catalogs = catalogs;
    this.replays = replays;
    this.facts = facts;
    this.listener = listener;
  }

  /// The client sent an `initialize`: it goes to whoever is there, at once; also to one that is
  /// about to take the place of another.
  void clientInitializes() {
    Optional<Incarnation> serving = supervisor.serving();
    Optional<Incarnation> starting = supervisor.starting();
    serving.ifPresent(this::initialize);
    if (starting.isPresent()) {
      Incarnation inc = starting.get();
      if (inc.greeting == Incarnation.Greeting.NONE) {
        greet(inc);
      } else if (!inc.initializeAsked || serving.isEmpty()) {
        initialize(inc); // a session that began as a modern one, or begins once more
      }
    } else if (serving.isEmpty()) {
      supervisor.demand();
    }
  }

  /// The client sent `notifications/initialized`.
  void clientInitialized() {
    Optional<Incarnation> serving = supervisor.serving();
    if (serving.isPresent() && serving.get().legacy) {
      sendInitialized(serving.get());
      catalogs.fetch(serving.get(), () -> {});
    }
  }

  /// The client said which era it speaks (its first modern request).
  void eraKnown() {
    supervisor.starting().ifPresent(this::greet);
    Optional<Incarnation> serving = supervisor.serving();
    if (serving.isPresent() && !serving.get().legacy && !catalogs.known()) {
      catalogs.fetch(serving.get(), () -> {});
    }
  }

  /// Whether the era is settled, so that requests of our own are in place: before the client has
  /// shown it by more than a probe, they would decide it for a server that speaks both.
  boolean settled(Incarnation inc) {
    return inc.legacy ? inc.initializedSent : facts.modern();
  }

  /// Begins, if it is known what to say; otherwise the first message of the client decides. A
  /// reload has an end in any case, so its incarnation is asked for a sign of life, which does not
  /// decide the era.
  void greet(Incarnation inc) {
    if (inc.greeting != Incarnation.Greeting.NONE) {
      return;
    }
    if (facts.initializeParams().isPresent()) {
      inc.greeting = Incarnation.Greeting.ASKED;
      supervisor.expectAnswer(inc);
      initialize(inc);
    } else if (facts.modern() || supervisor.state().reloading()) {
      inc.greeting = Incarnation.Greeting.ASKED;
      supervisor.expectAnswer(inc);
      backend.ask(inc, Methods.DISCOVER, "", (call, ending) -> discovered(inc, ending));
    }
  }

  /// Sends the client's `initialize` under an id of our own.
  private void initialize(Incarnation inc) {
    inc.initializeAsked = true;
    backend.askVerbatim(
        inc,
        Methods.INITIALIZE,
        facts.initializeParams().orElse("{}"),
        (call, ending) -> {
          if (ending instanceof Call.Ending.Answered a) {
            initializeAnswered(inc, a.message());
          } // else the incarnation is gone; that is told elsewhere
        });
  }

  private void initializeAnswered(Incarnation inc, Message message) {
    if (message instanceof Message.Result r && !Json.isObject(r.bytes(), r.result())) {
      String text = "The server's initialize result is no object.";
      initializeAnswered(inc, Codec.parse(Messages.error(r.id(), Messages.INTERNAL_ERROR, text)));
    } else if (message instanceof Message.Result r) {
      accepted(inc, r);
    } else if (message instanceof Message.Failure f) {
      refused(inc, f);
    }
  }

  private void accepted(Incarnation inc, Message.Result r) {
    inc.legacy = true;
    inc.capabilities = capabilities(r);
    facts.accepted();
    listener.initializeAnswered(inc, r);
    if (facts.initialized()) {
      sendInitialized(inc);
    }
    finish(inc);
  }

  private void refused(Incarnation inc, Message.Failure f) {
    boolean another = supervisor.serving().isPresent() && !inc.served;
    if (!another && listener.initializeRefused(f)) {
      facts.refused(); // the client's own first try: it may go on as a modern one
      if (inc.greeting != Incarnation.Greeting.DONE) {
        inc.greeting = Incarnation.Greeting.DONE;
        supervisor.ready(inc);
      }
    } else if (another && !facts.everAccepted()) {
      finish(inc); // the client's first try, of which the serving one says what comes of it
    } else if (!inc.served) {
      Span text = Json.member(f.bytes(), f.error(), "message");
      supervisor.startFailed(inc, "refused the handshake: " + Json.string(f.bytes(), text));
    }
  }

  private void discovered(Incarnation inc, Call.Ending ending) {
    switch (ending) {
      case Call.Ending.Failed f -> {} // the incarnation is gone; that is told elsewhere
      case Call.Ending.Answered a -> {
        if (a.message() instanceof Message.Result r) {
          inc.capabilities = capabilities(r);
        }
        if (!inc.initializeAsked || inc.legacy) {
          finish(inc);
        } // else the answer to its `initialize` is still to come
      }
    }
  }

  static Optional<String> capabilities(Message.Result r) {
    Span found = Json.member(r.bytes(), r.result(), "capabilities");
    return found.present() ? Optional.of(found.text(r.bytes())) : Optional.empty();
  }

  /// The client's `notifications/initialized`, once for each incarnation. Whatever is kept for the
  /// others, there is room for it: without it nothing that follows would be answered.
  private void sendInitialized(Incarnation inc) {
    if (inc.legacy && !inc.initializedSent && supervisor.incarnations().isLive(inc)) {
      inc.initializedSent = true;
      monitor.toServer(inc.outbox(), Messages.notification(Methods.INITIALIZED, ""));
    }
  }

  private void finish(Incarnation inc) {
    if (inc.greeting == Incarnation.Greeting.DONE) {
      return; // it serves already: the session began to speak a second era
    }
    inc.greeting = Incarnation.Greeting.DONE;
    catchUp(inc);
    boolean compared = supervisor.history().hasServed() || catalogs.expected();
    if (compared && settled(inc)) {
      replays.replay(
          backend,
          inc,
          backend.settings().startMillis(),
          () -> catalogs.fetch(inc, () -> supervisor.ready(inc)));
    } else {
      supervisor.ready(inc);
    }
  }

  /// Tells an incarnation what the session is and it has not been told yet: after its handshake,
  /// and again when it begins to serve, for what the client said to the old one meanwhile.
  void catchUp(Incarnation inc) {
    if (inc.legacy) {
      if (facts.initialized()) {
        sendInitialized(inc);
      }
      if (!facts.levelParams().equals(inc.level)) {
        inc.level = facts.levelParams();
        tell(inc, Methods.SET_LEVEL, inc.level.orElse("{}"));
      }
      for (Map.Entry<String, String> s : facts.subscriptions().entrySet()) {
        if (inc.subscribed.add(s.getKey())) {
          tell(inc, Methods.SUBSCRIBE, s.getValue());
        }
      }
      for (String uri : List.copyOf(inc.subscribed)) {
        if (!facts.subscriptions().containsKey(uri)) {
          inc.subscribed.remove(uri);
          tell(inc, Methods.UNSUBSCRIBE, "{\"uri\":" + Json.quote(uri) + "}");
        }
      }
    }
    listener.resendListens(inc);
  }

  /// A request that is part of the session was answered: if by an incarnation that was replaced
  /// meanwhile, the one in its place is told the same.
  void joined(Incarnation by, Message.Request request) {
    Optional<Incarnation> serving = supervisor.serving();
    if (serving.isPresent() && serving.get().gen() != by.gen() && serving.get().legacy) {
      tell(serving.get(), request.method(), request.params().text(request.bytes()));
    }
  }

  private void tell(Incarnation inc, String method, String params) {
    backend.askVerbatim(inc, method, params, (call, ending) -> {}); // its answer is of no use
  }
}
