package dev.pitstop.session;

import dev.pitstop.backend.Backend;
import dev.pitstop.channel.RunKind;
import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;

/// What Pitstop adds to a server's description of itself, the result of `initialize` or
/// `server/discover` (F6): `listChanged`, which is true behind a proxy that reloads, whatever the
/// server says, and the sentence that tells an agent what Pitstop does.
final class ServerInfo {
  /// Characters of the sentence.
  static final int MOST = 120;

  private static final byte[] TRUE = Messages.utf8("true");
  private static final byte[] LIST_CHANGED = Messages.utf8("{\"listChanged\":true}");

  private ServerInfo() {}

  /// The sentence on the first line of the instructions, before the server's own first word. Codex
  /// shows its model no more than 250 characters of that line, and where tools are deferred it is
  /// all that an agent knows of Pitstop's tools (F6). At most {@link #MOST} characters.
  ///
  /// @param b whose commands are known
  static String sentence(OwnToolNames tools, Backend b) {
    return sentence(tools, b.kind(), b.builds(), b.restarts());
  }

  /// @param builds whether there is a build command
  /// @param restarts whether there is a command that restarts a daemon
  static String sentence(OwnToolNames tools, RunKind kind, boolean builds, boolean restarts) {
    return sentence(
        tools.call(
            "recompile",
            switch (kind) {
              case PROCESS ->
                  builds ? "{} rebuilds and restarts this server" : "{} restarts this server";
              case SESSION -> // its developer restarts it, if there is no command for that
                  restarts
                      ? builds ? "{} rebuilds and restarts this server" : "{} restarts this server"
                      : builds ? "{} builds and opens a new session" : "{} opens a new session";
              case SCHEMA ->
                  builds ? "{} rebuilds this program" : "{} reads this program's tools again";
            },
            ""),
        tools);
  }

  /// The same for many servers.
  static String manySentence(OwnToolNames tools) {
    String add = tools.call("add_server", "{} adds a server", "");
    String reload = tools.call("reload_server", "{} rebuilds one", "");
    return sentence(add + (add.isEmpty() || reload.isEmpty() ? "" : ", ") + reload, tools);
  }

  private static String sentence(String reload, OwnToolNames tools) {
    String call = tools.call("call_tool", "{} calls tools missing from your list", "");
    return reload.isEmpty() && call.isEmpty()
        ? "Pitstop runs this for development; texts that begin with [pitstop] are from Pitstop."
        : "Pitstop: " + reload + (reload.isEmpty() || call.isEmpty() ? "" : "; ") + call + ".";
  }

  /// Adds Pitstop's part to a description.
  ///
  /// @param sentence goes before the server's own instructions, which stay unchanged
  /// @param end goes after them; may be empty
  static void addTo(Splice splice, byte[] b, Span result, String sentence, String end) {
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
      splice.insert(instructions.from() + 1, Messages.inString(sentence + "\n\n"));
      if (!end.isEmpty()) {
        splice.insert(instructions.to() - 1, Messages.inString("\n\n" + end));
      }
    } else {
      String all = sentence + (end.isEmpty() ? "" : "\n\n" + end);
      splice.putMember(result, "instructions", Messages.utf8(Json.quote(all)));
    }
  }
}
