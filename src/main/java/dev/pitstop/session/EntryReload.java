package dev.pitstop.session;

import dev.pitstop.backend.Recipe;
import dev.pitstop.backend.Reload;
import dev.pitstop.log.Log;
import dev.pitstop.text.Words;

/// Reports the reload of a server whose entry in the configuration file has changed (M6). Called in
/// turns of the monitor.
final class EntryReload implements Reload.Follower {
  private final Member member;
  private final Log log;

  private EntryReload(Member member, Log log) {
    this.member = member;
    this.log = log;
  }

  static void begin(Member member, Recipe to, Log log) {
    member.backend().change(to, new EntryReload(member, log));
  }

  @Override
  public void line(String text) {
    // the build's report contains what matters
  }

  @Override
  public void done(Reload.Result result) {
    log.info("config", "server", member.name(), "outcome", result.outcome().name());
    SessionServer server = member.server();
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
                + member.name()
                + "` in the configuration file changed.\n";
        server.notices().post(WatchReload.FAILED, 0, () -> begin + server.reload().of(result));
      }
      case CANCELLED, STOPPED -> {} // whoever cancelled it knows
    }
  }
}
