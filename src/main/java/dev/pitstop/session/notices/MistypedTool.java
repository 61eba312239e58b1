package dev.pitstop.session.notices;

import dev.pitstop.catalog.Nearest;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.ReplyBy;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.texts.UnknownText;
import dev.pitstop.text.Words;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/// Help for a call, through `call_tool`, of a tool that the server does not list. The call still
/// goes to the server; if the server refuses it, similar names are added.
///
/// @param server its name
/// @param tool the server's name of the tool
/// @param asked the name that was called
/// @param present the names of the tools that can be called; called outside turns
public record MistypedTool(
    String server, String tool, String asked, Supplier<? extends Collection<String>> present) {

  /// Not if the server lists the tool, or if another text helps better. Called in a turn.
  public static boolean helps(SessionServer server, String tool) {
    return server.backend().listed()
        && !server.backend().kind().isDescribed() // Pitstop's own answer names similar tools
        && server.backend().catalog().tool(tool).isEmpty()
        && !server.departed().knows(tool); // a removed tool has a text of its own
  }

  /// Adds the hint if the response is a refusal.
  public Reply adding(Wiring wiring, Message.Request request, Reply to) {
    return new ReplyBy(
        to, response -> wiring.sendLater(request, to, () -> hinted(response), response));
  }

  private Outgoing hinted(Outgoing response) {
    if (!(Codec.parse(response.bytes()) instanceof Message.Response r) || !Departed.refuses(r)) {
      return response;
    }
    List<String> near = Nearest.names(asked, present.get(), 3);
    if (near.isEmpty()) {
      return response;
    }
    String hint =
        Words.MARK
            + Words.fill("Server `{}` has no tool `{}`. ", server, tool)
            + UnknownText.similar(near);
    Splice splice = new Splice(r.bytes());
    NoticePlace.in(r, false).ifPresent(place -> place.put(splice, hint));
    return splice.outgoing();
  }
}
