package dev.pitstop.session.solo;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.session.bridge.ModernRules;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.told.SessionServer;
import dev.pitstop.session.words.HandshakeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Answers `server/discover` in the place of a legacy server, if the client speaks only the modern
/// era (docs/design/bridge.md). Any other client is left to fall back, as without Pitstop. Called in
/// turns of the monitor.
final class Discovery {
  private record Waiting(Message.Request request, Reply reply) {}

  private final Wiring wiring;
  private final SessionServer server;
  private final Backend backend;
  private final HandshakeAnswers handshake;
  private final List<Waiting> waiting = new ArrayList<>();
  private boolean modernOnly; // the client does not fall back

  Discovery(
      Wiring wiring, SessionServer server, HandshakeAnswers handshake, boolean modernOnly) {
    this.wiring = wiring;
    this.server = server;
    this.backend = server.backend();
    this.handshake = handshake;
    this.modernOnly = modernOnly;
  }

  /// The server has answered a `server/discover` of the client. A client that asks once more after
  /// an error does not fall back.
  void answered(Call.Ending.Answered a) {
    backend.discovered(a.by(), a.message());
    modernOnly |= !a.by().modern();
  }

  /// Answers this request if Pitstop has to, now or when the server serves.
  ///
  /// @return whether it does
  boolean answers(Message.Request r, RequestFacts f, Reply reply) {
    boolean fellBack = wiring.facts().said().initialize().isPresent();
    if (!f.modern() || fellBack || !(modernOnly || wiring.facts().modern())) {
      return false;
    }
    if (backend.serving().filter(Run::modern).isPresent()) {
      return false; // the server itself does
    }
    Optional<byte[]> refusal = ModernRules.refusal(r, f);
    if (refusal.isPresent()) {
      reply.send(refusal.get());
      return true;
    }
    if (!wiring.facts().modern()) {
      byte[] meta = Meta.ofClient(r.bytes(), f.meta());
      wiring.facts().modern(new Span(0, meta.length).text(meta), false);
    }
    Waiting mine = new Waiting(r, reply);
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

  /// This run is greeted.
  void greeted(Run now) {
    if (now.legacy() || now.modern()) {
      take().forEach(w ->
          w.reply()
              .send(
                  handshake
                      .introduce(w.request().id())
                      .orElseGet(() -> error(w, HandshakeText.WENT_DOWN))));
    }
  }

  void stateChanged(State after) {
    if (HandshakeText.isDown(after)) {
      take().forEach(w -> w.reply().send(error(w, HandshakeText.trouble(backend))));
    }
  }

  private List<Waiting> take() {
    List<Waiting> all = List.copyOf(waiting);
    waiting.clear();
    all.forEach(w -> wiring.tracker().over(w.request()));
    return all;
  }

  private static byte[] error(Waiting w, String text) {
    return Messages.error(w.request().id(), Messages.INTERNAL_ERROR, text);
  }
}
