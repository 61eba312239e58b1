package dev.pitstop.session.many;

import dev.pitstop.backend.facts.Own;
import dev.pitstop.mcp.ClientFacts;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.mcp.Revisions;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.session.bridge.ModernRules;
import dev.pitstop.session.front.SessionFacts;
import java.util.Optional;
import java.util.function.Supplier;

/// Pitstop's own handshake for many servers, which have no common answer. Pitstop answers the
/// client at once, before any server runs. This class also makes what servers are told about the
/// client. Called in turns of the monitor.
final class ManyHandshake {
  private static final String LISTS =
      "\"tools\":{\"listChanged\":true},\"prompts\":{\"listChanged\":true},"
          + "\"resources\":{\"listChanged\":true,\"subscribe\":true},\"completions\":{}";

  private final SessionFacts facts;
  private final String version;
  private final Supplier<String> instructions;
  private final Supplier<String> servers;
  private Optional<String> negotiated = Optional.empty();
  private Optional<Own> own = Optional.empty();

  /// @param instructions of Pitstop and all servers
  /// @param servers further members of the capabilities, each with a comma before it
  ManyHandshake(
      SessionFacts facts, String version, Supplier<String> instructions, Supplier<String> servers) {
    this.facts = facts;
    this.version = version;
    this.instructions = instructions;
    this.servers = servers;
  }

  /// Whether the client has begun a legacy session. Servers can then send it requests.
  boolean legacy() {
    return negotiated.isPresent();
  }

  /// How servers are greeted; empty before the client has spoken.
  Optional<Own> own() {
    return own;
  }

  /// The client begins a legacy session.
  void begin(Message.Request r) {
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
  byte[] initialize(Message.Request r) {
    String speaks = negotiated.orElse(Revisions.NEWEST_LEGACY);
    return Messages.result(
        r.id(),
        "{\"protocolVersion\":"
            + Json.quote(speaks)
            + ",\"capabilities\":{"
            + LISTS
            + ",\"logging\":{}"
            + servers.get()
            + "},\"serverInfo\":"
            + serverInfo()
            + ",\"instructions\":"
            + Json.quote(instructions.get())
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

  /// The client has made its first modern request.
  void modern() {
    if (own.isEmpty()) {
      String meta = facts.modernMeta().orElse("{}");
      own = Optional.of(new Own(ClientFacts.initialize(meta, facts.can()), meta, true));
    }
  }

  /// What a server that is greeted now is told: the client may have declared more meanwhile.
  Optional<Own> ownNow() {
    return own.filter(Own::modernFirst)
        .map(
            o -> new Own(ClientFacts.initialize(o.modernMeta(), facts.can()), o.modernMeta(), true))
        .or(() -> own);
  }

  /// The answer to `server/discover`, which no legacy revision has: a request that does not name
  /// its client is malformed.
  byte[] discover(Message.Request r, RequestFacts f) {
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
            + servers.get()
            + "},\"instructions\":"
            + Json.quote(instructions.get())
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
