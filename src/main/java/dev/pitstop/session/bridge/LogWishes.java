package dev.pitstop.session.bridge;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.session.front.Wiring;
import java.util.List;

/// Knows which log messages the client wants. A legacy client says so once for all servers
/// (`logging/setLevel`). A modern client says so in each request, and gets none for other requests
/// (2026-07-28, `_meta`: "If absent, the server MUST NOT send any"). A modern server obeys that
/// itself. Pitstop sets a legacy server to the most verbose level requested so far. The messages of
/// a legacy server pass while a request that wants messages is open there. Called in turns of the
/// monitor.
public final class LogWishes {
  static final List<String> LEVELS =
      List.of("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency");

  private final Wiring wiring;
  private final Runnable catchUp;
  private int told = LEVELS.size();

  /// @param catchUp tells the servers what has changed of the session
  LogWishes(Wiring wiring, Runnable catchUp) {
    this.wiring = wiring;
    this.catchUp = catchUp;
  }

  void given(Call call) {
    int level = LEVELS.indexOf(wanted(call));
    if (level >= 0 && level < told) {
      told = level;
      wiring.facts().level("{\"level\":" + Json.quote(LEVELS.get(level)) + "}");
      catchUp.run();
    }
  }

  private static String wanted(Call call) {
    byte[] b = call.request().bytes();
    return call.hasBytes()
        ? Json.string(b, Json.member(b, call.facts().meta(), Meta.LOG_LEVEL))
        : "";
  }

  /// Whether an open request of a modern client wants this notification of a legacy server: a log
  /// message of at least its level.
  public boolean want(Backend at, Run by, Message.Notification n) {
    int level = LEVELS.indexOf(Json.string(n.bytes(), n.param("level")));
    return n.method().equals(Methods.MESSAGE)
        && at.calls().mayAsk(by).stream()
            .filter(call -> wiring.tracker().reply(call).isPresent())
            .map(call -> LEVELS.indexOf(wanted(call)))
            .anyMatch(wanted -> wanted >= 0 && wanted <= level);
  }
}
