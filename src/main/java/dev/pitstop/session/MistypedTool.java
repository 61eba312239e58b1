package dev.pitstop.session;

import dev.pitstop.catalog.Nearest;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Splice;
import dev.pitstop.text.Words;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Helps somebody who calls, through `call_tool`, a tool that the server does not list (U8). The
/// call is the server's to answer all the same; if it refuses it, the nearest names are added.
///
/// @param server its name
/// @param tool by which the server would know it
/// @param asked by which it was called
/// @param present the names of the tools that can be called; outside turns
record MistypedTool(
    String server, String tool, String asked, Supplier<? extends Collection<String>> present) {

  /// The tool that was called of this server; empty if it lists it, or there is something better to
  /// say. In a turn.
  static Optional<MistypedTool> of(
      SessionServer server,
      String tool,
      String asked,
      Supplier<? extends Collection<String>> present) {
    boolean unknown =
        server.backend().listed()
            && server.backend().catalog().tool(tool).isEmpty()
            && !server.departed().knows(tool); // says so itself
    return unknown
        ? Optional.of(new MistypedTool(server.backend().name(), tool, asked, present))
        : Optional.empty();
  }

  /// Adds the hint if the response is a refusal.
  Reply adding(Wiring wiring, Message.Request request, Reply to) {
    return new Reply() {
      @Override
      public void send(Outgoing response) {
        MadeOutside.send(wiring, request, to, () -> hinted(response), response);
      }

      @Override
      public void none() {
        to.none();
      }
    };
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
            + "Server `"
            + server
            + "` has no tool `"
            + tool
            + "`. Similar names: `"
            + String.join("`, `", near)
            + "`.";
    Splice splice = new Splice(r.bytes());
    NoticePlace.in(r, false).ifPresent(place -> place.put(splice, hint));
    return splice.outgoing();
  }
}
