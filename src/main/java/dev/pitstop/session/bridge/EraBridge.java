package dev.pitstop.session.bridge;

import dev.pitstop.backend.Call;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Translates between a client of one era and a server of the other. It adds the members that a
/// request or its answer must have, and removes those that it must not have. It only splices, so
/// the cost does not grow with the message. Called in turns of the monitor.
public final class EraBridge {
  private static final String STRUCTURE = "structuredContent";
  private static final byte[] COMPLETE = Messages.utf8("\"complete\"");
  private static final byte[] NOT_CACHED = Messages.utf8("\"ttlMs\":0,\"cacheScope\":\"private\",");
  private static final byte[] NOT_FOUND = Messages.utf8("-32002");
  private static final List<String> MODERN_KEYS =
      List.of(Meta.PROTOCOL_VERSION, Meta.CLIENT_INFO, Meta.CLIENT_CAPABILITIES, Meta.LOG_LEVEL);

  /// Codes that revision 2026-07-28 forbids, and their replacements ("Error Codes").
  private static final Map<String, byte[]> CODES =
      Map.of(
          "-32002", Messages.utf8("-32602"), // resource not found
          "-32042", Messages.utf8("-32603")); // URL elicitation required

  private EraBridge() {}

  /// Adapts a request of a modern client to a legacy run.
  static void toLegacy(Splice splice, Message.Request r, RequestFacts f) {
    MODERN_KEYS.forEach(key -> splice.removeMember(f.meta(), key));
    if (r.param("requestState").present() || r.param("inputResponses").present()) {
      splice.removeMember(r.params(), "requestState");
      splice.removeMember(r.params(), "inputResponses");
    }
  }

  /// Adds to a request of a legacy client what a modern request says about its client.
  ///
  /// @param meta the `_meta` object of requests to a modern server
  static void toModern(Splice splice, Message.Request r, RequestFacts f, byte[] meta) {
    if (f.meta().present()) {
      Json.members(
          meta,
          new Span(0, meta.length),
          (key, value) ->
              splice.putMember(f.meta(), Json.string(meta, key), Messages.utf8(value.text(meta))));
    } else if (r.param("_meta").present()) {
      splice.replace(r.param("_meta"), meta); // a `_meta` that is no object says nothing
    } else if (Json.isObject(r.bytes(), r.params())) {
      splice.prepend(r.params(), "_meta", meta);
    } else if (!r.params().present()) {
      String params = "{\"_meta\":" + new Span(0, meta.length).text(meta) + "}";
      splice.putMember(Json.validate(r.bytes()).orElseThrow(), "params", Messages.utf8(params));
    }
  }

  /// Adapts an answer of a run that needs the bridge to the client.
  public static void answer(Splice splice, Call c, Message.Response m) {
    if (!c.facts().modern()) {
      legacyAnswer(splice, c, m); // a legacy client ignores the members of a modern result
    } else if (m instanceof Message.Result r) {
      if (Json.isObject(r.bytes(), r.result())) {
        result(splice, c, r);
      }
    } else if (m instanceof Message.Failure f) {
      Span code = f.member("code");
      Optional.ofNullable(code.present() ? CODES.get(code.text(f.bytes())) : null)
          .ifPresent(other -> splice.replace(code, other));
    }
  }

  /// "Resource not found" has a code of its own in the legacy revisions, and the structured content
  /// of a result is an object. Any other is left out, as its text stands beside it; if not, it
  /// becomes a member of an object.
  private static void legacyAnswer(Splice splice, Call c, Message.Response m) {
    if (m instanceof Message.Result r) {
      Span structure = r.member(STRUCTURE);
      if (structure.present() && !Json.isObject(r.bytes(), structure)) {
        if (Json.elements(r.bytes(), r.member("content")).isEmpty()) {
          splice.insert(structure.from(), Messages.utf8("{\"result\":"));
          splice.insert(structure.to(), Messages.utf8("}"));
        } else {
          splice.removeMember(r.result(), STRUCTURE);
        }
      }
    }
    if (m instanceof Message.Failure f && c.request().method().equals(Methods.RESOURCES_READ)) {
      Span code = f.member("code");
      boolean named = Json.member(f.bytes(), f.member("data"), "uri").present();
      if (named && code.text(f.bytes()).equals("-32602")) {
        splice.replace(code, NOT_FOUND);
      }
    }
  }

  /// Adds what every modern result has, and the members of cacheable ones (2026-07-28, schema).
  private static void result(Splice splice, Call c, Message.Result r) {
    boolean typed = r.member("resultType").present();
    if (c.request().method().equals(Methods.RESOURCES_READ) && !r.member("ttlMs").present()) {
      splice.insert(r.result().from() + 1, NOT_CACHED); // another member always follows
    }
    if (!typed) {
      splice.prepend(r.result(), "resultType", COMPLETE);
    }
  }
}
