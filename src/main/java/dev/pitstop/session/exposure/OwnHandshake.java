package dev.pitstop.session.exposure;

import dev.pitstop.backend.facts.Own;
import dev.pitstop.backend.facts.Said;
import dev.pitstop.catalog.Kind;
import dev.pitstop.mcp.ClientFacts;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.mcp.Revisions;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.session.bridge.ModernRules;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.SessionFacts;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Membership;
import dev.pitstop.session.members.Subscriptions;
import dev.pitstop.session.texts.Refusals;
import java.util.List;
import java.util.Optional;

/// Pitstop's own handshake for many servers, which have no common answer. Pitstop answers the
/// client before any server runs, as soon as the instructions are known. This class also makes what
/// servers are told about the client. Called in turns of the monitor.
final class OwnHandshake implements Handshake {
  private static final String LISTS =
      "\"tools\":{\"listChanged\":true},\"prompts\":{\"listChanged\":true},"
          + "\"resources\":{\"listChanged\":true,\"subscribe\":true},\"completions\":{}";

  private final Wiring wiring;
  private final SessionFacts facts;
  private final String version;
  private final Membership membership;
  private final Subscriptions subscriptions;
  private final Instructions instructions;
  private Optional<String> negotiated = Optional.empty();
  private Optional<Own> own = Optional.empty();

  OwnHandshake(
      Wiring wiring,
      String version,
      Membership membership,
      Subscriptions subscriptions,
      Instructions instructions) {
    this.wiring = wiring;
    this.facts = wiring.facts();
    this.version = version;
    this.membership = membership;
    this.subscriptions = subscriptions;
    this.instructions = instructions;
  }

  /// Whether the client has begun a legacy session. Servers can then send it requests.
  @Override
  public boolean legacy() {
    return negotiated.isPresent();
  }

  @Override
  public boolean declared(Kind kind) {
    return true;
  }

  @Override
  public Optional<byte[]> refusal(Message.Request r, RequestFacts f) {
    return ModernRules.refusal(r, f);
  }

  @Override
  public Optional<byte[]> refusedListen(Message.Request r, RequestFacts f) {
    return f.modern()
        ? Optional.empty()
        : Optional.of(
            Messages.error(r.id(), Messages.METHOD_NOT_FOUND, Refusals.noMethod(r.method())));
  }

  @Override
  public void initialize(Message.Request r, Reply reply) {
    heard();
    begin(r);
    instructions.whenKnown(() -> {
      reply.send(answer(r));
      greet(); // nothing reaches the client before the answer
    });
  }

  /// The client has spoken. If this is its first message, no server could be ready before it, and
  /// lists wait for the servers from now on.
  private void heard() {
    if (own.isEmpty()) {
      present().forEach(membership.starts()::expect);
    }
  }

  /// Pitstop can greet the servers now. Their messages may go to the client from now on.
  private void greet() {
    present().forEach(m -> m.backend().eraKnown());
  }

  private List<Member> present() {
    return List.copyOf(membership.members().all());
  }

  /// The client begins a legacy session.
  private void begin(Message.Request r) {
    byte[] b = r.bytes();
    Span asked = r.param("protocolVersion");
    String wanted = Json.string(b, asked);
    String speaks = Revisions.negotiated(wanted);
    negotiated = Optional.of(speaks);
    String info = r.param("clientInfo").present() ? r.param("clientInfo").text(b) : unknown();
    facts.client(info);
    if (own.filter(Own::modernFirst).isEmpty()) {
      Span can = r.param("capabilities");
      String capabilities = Json.isObject(b, can) ? can.text(b) : "{}";
      facts.can(capabilities);
      String params = initializeParams(speaks, capabilities, info);
      own = Optional.of(new Own(params, ClientFacts.modernMeta(params), false));
    }
  }

  /// The answer to the `initialize` that began it.
  private byte[] answer(Message.Request r) {
    String speaks = negotiated.orElse(Revisions.NEWEST_LEGACY);
    return Messages.result(
        r.id(),
        "{\"protocolVersion\":"
            + Json.quote(speaks)
            + ",\"capabilities\":{"
            + LISTS
            + ",\"logging\":{}"
            + instructions.capabilities()
            + "},\"serverInfo\":"
            + serverInfo()
            + ",\"instructions\":"
            + Json.quote(instructions.text())
            + "}");
  }

  /// The `initialize` parameters for a legacy server: the client's own, in the negotiated revision.
  private static String initializeParams(String speaks, String capabilities, String info) {
    return "{\"protocolVersion\":"
        + Json.quote(speaks)
        + ",\"capabilities\":"
        + capabilities
        + ",\"clientInfo\":"
        + info
        + "}";
  }

  private String unknown() {
    return "{\"name\":\"pitstop\",\"version\":" + Json.quote(version) + "}";
  }

  @Override
  public void eraKnown() {
    heard();
    if (own.isEmpty()) {
      String meta = facts.modernMeta().orElse("{}");
      own = Optional.of(new Own(ClientFacts.initialize(meta, facts.can()), meta, true));
    }
  }

  @Override
  public Said said(Member m) {
    return new Said(
        Optional.empty(),
        false,
        false,
        facts.said().level(),
        subscriptions.of(m),
        Optional.empty(),
        "{}",
        false,
        ownNow());
  }

  @Override
  public String modernMeta() {
    return own.map(Own::modernMeta).orElse("{}");
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

  /// What a server that is greeted now is told: the client may have declared more meanwhile.
  private Optional<Own> ownNow() {
    return own.filter(Own::modernFirst)
        .map(
            o -> new Own(ClientFacts.initialize(o.modernMeta(), facts.can()), o.modernMeta(), true))
        .or(() -> own);
  }

  @Override
  public void discover(Message.Request r, RequestFacts f, Reply reply) {
    wiring.tracker().open(r, (n, span) -> reply.none());
    instructions.whenKnown(() -> {
      if (wiring.tracker().over(r)) {
        reply.send(discovery(r, f));
      }
    });
  }

  /// The answer to `server/discover`, which no legacy revision has: a request that does not name
  /// its client is malformed.
  private byte[] discovery(Message.Request r, RequestFacts f) {
    Optional<byte[]> refusal = ModernRules.refusal(r, f);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    return Messages.result(
        r.id(),
        "{\"supportedVersions\":[\""
            + Revisions.MODERN
            + "\"],\"capabilities\":{"
            + LISTS
            + ",\"logging\":{}"
            + instructions.capabilities()
            + "},\"instructions\":"
            + Json.quote(instructions.text())
            + ",\"_meta\":{"
            + Json.quote(Meta.SERVER_INFO)
            + ":"
            + serverInfo()
            + "},\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\"}");
  }

  private String serverInfo() {
    return "{\"name\":\"pitstop\",\"title\":\"Pitstop\",\"version\":" + Json.quote(version) + "}";
  }
}
