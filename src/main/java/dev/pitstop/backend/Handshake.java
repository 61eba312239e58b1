package dev.pitstop.backend;

import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;

/// Tells a new incarnation what the session is (L4). A legacy session is replayed: `initialize`
/// with the client's own parameters, `notifications/initialized`, log level, resource
/// subscriptions. A modern one is stateless: only a `server/discover` asks whether the server is
/// alive (it does not pin the server's era, as an `initialize` would). A session that spoke both is
/// kept in both. In turns.
final class Handshake {
  private final Backend backend;
  private final SessionFacts facts;
  private final Backend.Listener listener;

  Handshake(Backend backend, SessionFacts facts, Backend.Listener listener) {
    this.backend = backend;
    this.facts = facts;
    this.listener = listener;
  }

  /// Begins, if it is known what to say; otherwise the first message of the client decides.
  void greet(Incarnation inc) {
    if (inc.greeting != Incarnation.Greeting.NONE) {
      return;
    }
    if (facts.initializeParams().isPresent()) {
      inc.greeting = Incarnation.Greeting.ASKED;
      backend.expectAnswer(inc);
      initialize(inc);
    } else if (facts.modern()) {
      inc.greeting = Incarnation.Greeting.ASKED;
      backend.expectAnswer(inc);
      backend.ask(inc, Methods.DISCOVER, "", (call, ending) -> discovered(inc, ending));
    }
  }

  /// Sends the client's `initialize` under an id of our own.
  void initialize(Incarnation inc) {
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
    if (message instanceof Message.Result r) {
      inc.legacy = true;
      inc.capabilities = capabilities(r);
      listener.initializeAnswered(inc, r);
      if (facts.initialized()) {
        sendInitialized(inc);
      }
      finish(inc);
    } else if (message instanceof Message.Failure f) {
      if (listener.initializeRefused(f)) {
        facts.notInitialized(); // the client's own first try: it knows, and may go on as a modern
        // one
        if (inc.greeting != Incarnation.Greeting.DONE) {
          inc.greeting = Incarnation.Greeting.DONE;
          backend.ready(inc);
        }
      } else if (!inc.serving()) {
        Span text = Json.member(f.bytes(), f.error(), "message");
        backend.startFailed(inc, "refused the handshake: " + Json.string(f.bytes(), text));
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

  static java.util.Optional<String> capabilities(Message.Result r) {
    Span found = Json.member(r.bytes(), r.result(), "capabilities");
    return found.present()
        ? java.util.Optional.of(found.text(r.bytes()))
        : java.util.Optional.empty();
  }

  /// The client's `notifications/initialized`, once for each incarnation.
  void sendInitialized(Incarnation inc) {
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
    boolean replay = backend.hasServed();
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
      backend.replayCalls(inc, () -> backend.refresh(inc, () -> backend.ready(inc)));
    } else {
      backend.ready(inc);
    }
  }
}
