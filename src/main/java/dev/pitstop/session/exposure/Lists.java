package dev.pitstop.session.exposure;

import dev.pitstop.backend.CatalogChange;
import dev.pitstop.catalog.Kind;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Message;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.members.Member;

/// The lists that the client gets: the server's own ({@link ServerLists}), or those of many servers
/// in one ({@link MergedLists}). Called in turns of the monitor.
interface Lists {
  /// A request for the first page of a list, which is the only one.
  void request(Kind kind, Message.Request r, RequestFacts f, Reply reply);

  /// Whether a request waits for this list as it will be.
  default boolean awaits(Kind kind) {
    return false;
  }

  /// A member has listed what it offers. It is not in the tables yet.
  void listed(Member m, CatalogChange change);

  /// The tables of the members changed, or what waits for servers that start may go on.
  default void changed() {}
}
