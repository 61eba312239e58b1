package dev.pitstop.session.exposure;

import dev.pitstop.backend.facts.Own;
import dev.pitstop.backend.facts.Said;
import dev.pitstop.catalog.Kind;
import dev.pitstop.mcp.ClientFacts;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.mcp.Revisions;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.session.bridge.Introductions;
import dev.pitstop.session.bridge.ModernRules;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.members.Member;

/// Pitstop's own handshake for many servers, which have no common answer. Pitstop answers the
/// client before any server runs, as soon as the instructions are known. Called in turns of the
/// monitor.
final class OwnHandshake implements Handshake {
  private static final String LISTS =
      "\"tools\":{\"listChanged\":true},\"prompts\":{\"listChanged\":true},"
          + "\"resources\":{\"listChanged\":true,\"subscribe\":true},\"completions\":{}";

  private final Common common;
  private final Said facts;
  private final String version;
  private final Instructions instructions;
  private boolean legacy;

  OwnHandshake(Common common, String version, Instructions instructions) {
    this.common = common;
    this.facts = common.wiring().facts();
    this.version = version;
    this.instructions = instructions;
  }

  /// Whether the client has begun a legacy session. Servers can then send it requests.
  @Override
  public boolean legacy() {
    return legacy;
  }

  @Override
  public boolean declared(Kind kind) {
    return true;
  }

  @Override
  public void initialize(Message.Request r, Reply reply) {
    heard();
    String speaks = begin(r);
    instructions.whenKnown(() -> {
      common.wiring().tracker().over(r);
      reply.send(Messages.result(r.id(), introduction(speaks)));
      // servers can be greeted now: nothing of theirs reaches the client before the answer
      common.members().present().forEach(m -> m.backend().eraKnown());
    });
  }

  /// The client has spoken. If this is its first message, no server could be ready before it, and
  /// lists wait for the servers from now on.
  private void heard() {
    if (facts.own().isEmpty()) {
      common.members().present().forEach(common.membership().starts()::expect);
    }
  }

  /// The client begins a legacy session.
  ///
  /// @return the revision
  private String begin(Message.Request r) {
    byte[] b = r.bytes();
    String speaks = Revisions.negotiated(Json.string(b, r.param("protocolVersion")));
    legacy = true;
    if (facts.own().filter(Own::modernFirst).isEmpty()) {
      Span client = r.param("clientInfo");
      String info =
          client.present()
              ? client.text(b)
              : "{\"name\":\"pitstop\",\"version\":" + Json.quote(version) + "}";
      Span can = r.param("capabilities");
      String capabilities = Json.isObject(b, can) ? can.text(b) : "{}";
      facts.can(capabilities);
      String params = initializeParams(speaks, capabilities, info);
      facts.own(new Own(params, ClientFacts.modernMeta(params), false));
    }
    return speaks;
  }

  private String introduction(String speaks) {
    return "{\"protocolVersion\":"
        + Json.quote(speaks)
        + ",\"capabilities\":{"
        + LISTS
        + ",\"logging\":{}},\"serverInfo\":{\"name\":\"pitstop\",\"title\":\"Pitstop\",\"version\":"
        + Json.quote(version)
        + "},\"instructions\":"
        + Json.quote(instructions.text())
        + "}";
  }

  private static String initializeParams(String speaks, String capabilities, String info) {
    return "{\"protocolVersion\":"
        + Json.quote(speaks)
        + ",\"capabilities\":"
        + capabilities
        + ",\"clientInfo\":"
        + info
        + "}";
  }

  @Override
  public void eraKnown() {
    heard();
    if (facts.own().isEmpty()) {
      String meta = facts.modernMeta().orElse("{}");
      facts.own(Own.of(meta, facts.can()));
    }
  }

  @Override
  public void introduced(Member m, Message.Result answer, boolean modern) {
    instructions.said(m, answer);
  }

  /// Pitstop greets the servers itself, so a refusal is a failed start.
  @Override
  public boolean refused(Message.Failure answer) {
    return false;
  }

  @Override
  public void discover(Message.Request r, RequestFacts f, Reply reply) {
    common.wiring().tracker().open(r, (n, span) -> reply.none());
    instructions.whenKnown(() -> {
      if (common.wiring().tracker().over(r)) {
        reply.send(discovery(r, f));
      }
    });
  }

  /// The answer to `server/discover`, which no legacy revision has: a request that does not name
  /// its client is malformed.
  private byte[] discovery(Message.Request r, RequestFacts f) {
    return ModernRules.refusal(r, f)
        .orElseGet(
            () -> Messages.result(r.id(), Introductions.discovery(introduction(Revisions.MODERN))));
  }
}
