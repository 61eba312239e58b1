package dev.pitstop.session.bridge;

import dev.pitstop.mcp.ClientFacts;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.Revisions;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;

/// How a server introduces itself, in the words of the other era. Pure.
public final class Introductions {
  private Introductions() {}

  /// The result of `initialize`, from that of `server/discover`.
  ///
  /// @param name of the server, if it does not say
  public static String initialize(String discovery, String asked, String name) {
    byte[] b = Messages.utf8(discovery);
    Span all = new Span(0, b.length);
    Span info = Json.path(b, all, "_meta", Meta.SERVER_INFO);
    return "{\"protocolVersion\":"
        + Json.quote(Revisions.negotiated(asked))
        + capabilities(b, all)
        + ",\"serverInfo\":"
        + (Json.isObject(b, info)
            ? info.text(b)
            : "{\"name\":" + Json.quote(name) + ",\"version\":\"unknown\"}")
        + instructions(b, all)
        + "}";
  }

  /// The result of `server/discover`, from that of `initialize`.
  public static String discovery(String initialize) {
    byte[] b = Messages.utf8(initialize);
    Span all = new Span(0, b.length);
    Span info = Json.member(b, all, "serverInfo");
    return "{\"supportedVersions\":["
        + Json.quote(Revisions.MODERN)
        + "]"
        + capabilities(b, all)
        + instructions(b, all)
        + (Json.isObject(b, info)
            ? ",\"_meta\":{" + Json.quote(Meta.SERVER_INFO) + ":" + info.text(b) + "}"
            : "")
        + ",\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\"}";
  }

  /// All but tasks, which do not work across the eras.
  private static String capabilities(byte[] b, Span introduction) {
    Span said = Json.member(b, introduction, "capabilities");
    return ",\"capabilities\":" + ClientFacts.translated(b, said, name -> !name.equals("tasks"));
  }

  private static String instructions(byte[] b, Span introduction) {
    Span text = Json.member(b, introduction, "instructions");
    return Json.isString(b, text) ? ",\"instructions\":" + text.text(b) : "";
  }
}
