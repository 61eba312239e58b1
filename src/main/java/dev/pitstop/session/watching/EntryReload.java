package dev.pitstop.session.watching;

import dev.pitstop.backend.ReloadFollower;
import dev.pitstop.backend.ReloadResult;
import dev.pitstop.backend.lifecycle.Effect;
import dev.pitstop.log.Log;
import dev.pitstop.session.notices.FileMistakes;
import dev.pitstop.session.notices.SessionServer;

/// Reports the reload of a server whose entry in the configuration file has changed. Called in
/// turns of the monitor.
public record EntryReload(SessionServer server, FileMistakes mistakes, Log log)
    implements ReloadFollower {
  @Override
  public void done(ReloadResult result) {
    log.info("config", "server", server.backend().name(), "outcome", result.outcome().name());
    String name = server.backend().name();
    if (result.outcome() == Effect.Outcome.RELOADED) {
      mistakes.works(name);
    }
    server.reloaded(
        result,
        "its entry in the configuration file",
        () ->
            mistakes.failed(
                name,
                () ->
                    "the entry of server `"
                        + name
                        + "` changed. "
                        + server.reloadTexts().of(result)));
  }
}
