package dev.pitstop.session.members;

import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.rpc.Timers;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.watching.FirstBuild;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Starts the members, a few at a time, because thirty starts at once are slower than thirty in
/// sequence. A start takes one of a few places, and frees it when its server has listed what it
/// offers or has failed, and after a while in any case. A start that somebody waits for needs no
/// place: a request, or the agent that adds the server. A server that was never built is built
/// first. Also says how long the client's lists wait for each server. Called in turns of the
/// monitor.
public final class MemberStarts {
  private static final int PLACES = Math.max(2, Runtime.getRuntime().availableProcessors());

  /// So long, a start keeps its place. Servers that hang must not keep the others waiting.
  private static final long PLACE_MILLIS = 2_000;

  private final Wiring wiring;
  private final long waitMillis;
  private final Runnable look;
  private final Set<Member> queue = new LinkedHashSet<>();
  private final Map<Member, Timers.Timer> placed = new HashMap<>();

  /// @param waitMillis how long a list waits for a server that is starting
  /// @param look what waits for starting servers looks whether its wait is over
  public MemberStarts(Wiring wiring, long waitMillis, Runnable look) {
    this.wiring = wiring;
    this.waitMillis = waitMillis;
    this.look = look;
  }

  /// Starts the member when a place is free.
  public void want(Member member) {
    queue.add(member);
    expect(member);
    next();
  }

  private void next() {
    for (Member m : List.copyOf(queue)) {
      if (placed.size() < PLACES && queue.remove(m)) {
        placed.put(m, wiring.after(PLACE_MILLIS, () -> over(m)));
        boot(m);
      }
    }
  }

  private void boot(Member member) {
    ServerSpec spec = member.spec();
    if (spec.build().isEmpty()) {
      boot(member, Optional.empty());
    } else {
      wiring
          .outside()
          .run(
              () -> FirstBuild.missing(spec.target(), wiring.executables(), true),
              Optional.<Path>empty(),
              missing -> boot(member, missing));
    }
  }

  /// Starts it at once, unless it was removed.
  ///
  /// @param missing its file, if it was never built: that comes first
  public void boot(Member member, Optional<Path> missing) {
    if (member.removed()) {
      return;
    }
    if (missing.isPresent()) {
      FirstBuild.begin(member.server(), wiring.log(), missing.get());
    } else {
      member.backend().boot();
    }
  }

  /// Cancels its automatic start.
  public void unwant(Member member) {
    over(member);
    if (member.backend().state() instanceof State.Stopped st
        && st.cause() == State.Cause.NEVER_STARTED) {
      member.offer().waitUntil(Long.MIN_VALUE);
      look.run();
    }
  }

  /// It has listed what it offers, failed, went down or was removed: another server may start.
  void over(Member member) {
    queue.remove(member);
    Optional.ofNullable(placed.remove(member)).ifPresent(Timers.Timer::cancel);
    next();
  }

  // Lists that wait.

  /// Lists wait for it while it waits for its place, because that is not its fault. They also wait
  /// from its start on.
  public void expect(Member member) {
    if (queue.contains(member)) {
      member.offer().waitUntil(Long.MAX_VALUE);
    } else {
      member.offer().waitUntil(wiring.timers().nowMillis() + waitMillis);
      wiring.after(waitMillis, look);
    }
  }
}
