package dev.pitstop.backend;

import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
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
  private final ReplayLog replays;
  private final SessionFacts facts;
  private final Backend.Listener listener;

  Handshake(
      Backend backend,
      Supervisor supervisor,
      CatalogKeeper catalogs,
      ReplayLog replays,
      SessionFacts facts,
      Backend.Listener listener) {
    this.backend = backend;
    this.supervisor = supervisor;
    this.catalogs = catalogs;
    this.replays = replays;
    this.facts = facts;
    this.listener = listener;
  }

  /// The client sent an `initialize`: it goes to whoever is there, at once.
  void clientInitializes() {
    Optional<Incarnation> serving = supervisor.serving();
    Optional<Incarnation> starting = supervisor.starting();
    if (serving.isPresent()) {
      initialize(serving.get());
    } else if (starting.isEmpty()) {
      supervisor.demand();
    } else if (starting.get().greeting == Incarnation.Greeting.NONE) {
      greet(starting.get());
    } else {
      initialize(starting.get()); // a session that began as a modern one
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

  /// Begins, if it is known what to say; otherwise the first message of the client decides.
  void greet(Incarnation inc) {
    if (inc.greeting != Incarnation.Greeting.NONE) {
      return;
    }
    if (facts.initializeParams().isPresent()) {
      inc.greeting = Incarnation.Greeting.ASKED;
      supervisor.expectAnswer(inc);
      initialize(inc);
    } else if (facts.modern()) {
      inc.greeting = Incarnation.Greeting.ASKED;
      supervisor.expectAnswer(inc);
      backend.ask(inc, Methods.DISCOVER, "", (call, ending) -> discovered(inc, ending));
    }
  }

  /// Sends the client's `initialize` under an id of our own.
  private void initialize(Incarnation inc) {
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
      byte[] error =
          Messages.error(
              r.id(), Messages.INTERNAL_ERROR, "The server's initialize result is no object.");
      initializeAnswered(inc, Codec.parse(error));
    } else if (message instanceof Message.Result r) {
      inc.legacy = true;
      inc.capabilities = capabilities(r);
      listener.initializeAnswered(inc, r);
      if (facts.initialized()) {
        sendInitialized(inc);
      }
      finish(inc);
    } else if (message instanceof Message.Failure f) {
      if (listener.initializeRefused(f)) {
        facts.notInitialized(); // the client's own first try: it may go on as a modern one
        if (inc.greeting != Incarnation.Greeting.DONE) {
          inc.greeting = Incarnation.Greeting.DONE;
          supervisor.ready(inc);
        }
      } else if (!inc.serving()) {
        Span text = Json.member(f.bytes(), f.error(), "message");
        supervisor.startFailed(inc, "refused the handshake: " + Json.string(f.bytes(), text));
      }
    }
  }

  private void discovered(Incarnation inc, Call.Ending ending) {
    switch (ending) {
      case Call.Ending.Failed f -> {} // the incarnation is gone; that is told elsewhere
      case Call.Ending.Answered a -> {
        if (a.message() instanceof Message.Result r) {
          inc.capabilities = capabilities(r);
        }
        finish(inc);
      }
    }
  }

  static Optional<String> capabilities(Message.Result r) {
    Span found = Json.member(r.bytes(), r.result(), "capabilities");
    return found.present() ? Optional.of(found.text(r.bytes())) : Optional.empty();
  }

  /// The client's `notifications/initialized`, once for each incarnation.
  private void sendInitialized(Incarnation inc) {
    if (inc.legacy && !inc.initializedSent) {
      inc.initializedSent = true;
      backend.tell(inc, Messages.notification(Methods.INITIALIZED, ""));
    }
  }

  private void finish(Incarnation inc) {
    if (inc.greeting == Incarnation.Greeting.DONE) {
      return; // it serves already: the session began to speak a second era
    }
    inc.greeting = Incarnation.Greeting.DONE;
    boolean replay = supervisor.history().hasServed();
    if (replay && inc.legacy) {
      facts
          .levelParams()
          .ifPresent(p -> backend.askVerbatim(inc, Methods.SET_LEVEL, p, (c, e) -> {}));
      for (String p : facts.subscriptions().values()) {
        backend.askVerbatim(inc, Methods.SUBSCRIBE, p, (c, e) -> {});
      }
    }
    listener.resendListens(inc);
    if (replay && (!inc.legacy || inc.initializedSent)) {
      replays.replay(backend, inc, () -> catalogs.fetch(inc, () -> supervisor.ready(inc)));
    } else {
      supervisor.ready(inc);
    }
  }
}
