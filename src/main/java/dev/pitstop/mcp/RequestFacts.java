package dev.pitstop.mcp;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;

/// What routing needs to know of a request's parameters, found in one pass over them.
///
/// @param name the tool's, prompt's name (`params.name`), as a JSON string
/// @param meta `params._meta`
/// @param progressToken `params._meta.progressToken`: a string or number
/// @param modern whether the request speaks revision 2026-07-28 or later: its `_meta` names the
///   protocol version (versioning page: "per-request `_meta`")
public record RequestFacts(Span name, Span meta, Span progressToken, boolean modern) {
  private static final RequestFacts NOTHING =
      new RequestFacts(Span.NONE, Span.NONE, Span.NONE, false);

  public static RequestFacts of(Message.Request r) {
    return r.params().present() ? of(r.bytes(), r.params()) : NOTHING;
  }

  private static RequestFacts of(byte[] b, Span params) {
    Span meta = Json.member(b, params, "_meta");
    Span name = Json.member(b, params, "name");
    if (!Json.isObject(b, meta)) {
      return new RequestFacts(name, Span.NONE, Span.NONE, false);
    }
    Span token = Json.member(b, meta, "progressToken");
    boolean usable = Json.isString(b, token) || Json.isNumber(b, token);
    return new RequestFacts(
        name,
        meta,
        usable ? token : Span.NONE,
        Json.member(b, meta, Meta.PROTOCOL_VERSION).present());
  }
}
