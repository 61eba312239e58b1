package dev.pitstop.session.many;

import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.words.UnusableAnswers;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Translates between a client of one era and a server of the other (E4). It adds the members that
/// a request or its answer must have, and removes those that it must not have. It only splices, so
/// the cost does not grow with the message. Servers' requests to the client are not translated.
/// Called in turns of the monitor.
///
/// @param modernMeta the `_meta` object of requests to a modern server
/// @param level the log level that a legacy client has set, as JSON
record EraBridge(Supplier<String> modernMeta, Supplier<Optional<String>> level) {
  private static final byte[] COMPLETE = Messages.utf8("\"complete\"");
  private static final byte[] NOT_CACHED = Messages.utf8("\"ttlMs\":0,\"cacheScope\":\"private\",");
  private static final String[] MODERN_KEYS = {
    Meta.PROTOCOL_VERSION, Meta.CLIENT_INFO, Meta.CLIENT_CAPABILITIES, Meta.LOG_LEVEL
  };

  /// Codes that revision 2026-07-28 forbids, and their replacements ("Error Codes").
  private static final Map<String, byte[]> CODES =
      Map.of(
          "-32002", Messages.utf8("-32602"), // resource not found
          "-32042", Messages.utf8("-32603")); // URL elicitation required

  /// Adapts a request to this run.
  void request(Splice splice, Message.Request r, RequestFacts f, Run to) {
    if (f.modern() && to.legacy()) {
      for (String key : MODERN_KEYS) {
        splice.removeMember(f.meta(), key);
      }
    } else if (!f.modern() && !to.legacy()) {
      addMeta(splice, r, f);
    }
  }

  /// Adds what a modern request says about its client, including the log level: a modern server
  /// sends log messages only for requests that ask for them.
  private void addMeta(Splice splice, Message.Request r, RequestFacts f) {
    byte[] b = r.bytes();
    byte[] meta = Messages.utf8(modernMeta.get());
    Splice own = new Splice(meta);
    Span all = new Span(0, meta.length);
    level.get().ifPresent(l -> own.putMember(all, Meta.LOG_LEVEL, Messages.utf8(l)));
    if (f.meta().present()) {
      Json.members(
          meta,
          all,
          (key, value) ->
              splice.putMember(f.meta(), Json.string(meta, key), Messages.utf8(value.text(meta))));
      level.get().ifPresent(l -> splice.putMember(f.meta(), Meta.LOG_LEVEL, Messages.utf8(l)));
    } else if (r.param("_meta").present()) {
      splice.replace(r.param("_meta"), own.apply()); // a `_meta` that is no object says nothing
    } else if (Json.isObject(b, r.params())) {
      splice.prepend(r.params(), "_meta", own.apply());
    } else if (!r.params().present()) {
      int end = b.length - 1;
      while (b[end] != '}') {
        end--;
      }
      splice.insert(end, Messages.utf8(",\"params\":{\"_meta\":"));
      splice.insert(end, own.apply());
      splice.insert(end, Messages.utf8("}"));
    }
  }

  /// Adapts an answer to the client.
  static void answer(Splice splice, Call c, Run by, Message.Response m) {
    if (!c.facts().modern() || !by.legacy()) {
      return; // a legacy client ignores the members of a modern result
    }
    if (m instanceof Message.Result r) {
      if (Json.isObject(r.bytes(), r.result())) {
        result(splice, c, r);
      }
    } else if (m instanceof Message.Failure f) {
      Span code = f.member("code");
      Optional.ofNullable(code.present() ? CODES.get(code.text(f.bytes())) : null)
          .ifPresent(other -> splice.replace(code, other));
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

  /// Why the client cannot be given this answer; empty if it can. The answer may ask for input in a
  /// way that a legacy client does not know.
  static Optional<String> refusal(Call c, Run by, Message.Response m) {
    if (c.facts().modern() || by.legacy() || !(m instanceof Message.Result r)) {
      return Optional.empty();
    }
    Span type = r.member("resultType");
    boolean wantsInput =
        Json.isString(r.bytes(), type) && Json.string(r.bytes(), type).equals("input_required");
    return wantsInput ? Optional.of(UnusableAnswers.ASKS) : Optional.empty();
  }
}
