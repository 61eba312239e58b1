package dev.pitstop.channel.cli;

import dev.pitstop.catalog.Nearest;
import dev.pitstop.commandline.CliSchema;
import dev.pitstop.commandline.CliTool;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.mcp.Revisions;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import java.util.List;

/// A schema's answers to requests that need no process, in both eras. Pure.
///
/// @param server its name
record CliAnswers(String server, CliSchema schema) {
  private static final String CAPABILITIES = "\"capabilities\":{\"tools\":{\"listChanged\":true}}";
  private static final String MODERN =
      ",\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\"";

  private String info() {
    return "{\"name\":" + Json.quote(server) + ",\"version\":\"0\"}";
  }

  /// Whether a request can be served. One of the modern era may name an unknown revision
  /// (versioning page).
  static boolean serves(Message.Request r, RequestFacts facts) {
    return !facts.modern() || version(r, facts).equals(Revisions.MODERN);
  }

  private static String version(Message.Request r, RequestFacts facts) {
    byte[] b = r.bytes();
    return Json.string(b, Json.member(b, facts.meta(), Meta.PROTOCOL_VERSION));
  }

  /// The answer to any request but a call of a tool.
  byte[] to(Message.Request r, RequestFacts facts) {
    boolean modern = facts.modern();
    if (!serves(r, facts)) {
      return Messages.unsupportedVersion(r.id(), version(r, facts));
    }
    return switch (r.method()) {
      case Methods.INITIALIZE -> modern ? unknown(r) : Messages.result(r.id(), initialize(r));
      case Methods.PING -> modern ? unknown(r) : Messages.result(r.id(), "{}");
      case Methods.DISCOVER -> modern ? Messages.result(r.id(), discover()) : unknown(r);
      case Methods.LISTEN -> modern ? acknowledged(r) : unknown(r); // it ends with the run
      case Methods.TOOLS_LIST -> Messages.result(r.id(), tools(modern));
      case Methods.TOOLS_CALL ->
          Messages.error(
              r.id(), Messages.INVALID_PARAMS, noTool(Json.string(r.bytes(), facts.name())));
      default -> unknown(r);
    };
  }

  private String noTool(String name) {
    List<String> names = schema.tools().stream().map(CliTool::name).toList();
    List<String> near = Nearest.names(name, names, 3);
    return "Unknown tool: "
        + name
        + (near.isEmpty() ? "" : ". Did you mean `" + String.join("`, `", near) + "`?");
  }

  private static byte[] unknown(Message.Request r) {
    return Messages.error(r.id(), Messages.METHOD_NOT_FOUND, "Method not found: " + r.method());
  }

  private String initialize(Message.Request r) {
    Span asked = r.param("protocolVersion");
    String wanted = Json.string(r.bytes(), asked);
    return "{\"protocolVersion\":"
        + Json.quote(Revisions.negotiated(wanted))
        + ","
        + CAPABILITIES
        + ",\"serverInfo\":"
        + info()
        + "}";
  }

  private String discover() {
    return "{\"supportedVersions\":[\""
        + Revisions.MODERN
        + "\"],"
        + CAPABILITIES
        + ",\"_meta\":{"
        + Json.quote(Meta.SERVER_INFO)
        + ":"
        + info()
        + "}"
        + MODERN
        + "}";
  }

  private String tools(boolean modern) {
    return "{\"tools\":" + schema.listed() + (modern ? MODERN : "") + "}";
  }

  /// A subscription can only get changes of the tools.
  private static byte[] acknowledged(Message.Request listen) {
    byte[] b = listen.bytes();
    Span wanted = Json.member(b, listen.param("notifications"), "toolsListChanged");
    return Messages.notification(
        Methods.ACKNOWLEDGED,
        "{\"_meta\":{"
            + Json.quote(Meta.SUBSCRIPTION_ID)
            + ":"
            + listen.id().lexeme()
            + "},\"notifications\":{"
            + (Json.isTrue(b, wanted) ? "\"toolsListChanged\":true" : "")
            + "}}");
  }
}
