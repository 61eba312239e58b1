package dev.pitstop.proxy;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Incarnation;
import dev.pitstop.backend.Words;

/// That the server was restarted, or came up later than its lists were asked for; how it ended
/// before, and what changed since the agent was last told (A1, A2, C3).
final class RestartNotice implements Notices.News {
  static final String TAG = "restart";

  private final Backend backend;
  private final Incarnation now;

  RestartNotice(Backend backend, Incarnation now) {
    this.backend = backend;
    this.now = now;
  }

  @Override
  public String text() {
    StringBuilder out = new StringBuilder(Words.MARK);
    out.append("Server `").append(backend.name());
    out.append(now.gen() > 1 ? "` was restarted: " : "` runs now: ");
    out.append(ReloadText.about(now));
    ReloadText.ends(backend, now.gen(), true, out);
    ReloadText.changes(backend, backend.untold(now.gen()), out);
    return out.toString();
  }

  @Override
  public void told() {
    backend.told(now.gen());
  }
}
