package dev.pitstop.session;

import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import java.util.Optional;
import java.util.function.Supplier;

/// A client of one era in front of a server of the other (E4): what the request must have or must
/// not have, and what its answer. Splices only, and none that grow with the message. Requests of
/// servers to the client are not translated. In turns.
final class EraBridge {
  private static final byte[] COMPLETE = Messages.utf8("\"complete\"");
  private static final String NOT_FOUND_LEGACY = "-32002";
  private static final byte[] NOT_FOUND = Messages.utf8("-32602");
  private static final String[] MODERN_KEYS = {
    Meta.PROTOCOL_VERSION, Meta.CLIENT_INFO, Meta.CLIENT_CAPABILITIES, Meta.LOG_LEVEL
  };

  private final Supplier<String> modernMeta;

  /// @param modernMeta the `_meta` object of requests to a modern server
  EraBridge(Supplier<String> modernMeta) {
    this.modernMeta = modernMeta;
  }

  /// Makes a request fit for this run.
  void request(Splice splice, Message.Request r, RequestFacts f, Run to) {
    if (f.modern() && to.legacy()) {
      for (String key : MODERN_KEYS) {
        splice.removeMember(f.meta(), key);
      }
    } else if (!f.modern() && !to.legacy()) {
      addMeta(splice, r, f);
    }
  }

  private void addMeta(Splice splice, Message.Request r, RequestFacts f) {
    byte[] b = r.bytes();
    byte[] meta = Messages.utf8(modernMeta.get());
    if (f.meta().present()) {
      Span all = new Span(0, meta.length);
      for (String key : MODERN_KEYS) {
        Span value = Json.member(meta, all, key);
        if (value.present()) {
          splice.putMember(f.meta(), key, Messages.utf8(value.text(meta)));
        }
      }
    } else if (Json.isObject(b, r.params())) {
      splice.prepend(r.params(), "_meta", meta);
    } else if (!r.params().present()) {
      int end = b.length - 1;
      while (b[end] != '}') {
        end--;
      }
      splice.insert(end, Messages.utf8(",\"params\":{\"_meta\":" + modernMeta.get() + "}"));
    }
  }

  /// Makes an answer fit for the client.
  void answer(Splice splice, Call c, Run by, Message.Response m) {
    if (!c.facts().modern() || !by.legacy()) {
      return; // a legacy client does not mind the members of a modern result
    }
    if (m instanceof Message.Result r) {
      if (Json.isObject(r.bytes(), r.result()) && !r.member("resultType").present()) {
        splice.prepend(r.result(), "resultType", COMPLETE);
      }
    } else if (m instanceof Message.Failure f) {
      Span code = f.member("code");
      if (code.present() && code.text(f.bytes()).equals(NOT_FOUND_LEGACY)) {
        splice.replace(code, NOT_FOUND);
      }
    }
  }

  /// Why an answer cannot be given to the client, if it cannot: it asks for input in a way that a
  /// legacy client does not know.
  static Optional<String> refusal(Call c, Run by, Message.Response m) {
    if (c.facts().modern() || by.legacy() || !(m instanceof Message.Result r)) {
      return Optional.empty();
    }
    Span type = r.member("resultType");
    boolean wantsInput =
        Json.isString(r.bytes(), type) && Json.string(r.bytes(), type).equals("input_required");
    return wantsInput
        ? Optional.of(
            "The server asks the client for input in the way of revision 2026-07-28"
                + " (`input_required`), which this client's revision does not have. The call did"
                + " not come to its end.")
        : Optional.empty();
  }
}
