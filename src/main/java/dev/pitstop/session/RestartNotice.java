package dev.pitstop.session;

import dev.pitstop.backend.Run;
import dev.pitstop.channel.RunKind;
import dev.pitstop.text.Words;
import java.util.Optional;

/// That the server was restarted, or came up later than its lists were asked for; how it ended
/// before, and what changed since the agent was last told (A1, A2, C3).
final class RestartNotice implements Notices.News {
  static final String TAG = "restart";

  private final SessionServer server;
  private final Run now;

  RestartNotice(SessionServer server, Run now) {
    this.server = server;
    this.now = now;
  }

  @Override
  public String text() {
    if (!server.isNews(now)) {
      return "";
    }
    StringBuilder out = new StringBuilder(Words.MARK);
    out.append("Server `").append(server.backend().name()).append("` ");
    out.append(
        switch (now.kind()) {
          case PROCESS, SESSION -> now.number() > 1 ? "was restarted: " : "runs now: ";
          case SCHEMA -> "has other tools now: ";
        });
    out.append(ReloadText.about(now));
    if (now.kind() != RunKind.SCHEMA) {
      ReloadText.ends(server, Optional.of(now), true, out);
    }
    ReloadText.changes(server, server.told().untold(now), out);
    return out.toString();
  }

  @Override
  public void told() {
    server.told().told(now, server.backend().snapshot());
  }
}
