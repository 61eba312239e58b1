package dev.pitstop.session;

import dev.pitstop.backend.Recipe;
import dev.pitstop.backend.Reload;
import dev.pitstop.log.Log;
import dev.pitstop.text.Words;

/// Reports the reload of a server whose entry in the configuration file has changed (M6). Called in
/// turns of the monitor.
final class EntryReload implements Reload.Follower {
  private final SessionServer server;
  private final Log log;

  private EntryReload(SessionServer server, Log log) {
    this.server = server;
    this.log = log;
  }

  static void begin(SessionServer server, Recipe to, Log log) {
    server.backend().change(to, new EntryReload(server, log));
  }

  @Override
  public void line(String text) {
    // the build's report contains what matters
  }

  @Override
  public void done(Reload.Result result) {
    log.info("config", "server", server.backend().name(), "outcome", result.outcome().name());
    switch (result.outcome()) {
      case RELOADED -> {
        server.notices().drop(WatchReload.FAILED);
        result
            .run()
            .ifPresent(run -> server.told().because(run, "its entry in the configuration file"));
      }
      case BUILD_FAILED, START_FAILED -> {
        String begin =
            Words.MARK
                + "The entry of server `"
                + server.backend().name()
                + "` in the configuration file changed.\n";
        server.notices().post(WatchReload.FAILED, 0, () -> begin + server.reload().of(result));
      }
      case CANCELLED, STOPPED -> {} // whoever cancelled it knows
    }
  }
}
