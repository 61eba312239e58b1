package dev.pitstop.session.watching;

import dev.pitstop.backend.Reload;
import dev.pitstop.log.Log;
import dev.pitstop.session.notices.FileMistakes;
import dev.pitstop.session.notices.SessionServer;

/// Reports the reload of a server whose entry in the configuration file has changed. Called in
/// turns of the monitor.
public record EntryReload(SessionServer server, FileMistakes mistakes, Log log)
    implements Reload.Follower {
  @Override
  public void done(Reload.Result result) {
    log.info("config", "server", server.backend().name(), "outcome", result.outcome().name());
    String name = server.backend().name();
    String changed = "the entry of server `" + name + "` changed. ";
    switch (result.outcome()) {
      case RELOADED -> {
        server.notices().drop(WatchReload.FAILED);
        mistakes.works(name);
        result
            .run()
            .ifPresent(run -> server.told().because(run, "its entry in the configuration file"));
      }
      case BUILD_FAILED, START_FAILED ->
          mistakes.failed(name, () -> changed + server.reload().of(result));
      case CANCELLED, STOPPED -> {} // whoever cancelled it knows
    }
  }
}
