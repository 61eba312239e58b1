package dev.pitstop.session.solo;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Message;
import dev.pitstop.session.bridge.ModernRules;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.words.HandshakeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Answers `server/discover` in the place of a legacy server, if the client speaks only the modern
/// era (docs/design/bridge.md). Any other client is left to fall back, as without Pitstop. Called
/// in turns of the monitor.
final class Discovery {
  private record Waiting(Message.Request request, RequestFacts facts, Reply reply) {}

  /// Sends a request to the server as it is.
  interface Onward {
    void send(Message.Request r, RequestFacts f, Reply reply);
  }

  private final Wiring wiring;
  private final Backend backend;
  private final HandshakeAnswers handshake;
  private final Onward onward;
  private final List<Waiting> waiting = new ArrayList<>();
  private boolean modernOnly; // the client does not fall back

  Discovery(
      Wiring wiring,
      Backend backend,
      HandshakeAnswers handshake,
      boolean modernOnly,
      Onward onward) {
    this.wiring = wiring;
    this.backend = backend;
    this.handshake = handshake;
    this.modernOnly = modernOnly;
    this.onward = onward;
  }

  /// The server has answered a `server/discover` of the client. A client that asks once more after
  /// an error does not fall back.
  void answered(Call call, Call.Ending.Answered a) {
    backend.discovered(a.by(), a.message());
    if (!a.by().modern()) {
      refused(call);
    }
  }

  /// The client got a refusal.
  void refused(Call call) {
    modernOnly |= call.hasBytes() && ModernRules.refusal(call.request(), call.facts()).isEmpty();
  }

  /// Answers this request if Pitstop has to, now or when the server is greeted.
  ///
  /// @return whether it does
  boolean answers(Message.Request r, RequestFacts f, Reply reply) {
    if (wiring.facts().sentInitialize() // it fell back
        || !(modernOnly || wiring.facts().modern())
        || backend.serving().filter(Run::modern).isPresent()) {
      return false;
    }
    Optional<byte[]> refusal = ModernRules.refusal(r, f);
    if (refusal.isPresent()) {
      reply.send(refusal.get());
      return true;
    }
    if (!wiring.facts().modern()) {
      wiring.facts().modern(r, f, false);
    }
    Waiting mine = new Waiting(r, f, reply);
    waiting.add(mine);
    wiring
        .tracker()
        .open(
            r,
            (n, id) -> {
              waiting.remove(mine);
              reply.none();
            });
    backend.eraKnown();
    if (HandshakeText.isDown(backend.state())) {
      backend.boot();
    }
    backend.serving().ifPresent(this::greeted);
    return true;
  }

  /// This run is greeted, perhaps. If it speaks neither era, its own answer goes to the client.
  void greeted(Run now) {
    if (waiting.isEmpty() || !backend.greeted(now)) {
      return;
    }
    for (Waiting w : take()) {
      Optional<byte[]> known =
          now.legacy() || now.modern()
              ? handshake.introduce(w.request().id(), now)
              : Optional.<byte[]>empty();
      if (known.isPresent()) {
        w.reply().send(known.get());
      } else {
        onward.send(w.request(), w.facts(), w.reply());
      }
    }
  }

  void stateChanged(State after) {
    if (HandshakeText.isDown(after)) {
      String text = HandshakeText.trouble(backend);
      take()
          .forEach(
              w -> w.reply().send(Messages.error(w.request().id(), Messages.INTERNAL_ERROR, text)));
    }
  }

  private List<Waiting> take() {
    List<Waiting> all = List.copyOf(waiting);
    waiting.clear();
    all.forEach(w -> wiring.tracker().over(w.request()));
    return all;
  }
}
