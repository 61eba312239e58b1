package dev.pitstop.session.bridge;

import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.Revisions;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import java.util.Optional;

/// How a server introduces itself, in the words of the other era. Pure.
public final class Introductions {
  private static final String TASKS =
      "\"tasks\":{\"cancel\":{},\"requests\":{\"tools\":{\"call\":{}}}}";

  private Introductions() {}

  /// The result of `initialize`, from that of `server/discover`.
  ///
  /// @param asked the revision that the client asked for
  /// @param name of the server, if it does not say
  public static String initialize(String discovery, Optional<String> asked, String name) {
    byte[] b = Messages.utf8(discovery);
    Span all = new Span(0, b.length);
    Span info = Json.path(b, all, "_meta", Meta.SERVER_INFO);
    String version = Revisions.negotiated(asked.orElse(""));
    Span tasks = Json.path(b, all, "capabilities", "extensions", Meta.TASKS_EXTENSION);
    return "{\"protocolVersion\":"
        + Json.quote(version)
        + capabilities(
            b, all, tasks.present() && version.equals(Revisions.NEWEST_LEGACY) ? TASKS : "")
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
        + capabilities(b, all, tasks(b, all))
        + instructions(b, all)
        + (Json.isObject(b, info)
            ? ",\"_meta\":{" + Json.quote(Meta.SERVER_INFO) + ":" + info.text(b) + "}"
            : "")
        + ",\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\"}";
  }

  /// The extensions of a legacy server, if it can run tools as tasks; otherwise empty.
  private static String tasks(byte[] b, Span introduction) {
    if (!Json.path(b, introduction, "capabilities", "tasks", "requests", "tools", "call")
        .present()) {
      return "";
    }
    Span known = Json.path(b, introduction, "capabilities", "extensions");
    StringBuilder all = new StringBuilder(Json.quote(Meta.TASKS_EXTENSION) + ":{}");
    Json.members(
        b,
        known,
        (key, value) -> all.append(',').append(key.text(b)).append(':').append(value.text(b)));
    return "\"extensions\":{" + all + "}";
  }

  /// All that both eras have, and what takes the place of the tasks of the other.
  ///
  /// @param more one more member, or empty
  private static String capabilities(byte[] b, Span introduction, String more) {
    StringBuilder out = new StringBuilder(more);
    Json.members(
        b,
        Json.member(b, introduction, "capabilities"),
        (key, value) -> {
          String name = Json.string(b, key);
          boolean said = name.equals("extensions") && more.startsWith("\"extensions\"");
          if (!name.equals("tasks") && !said) {
            out.append(out.isEmpty() ? "" : ",").append(key.text(b)).append(':');
            out.append(value.text(b));
          }
        });
    return ",\"capabilities\":{" + out + "}";
  }

  private static String instructions(byte[] b, Span introduction) {
    Span text = Json.member(b, introduction, "instructions");
    return Json.isString(b, text) ? ",\"instructions\":" + text.text(b) : "";
  }
}
