package dev.pitstop.session.solo;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Reload;
import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.channel.Target;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.members.Wish;
import dev.pitstop.session.told.SessionServer;
import dev.pitstop.session.tools.Options;
import dev.pitstop.session.watching.WatchReload;
import dev.pitstop.session.words.OptionsText;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The build command and the watched files of the one server, which the agent may change (R3, R6).
/// Called in turns of the monitor, unless a method says otherwise.
final class SoloOptions implements Options {
  private final SessionServer server;
  private final Wiring wiring;
  private final Target target;
  private final OptionsOrigin origin;
  private final Runnable describe;
  private volatile WatchReload watch; // changes in turns; closed outside them
  private volatile List<String> globs = List.of(); // set before the start, then in turns
  private Wish made = Wish.NONE;

  /// @param describe tells the client that the descriptions of Pitstop's tools changed
  SoloOptions(
      SessionServer server, Wiring wiring, Target target, OptionsOrigin origin, Runnable describe) {
    this.server = server;
    this.wiring = wiring;
    this.target = target;
    this.origin = origin;
    this.describe = describe;
    watch = new WatchReload(server, wiring.executables(), wiring.timers(), wiring.log());
  }

  /// Watches these files. Called before the start.
  ///
  /// @throws IllegalArgumentException with a text for the user when a glob is invalid
  void watch(List<String> these, boolean builds) {
    globs = these;
    watch.start(target, these, builds, false);
  }

  /// Whether the agent has set any.
  boolean areSet() {
    return !made.isNone();
  }

  void stateChanged(State after) {
    watch.stateChanged(after);
  }

  /// Not in a turn.
  void close() {
    watch.close();
  }

  @Override
  public Runnable set(Wish wish, Reload.Follower follower) {
    Backend backend = server.backend();
    made = made.then(wish);
    server.notices().takeBeside(); // the proposal was taken up
    List<String> now = wish.watch().orElse(globs);
    globs = now;
    WatchReload before = watch;
    WatchReload next = new WatchReload(server, wiring.executables(), wiring.timers(), wiring.log());
    watch = next;
    next.stateChanged(backend.state());
    boolean built = backend.builds();
    if (wish.build().isPresent()) {
      Optional<Builder> builder = origin.builder(wish.buildAfter(wish.build()));
      next.expect(target, now, builder.isPresent(), false);
      backend.change(backend.recipe().builtBy(builder), follower);
    } else {
      next.expect(target, now, built, false);
      backend.reload(backend.settings().order(), true, follower);
    }
    if (built != backend.builds()) {
      describe.run();
    }
    return () -> {
      before.close();
      next.start(target, now);
    };
  }

  @Override
  public String save() throws IOException {
    Wish all = wiring.monitor().inTurn(() -> made);
    return all.isNone() ? OptionsText.NOTHING : origin.save(all);
  }
}
