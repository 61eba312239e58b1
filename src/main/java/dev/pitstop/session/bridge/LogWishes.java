package dev.pitstop.session.bridge;

import dev.pitstop.backend.Backend;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.ReplyBy;
import dev.pitstop.session.front.SessionFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/// Knows which log messages the client wants. A legacy client says so once for all servers
/// (`logging/setLevel`). A modern client says so in each request, and gets none for other requests
/// (2026-07-28, `_meta`: "If absent, the server MUST NOT send any"). A modern server obeys that
/// itself. Pitstop sets a legacy server to the most verbose level requested so far. The messages of
/// a legacy server pass while a request that wants messages is open there. Called in turns of the
/// monitor.
public final class LogWishes {
  private static final List<String> LEVELS =
      List.of("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency");

  private final Map<Backend, List<String>> open = new WeakHashMap<>(); // the levels of requests
  private final SessionFacts facts;
  private final Runnable catchUp;
  private int told = LEVELS.size();

  /// @param catchUp tells the servers what has changed of the session
  LogWishes(SessionFacts facts, Runnable catchUp) {
    this.facts = facts;
    this.catchUp = catchUp;
  }

  public static boolean isLevel(String level) {
    return LEVELS.contains(level);
  }

  /// A request is about to be given to a server. Those of a modern client may want messages.
  ///
  /// @return the reply to use, which notices when the request is over
  public Reply opened(Backend at, Message.Request r, RequestFacts f, Reply reply) {
    Span span = Json.member(r.bytes(), f.meta(), Meta.LOG_LEVEL);
    String name = Json.string(r.bytes(), span);
    int level = LEVELS.indexOf(name);
    if (level < 0 || !f.modern()) {
      return reply;
    }
    List<String> here = open.computeIfAbsent(at, x -> new ArrayList<>());
    here.add(name);
    if (level < told) {
      told = level;
      facts.level("{\"level\":" + Json.quote(name) + "}");
      catchUp.run();
    }
    return ReplyBy.after(() -> here.remove(name), reply);
  }

  /// Whether an open request of a modern client wants this notification of a legacy server: a log
  /// message of at least its level.
  public boolean want(Backend at, Message.Notification n) {
    int level = LEVELS.indexOf(Json.string(n.bytes(), n.param("level")));
    return n.method().equals(Methods.MESSAGE)
        && open.getOrDefault(at, List.of()).stream()
            .anyMatch(wanted -> level >= LEVELS.indexOf(wanted));
  }
}
