package dev.pitstop.session;

import dev.pitstop.backend.Own;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.mcp.Revisions;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// The handshake of Pitstop itself, for many servers that have no single answer of their own: with
/// the client, at once and before any server runs, and what it tells the servers of the client (F6,
/// L4). In turns.
final class ManyHandshake {
  /// Claude Code shows its agents 4,096 characters of it.
  private static final int MOST_INSTRUCTIONS = 4_000;

  private static final String LISTS =
      "\"tools\":{\"listChanged\":true},\"prompts\":{\"listChanged\":true},"
          + "\"resources\":{\"listChanged\":true,\"subscribe\":true},\"completions\":{}";
  private static final String TASKS =
      ",\"tasks\":{\"list\":{},\"cancel\":{},\"requests\":{\"tools\":{\"call\":{}}}}";

  /// What revision 2026-07-28 has no more; `ping` is looked at elsewhere.
  private static final Set<String> LEGACY_ONLY =
      Set.of(
          Methods.INITIALIZE,
          Methods.SET_LEVEL,
          Methods.SUBSCRIBE,
          Methods.UNSUBSCRIBE,
          Methods.TASKS_LIST,
          Methods.TASKS_RESULT);

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
    return negotiated.equals(Optional.of(Revisions.WITH_BATCHES));
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
    String speaks = Revisions.negotiated(wanted);
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
            + (speaks.equals(Revisions.NEWEST_LEGACY) ? TASKS : "")
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
        + Json.quote(Revisions.MODERN)
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
            + Json.quote(Revisions.NEWEST_LEGACY)
            + ",\"capabilities\":{},\"clientInfo\":"
            + client
            + "}";
    if (own.isEmpty()) {
      own = Optional.of(new Own(initialize, meta, true));
    }
  }

  /// The answer to `server/discover`, which no legacy revision has: a request that says nothing of
  /// its client is malformed.
  byte[] discover(Message.Request r, RequestFacts f) {
    if (!f.modern()) {
      return malformed(r.id(), Meta.PROTOCOL_VERSION, "a string");
    }
    return Messages.result(
        r.id(),
        "{\"supportedVersions\":[\""
            + Revisions.MODERN
            + "\"],\"capabilities\":{"
            + LISTS
            + ",\"logging\":{}},\"instructions\":"
            + Json.quote(instructions())
            + ",\"_meta\":{"
            + Json.quote(Meta.SERVER_INFO)
            + ":"
            + serverInfo()
            + "},\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\"}");
  }

  /// Why a modern request cannot be served, if it cannot: it speaks a revision that Pitstop does
  /// not know, does not say what each has to say (basic/index, "Per-request protocol fields"), or
  /// asks what that revision has no more.
  static Optional<byte[]> refusal(Message.Request r, RequestFacts f) {
    byte[] b = r.bytes();
    Span version = Json.member(b, f.meta(), Meta.PROTOCOL_VERSION);
    if (!Json.isString(b, version)) {
      return Optional.of(malformed(r.id(), Meta.PROTOCOL_VERSION, "a string"));
    }
    String asked = Json.string(b, version);
    if (!asked.equals(Revisions.MODERN)) {
      return Optional.of(Messages.unsupportedVersion(r.id(), asked));
    }
    if (!Json.isObject(b, Json.member(b, f.meta(), Meta.CLIENT_CAPABILITIES))) {
      return Optional.of(malformed(r.id(), Meta.CLIENT_CAPABILITIES, "an object"));
    }
    return LEGACY_ONLY.contains(r.method())
        ? Optional.of(
            Messages.error(r.id(), Messages.METHOD_NOT_FOUND, "Method not found: " + r.method()))
        : Optional.empty();
  }

  private static byte[] malformed(RequestId id, String key, String what) {
    return Messages.error(
        id, Messages.INVALID_PARAMS, "`_meta` must have `" + key + "`, " + what + ".");
  }

  private String serverInfo() {
    return "{\"name\":\"pitstop\",\"title\":\"Pitstop\",\"version\":" + Json.quote(version) + "}";
  }

  /// Our own sentence, then what each server says of itself: as much as there is room for, in fair
  /// shares.
  private String instructions() {
    StringBuilder out = new StringBuilder(ServerInfo.manySentence(tools));
    List<Member> speaking = new ArrayList<>();
    for (Member m : all.get()) {
      if (m.instructions().isPresent()) {
        speaking.add(m);
      }
    }
    int left = speaking.size();
    for (Member m : speaking) {
      String head = "\n\n# " + m.name() + "\n";
      int share = (MOST_INSTRUCTIONS - out.length()) / left--; // short ones leave more to others
      if (share > head.length() + 1) {
        out.append(head).append(cut(m.instructions().orElse(""), share - head.length()));
      }
    }
    return out.toString();
  }

  private static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = most - 1;
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
  }
}
