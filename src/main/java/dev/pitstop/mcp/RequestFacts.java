package dev.pitstop.mcp;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;

/// The facts about a request's parameters that routing needs. Finding them reads nothing large: the
/// reader has noted where the parameters are, and `_meta` is small in any reasonable message.
///
/// @param name the name of the tool or prompt (`params.name`), as a JSON string
/// @param progressToken `params._meta.progressToken`: a string or number
/// @param modern whether the request speaks revision 2026-07-28 or later: its `_meta` names the
///   protocol version (versioning page: "per-request `_meta`")
public record RequestFacts(Span name, Span meta, Span progressToken, boolean modern) {
  private static final RequestFacts NOTHING =
      new RequestFacts(Span.NONE, Span.NONE, Span.NONE, false);

  public static RequestFacts of(Message.Request r) {
    if (!r.params().present()) {
      return NOTHING;
    }
    byte[] b = r.bytes();
    Span meta = r.param("_meta");
    Span name = r.param("name");
    if (!Json.isObject(b, meta)) {
      return new RequestFacts(name, Span.NONE, Span.NONE, false);
    }
    Span token = Json.member(b, meta, "progressToken");
    return new RequestFacts(
        name,
        meta,
        isProgressToken(b, token) ? token : Span.NONE,
        Json.member(b, meta, Meta.PROTOCOL_VERSION).present());
  }

  /// Whether the value is a string or a number (`ProgressToken`); peers send other values, too.
  public static boolean isProgressToken(byte[] b, Span s) {
    return Json.isString(b, s) || Json.isNumber(b, s);
  }
}
