package dev.pitstop.session;

import dev.pitstop.backend.Backend;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Nearest;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Splice;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.Optional;

/// Helps somebody who calls, through `call_tool`, a tool that the server does not list (U8). The
/// call is the server's to answer all the same; if it refuses it, the nearest names are added. In
/// turns.
final class MistypedTool {
  private MistypedTool() {}

  /// What to add to the refusal of a call of this tool; empty if there is nothing to say.
  static Optional<String> hint(SessionServer server, String tool) {
    Backend backend = server.backend();
    Catalog catalog = backend.catalog();
    if (!backend.listed()
        || catalog.tool(tool).isPresent() // the usual call: the others are not looked at
        || server.departed().knows(tool)) { // says so itself
      return Optional.empty();
    }
    List<String> near = Nearest.names(tool, Departed.names(catalog), 3);
    return near.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Words.MARK
                + "Server `"
                + backend.name()
                + "` lists no tool `"
                + tool
                + "`. Nearest names: `"
                + String.join("`, `", near)
                + "`.");
  }

  /// Adds the hint if the response is a refusal.
  static Reply adding(String hint, Reply to) {
    return new Reply() {
      @Override
      public void send(Outgoing response) {
        if (Codec.parse(response.bytes()) instanceof Message.Response r && Departed.refuses(r)) {
          Splice splice = new Splice(r.bytes());
          NoticePlace.in(r, false).ifPresent(place -> place.put(splice, hint));
          to.send(splice.outgoing());
        } else {
          to.send(response);
        }
      }

      @Override
      public void none() {
        to.none();
      }
    };
  }
}
