package dev.pitstop.session.notices;

import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;

/// Adds Pitstop's part to a server's description of itself, which is the result of `initialize` or
/// `server/discover`. It sets `listChanged`, which is true behind a proxy that reloads, whatever
/// the server says. It adds the sentence that tells an agent what Pitstop does.
public final class ServerInfo {
  private static final byte[] TRUE = Messages.utf8("true");
  private static final byte[] LIST_CHANGED = Messages.utf8("{\"listChanged\":true}");

  private ServerInfo() {}

  /// Adds Pitstop's part to a description.
  ///
  /// @param sentence goes before the server's own instructions, which stay unchanged
  /// @param end goes after them; may be empty
  public static void addTo(Splice splice, byte[] b, Span result, String sentence, String end) {
    Span capabilities = Json.member(b, result, "capabilities");
    if (Json.isObject(b, capabilities)) {
      for (String kind : new String[] {"tools", "prompts", "resources"}) {
        Span offered = Json.member(b, capabilities, kind);
        if (Json.isObject(b, offered)) {
          splice.putMember(offered, "listChanged", TRUE);
        } else if (kind.equals("tools")) { // every server here has Pitstop's own
          splice.putMember(capabilities, kind, LIST_CHANGED);
        }
      }
    } else {
      splice.putMember(result, "capabilities", Messages.utf8("{\"tools\":{\"listChanged\":true}}"));
    }
    String own = Json.string(b, Json.member(b, result, "instructions"));
    String all =
        sentence + (own.isEmpty() ? "" : "\n\n" + own) + (end.isEmpty() ? "" : "\n\n" + end);
    splice.putMember(result, "instructions", Messages.utf8(Json.quote(all)));
  }
}
