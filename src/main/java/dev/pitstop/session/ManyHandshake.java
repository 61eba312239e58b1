package dev.pitstop.session;

import dev.pitstop.backend.Own;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// The handshake of Pitstop itself, for many servers that have no single answer of their own: with
/// the client, at once and before any server runs, and what it tells the servers of the client (F6,
/// L4). In turns.
final class ManyHandshake {
  private static final String NEWEST_LEGACY = "2025-11-25";
  private static final Set<String> LEGACY_VERSIONS =
      Set.of("2024-11-05", "2025-03-26", "2025-06-18", NEWEST_LEGACY);
  static final String MODERN = "2026-07-28";

  /// What clients show their agents of it (Claude Code).
  private static final int MOST_INSTRUCTIONS = 2_048;

  private static final String LISTS =
      "\"tools\":{\"listChanged\":true},\"prompts\":{\"listChanged\":true},"
          + "\"resources\":{\"listChanged\":true,\"subscribe\":true},\"completions\":{}";
  private static final String TASKS =
      ",\"tasks\":{\"list\":{},\"cancel\":{},\"requests\":{\"tools\":{\"call\":{}}}}";

  private final SessionFacts facts;
  private final String version;
  private final OwnToolNames tools;
  private final Supplier<Collection<Member>> all;
  private Optional<String> negotiated = Optional.empty();
  private Optional<Own> own = Optional.empty();

  ManyHandshake(
      SessionFacts facts, String version, OwnToolNames tools, Supplier<Collection<Member>> all) {
    this.facts = facts;
    this.version = version;
    this.tools = tools;
    this.all = all;
  }

  /// Whether the session is one of revision 2025-03-26, the only one with batches.
  boolean batches() {
    return negotiated.equals(Optional.of("2025-03-26"));
  }

  /// Whether the client has begun a legacy session: it can be asked by servers.
  boolean legacy() {
    return negotiated.isPresent();
  }

  /// How servers are greeted; empty before the client has spoken.
  Optional<Own> own() {
    return own;
  }

  /// The answer to `initialize`.
  byte[] initialize(Message.Request r) {
    byte[] b = r.bytes();
    Span asked = r.param("protocolVersion");
    String wanted = Json.isString(b, asked) ? Json.string(b, asked) : "";
    String speaks = LEGACY_VERSIONS.contains(wanted) ? wanted : NEWEST_LEGACY;
    String params = r.params().present() ? r.params().text(b) : "{}";
    facts.initializing(params);
    facts.accepted();
    negotiated = Optional.of(speaks);
    if (own.filter(Own::modernFirst).isEmpty()) {
      String info = r.param("clientInfo").present() ? r.param("clientInfo").text(b) : unknown();
      own = Optional.of(new Own(initializeParams(r, speaks, info), modernMeta(info), false));
    }
    return Messages.result(
        r.id(),
        "{\"protocolVersion\":"
            + Json.quote(speaks)
            + ",\"capabilities\":{"
            + LISTS
            + ",\"logging\":{}"
            + (speaks.equals(NEWEST_LEGACY) ? TASKS : "")
            + "},\"serverInfo\":"
            + serverInfo()
            + ",\"instructions\":"
            + Json.quote(instructions())
            + "}");
  }

  /// What a legacy server is told: the client's own words, in the revision that was agreed upon.
  private static String initializeParams(Message.Request r, String speaks, String info) {
    Span capabilities = r.param("capabilities");
    return "{\"protocolVersion\":"
        + Json.quote(speaks)
        + ",\"capabilities\":"
        + (Json.isObject(r.bytes(), capabilities) ? capabilities.text(r.bytes()) : "{}")
        + ",\"clientInfo\":"
        + info
        + "}";
  }

  /// What a modern server is told of a legacy client: none of its capabilities, as the requests
  /// that go with them are not translated.
  private static String modernMeta(String info) {
    return "{"
        + Json.quote(Meta.PROTOCOL_VERSION)
        + ":"
        + Json.quote(MODERN)
        + ","
        + Json.quote(Meta.CLIENT_INFO)
        + ":"
        + info
        + ","
        + Json.quote(Meta.CLIENT_CAPABILITIES)
        + ":{}}";
  }

  private String unknown() {
    return "{\"name\":\"pitstop\",\"version\":" + Json.quote(version) + "}";
  }

  /// The client has made its first modern request.
  void modern() {
    String meta = facts.modernMeta().orElse("{}");
    byte[] b = Messages.utf8(meta);
    Span info = Json.member(b, new Span(0, b.length), Meta.CLIENT_INFO);
    String client = info.present() ? info.text(b) : unknown();
    String initialize =
        "{\"protocolVersion\":"
            + Json.quote(NEWEST_LEGACY)
            + ",\"capabilities\":{},\"clientInfo\":"
            + client
            + "}";
    if (own.isEmpty()) {
      own = Optional.of(new Own(initialize, meta, true));
    }
  }

  /// The answer to `server/discover`.
  byte[] discover(Message.Request r) {
    return Messages.result(
        r.id(),
        "{\"supportedVersions\":[\""
            + MODERN
            + "\"],\"capabilities\":{"
            + LISTS
            + ",\"logging\":{}},\"serverInfo\":"
            + serverInfo()
            + ",\"instructions\":"
            + Json.quote(instructions())
            + ",\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\"}");
  }

  /// Why a modern request cannot be served, if it cannot: it speaks a revision that Pitstop does
  /// not know.
  static Optional<byte[]> unsupported(Message.Request r, RequestFacts f) {
    Span v = Json.member(r.bytes(), f.meta(), Meta.PROTOCOL_VERSION);
    if (!f.modern() || !Json.isString(r.bytes(), v)) {
      return Optional.empty();
    }
    String asked = Json.string(r.bytes(), v);
    return asked.equals(MODERN) ? Optional.empty() : Optional.of(unsupported(r.id(), asked));
  }

  private static byte[] unsupported(RequestId id, String asked) {
    return Messages.utf8(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + id.lexeme()
            + ",\"error\":{\"code\":-32022,\"message\":\"Unsupported protocol version\",\"data\":{"
            + "\"supported\":[\""
            + MODERN
            + "\"],\"requested\":"
            + Json.quote(asked)
            + "}}}");
  }

  private String serverInfo() {
    return "{\"name\":\"pitstop\",\"title\":\"Pitstop\",\"version\":" + Json.quote(version) + "}";
  }

  private String instructions() {
    StringBuilder out = new StringBuilder(ServerInfo.manySentences(tools));
    List<Member> speaking = all.get().stream().filter(m -> m.instructions().isPresent()).toList();
    if (!speaking.isEmpty()) {
      int share = (MOST_INSTRUCTIONS - out.length()) / speaking.size();
      for (Member m : speaking) {
        String text = "\n\n# " + m.name() + "\n" + m.instructions().orElse("");
        out.append(text.length() <= share ? text : text.substring(0, share - 1) + "…");
      }
    }
    return out.toString();
  }
}
