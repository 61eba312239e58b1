package dev.pitstop.session;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Effect;
import dev.pitstop.backend.Lifecycle;
import dev.pitstop.backend.Recipe;
import dev.pitstop.backend.Reload;
import dev.pitstop.log.Log;
import dev.pitstop.text.Words;
import java.util.Optional;

/// The reload of a server whose entry in the configuration file has changed (M6): what is told of
/// it, and that the old one comes back if it had to be stopped and the new one fails. In turns.
final class EntryReload implements Reload.Follower {
  private final Member member;
  private final Log log;
  private final Optional<Recipe> good;

  private EntryReload(Member member, Log log) {
    this.member = member;
    this.log = log;
    Backend backend = member.backend();
    this.good = backend.serving().isPresent() ? Optional.of(backend.recipe()) : Optional.empty();
  }

  static void begin(Member member, Recipe to, Log log) {
    member.backend().change(to, new EntryReload(member, log));
  }

  @Override
  public void line(String text) {
    // its build's report says what matters
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
        server.notices().post(WatchReload.FAILED, 0, () -> begin + ReloadText.of(server, result));
        if (result.outcome() == Effect.Outcome.START_FAILED) {
          putBack();
        }
      }
      case CANCELLED, STOPPED -> {} // whoever gave it up knows, or a newer one is on its way
    }
  }

  private void putBack() {
    Backend backend = member.backend();
    boolean down = backend.state().rests() && backend.serving().isEmpty();
    boolean mayRun = backend.snapshot().wanted() == Lifecycle.Wanted.ON_DEMAND;
    if (down && mayRun && good.isPresent()) {
      backend.putBack(
          good.get(),
          Reload.ended(result ->
              log.info("config", "server", member.name(), "put-back", result.outcome().name())));
    }
  }
}
