package dev.pitstop.session;

import dev.pitstop.channel.RunKind;
import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;

/// What Pitstop adds to a server's description of itself, the result of `initialize` or
/// `server/discover` (F6): `listChanged`, which is true with a proxy that reloads, whatever the
/// server says, and the sentences that tell an agent how to work with it.
final class ServerInfo {
  private static final byte[] TRUE = Messages.utf8("true");
  private static final byte[] LIST_CHANGED = Messages.utf8("{\"listChanged\":true}");

  private ServerInfo() {}

  /// Two or three sentences on how to rebuild and to read the notices (F6).
  ///
  /// @param builds whether there is a build command
  static String sentences(OwnToolNames hints, RunKind kind, boolean builds) {
    return (kind == RunKind.SCHEMA
            ? "These tools are commands of a program that is being developed; they run through"
                + " Pitstop. Each call runs the program as it is now, and new tools are announced when"
                + " its file is saved."
                + hints.call(
                    "recompile",
                    builds
                        ? " {} builds it and returns compiler errors or what changed."
                        : " {} reads its tools again and returns what changed.",
                    "")
            : "This server is being developed and runs behind Pitstop." + reload(hints, builds))
        + " Texts that begin with [pitstop] tell of crashes and restarts."
        + newer(hints);
  }

  private static String reload(OwnToolNames hints, boolean builds) {
    String reload =
        " After changing its source, call {}: it "
            + (builds ? "rebuilds and restarts" : "restarts")
            + " the server without ending this session and returns "
            + (builds ? "compiler errors or " : "")
            + "what changed.";
    return hints.call("recompile", reload, "");
  }

  private static String newer(OwnToolNames hints) {
    return hints.offers("call_tool")
        ? " Tools that are newer than your tool list:"
            + hints.call("search_tools", " {},", "")
            + hints.call("call_tool", " {}.", "")
        : "";
  }

  /// The same for many servers.
  static String manySentences(OwnToolNames hints) {
    return "Several MCP servers run behind Pitstop; a tool of theirs is called `server__tool`."
        + hints.call("list_servers", " {} shows them.", "")
        + hints.call("add_server", " {} adds one that was just written,", "")
        + hints.call("reload_server", " {} rebuilds and restarts one after its source changed.", "")
        + " Texts that begin with [pitstop] tell of crashes and restarts."
        + newer(hints);
  }

  static void addTo(Splice splice, byte[] b, Span result, String sentences) {
    Span capabilities = Json.member(b, result, "capabilities");
    if (Json.isObject(b, capabilities)) {
      Span tools = Json.member(b, capabilities, "tools");
      if (Json.isObject(b, tools)) {
        splice.putMember(tools, "listChanged", TRUE);
      } else {
        splice.putMember(capabilities, "tools", LIST_CHANGED);
      }
      for (String kind : new String[] {"prompts", "resources"}) {
        Span offered = Json.member(b, capabilities, kind);
        if (Json.isObject(b, offered)) {
          splice.putMember(offered, "listChanged", TRUE);
        }
      }
    } else {
      splice.putMember(result, "capabilities", Messages.utf8("{\"tools\":{\"listChanged\":true}}"));
    }
    Span instructions = Json.member(b, result, "instructions");
    if (Json.isString(b, instructions)) {
      String quoted = Json.quote("\n\n" + sentences);
      splice.insert(instructions.to() - 1, Messages.utf8(quoted.substring(1, quoted.length() - 1)));
    } else {
      splice.putMember(result, "instructions", Messages.utf8(Json.quote(sentences)));
    }
  }
}
