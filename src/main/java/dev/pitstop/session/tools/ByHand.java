package dev.pitstop.session.tools;

import dev.pitstop.session.notices.SessionServer;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/// What a person beside the agent can do with a session's servers. It has the same texts as the
/// agent's tools, and works if those are not offered.
///
/// @param tool makes the tool for a wish. Its argument `server` names the server
/// @param servers the servers, in the order in which they are listed; called in a turn
public record ByHand(Function<Wish, Management.Tool> tool, Supplier<List<SessionServer>> servers) {
  /// Something to do with a server.
  public enum Wish {
    RELOAD,
    START,
    STOP
  }
}
