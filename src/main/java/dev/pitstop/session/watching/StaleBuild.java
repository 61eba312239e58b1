package dev.pitstop.session.watching;

import dev.pitstop.backend.OutsideTurns;
import dev.pitstop.backend.ReloadFollower;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.notices.SessionServer;
import dev.pitstop.session.notices.Sources;
import dev.pitstop.session.notices.Stale;
import dev.pitstop.text.Grace;
import java.util.Optional;
import java.util.function.Function;

/// Makes sure that the saved files run. When a run serves for the first time, this checks whether
/// the program is older than its sources. If it is, Pitstop builds it once, beside the serving run.
/// If it cannot build, it tells the agent. Called in turns of the monitor.
public final class StaleBuild {
  /// How long after a run begins to serve the check starts. The client's first requests do not wait
  /// for it.
  public static final long DELAY_MILLIS = Grace.millis(300);

  private final SessionServer server;
  private final Sources sources;
  private final Function<String, ReloadFollower> rebuild;
  private final OutsideTurns outside;
  private final Wiring wiring;

  /// Made at once, where each training of the start-up cache sees it.
  private final Runnable look = this::look;

  private boolean over; // the check is coming or was made, or somebody has built
  private long begunMillis; // when the present or last build began

  /// @param rebuild follows a reload that these changed files have led to
  StaleBuild(
      SessionServer server,
      Sources sources,
      Function<String, ReloadFollower> rebuild,
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
      over = true; // whoever built: later saves are that user's business
    } else if (after instanceof State.Starting && building) { // the build has succeeded
      server.causes().stale().built(begunMillis);
    }
    // otherwise no class is loaded for a check
    if (after.serving().isPresent() && !over && sources.mayBeOld()) {
      over = true;
      wiring.after(DELAY_MILLIS, look);
    }
  }

  private void look() {
    State now = server.backend().state();
    int serving = now.serving().orElse(0);
    if (serving == 0 || now.reloading()) {
      over = now.reloading(); // after a crash, the next run is checked when it serves
      return;
    }
    outside.run(
        () -> server.causes().stale().look(server.monitor()),
        Optional.<Stale.Old>empty(),
        seen -> seen.ifPresent(old -> found(old, serving)));
  }

  private void found(Stale.Old old, int serving) {
    State now = server.backend().state();
    if (now.serving().orElse(0) != serving || now.reloading()) {
      return; // another is starting
    }
    wiring.log().warn("stale", "server", server.backend().name(), "older", old.words());
    Stale stale = server.causes().stale();
    boolean told = stale.isKnown(); // by the tool that has looked
    stale.is(Optional.of(old));
    if (sources.builds() && server.backend().settings().order() == State.Order.START_FIRST) {
      String saved = String.valueOf(old.newer().newest());
      server.backend().reloads().reload(State.Order.START_FIRST, true, rebuild.apply(saved));
    } else if (!told) {
      // made when it is sent: the program may have been built by then
      server
          .notices()
          .post(Stale.TAG, 0, () -> stale.news(server.backend(), server.naming().tools()));
    }
  }
}
