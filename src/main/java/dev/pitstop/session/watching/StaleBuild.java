package dev.pitstop.session.watching;

import dev.pitstop.backend.Reload;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.session.front.OutsideTurns;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.notices.SessionServer;
import dev.pitstop.session.notices.Sources;
import dev.pitstop.session.notices.Stale;
import dev.pitstop.text.Grace;
import java.util.Optional;
import java.util.function.Function;

/// Makes sure that the saved files run. When a run serves, this checks whether the program is older
/// than its sources. If it is, Pitstop builds it once, beside the serving run. If it cannot build,
/// it tells the agent. Called in turns of the monitor.
public final class StaleBuild {
  /// How long after a run begins to serve the check starts. The client's first requests do not wait
  /// for it.
  public static final long DELAY_MILLIS = Grace.millis(300);

  private final SessionServer server;
  private final Sources sources;
  private final Function<String, Reload.Follower> rebuild;
  private final OutsideTurns outside;
  private final Wiring wiring;

  /// Made at once, where each training of the start-up cache sees it.
  private final Runnable look = this::look;

  private boolean built; // whether to build has been decided
  private int run; // the number of the run that is checked; 0: none yet
  private long begunMillis; // when the present or last build began

  /// @param rebuild follows a reload that these changed files have led to
  StaleBuild(
      SessionServer server,
      Sources sources,
      Function<String, Reload.Follower> rebuild,
      Wiring wiring) {
    this.server = server;
    this.sources = sources;
    this.rebuild = rebuild;
    this.outside = new OutsideTurns(wiring.monitor(), wiring.log()); // which delays no answer
    this.wiring = wiring;
  }

  /// Follows the lifecycle.
  void stateChanged(State before, State after) {
    boolean building = before instanceof State.Building;
    if (after instanceof State.Building && !building) {
      begunMillis = System.currentTimeMillis();
      built = true; // whoever built: later saves are that user's business
    } else if (after instanceof State.Starting && building) { // the build has succeeded
      server.stale().built(begunMillis);
    }
    int serving = after.serving().orElse(0);
    if (serving == 0 || serving == run || built) {
      return;
    }
    run = serving;
    if (sources.mayBeOld()) { // otherwise no class is loaded for a check
      wiring.after(DELAY_MILLIS, look);
    }
  }

  private void look() {
    State now = server.backend().state();
    if (built || now.reloading() || now.serving().isEmpty()) {
      return; // the next run is checked when it serves
    }
    built = sources.builds();
    int serving = now.serving().getAsInt();
    outside.run(
        () -> server.stale().look(server.monitor()),
        Optional.<Stale.Old>empty(),
        seen -> seen.ifPresent(old -> found(old, serving)));
  }

  private void found(Stale.Old old, int serving) {
    State now = server.backend().state();
    if (now.serving().orElse(0) != serving || now.reloading()) {
      return; // another is starting
    }
    wiring.log().warn("stale", "server", server.backend().name(), "older", old.words());
    server.stale().is(Optional.of(old));
    if (sources.builds() && server.backend().settings().order() == State.Order.START_FIRST) {
      String saved = String.valueOf(old.newer().newest());
      server.backend().reloads().reload(State.Order.START_FIRST, true, rebuild.apply(saved));
    } else if (!news().isEmpty()) {
      // made when it is sent: the program may have been built by then
      server.notices().post(Stale.TAG, 0, this::news, server.stale()::told);
    }
  }

  private String news() {
    return server.stale().news(server.backend(), server.naming().tools());
  }
}
