package dev.pitstop.session.members;

import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.rpc.Timers;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.watching.FirstBuild;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Starts the members, a few at a time, because thirty starts at once are slower than thirty in
/// sequence. A start takes one of a few places, and frees it when its server has listed what it
/// offers or has failed, and after a while in any case. A start that a request waits for needs no
/// place. A server that was never built is built first. Also says how long the client's lists wait
/// for each server. Called in turns of the monitor.
public final class MemberStarts {
  private static final int PLACES = Math.max(2, Runtime.getRuntime().availableProcessors());

  /// So long, a start keeps its place. Servers that hang must not keep the others waiting.
  private static final long PLACE_MILLIS = 2_000;

  private final Wiring wiring;
  private final Members members;
  private final long waitMillis;
  private final Runnable look;
  private final Map<Member, Runnable> queue = new LinkedHashMap<>(); // with what follows
  private final Map<Member, Timers.Timer> placed = new HashMap<>();

  /// @param waitMillis how long a list waits for a server that is starting
  /// @param look what waits for starting servers looks whether its wait is over
  public MemberStarts(Wiring wiring, Members members, long waitMillis, Runnable look) {
    this.wiring = wiring;
    this.members = members;
    this.waitMillis = waitMillis;
    this.look = look;
  }

  /// Starts the member when a place is free, and when a removed server of its name has ended, which
  /// may hold what both need.
  ///
  /// @param started runs in a turn when it is starting, or will not be started
  public void want(Member member, Runnable started) {
    queue.putIfAbsent(member, started);
    expect(member);
    next();
  }

  void next() {
    for (Member m : List.copyOf(queue.keySet())) {
      Optional<Runnable> started =
          placed.size() < PLACES && members.isAlone(m)
              ? Optional.ofNullable(queue.remove(m))
              : Optional.empty();
      if (started.isPresent()) {
        placed.put(m, wiring.after(PLACE_MILLIS, () -> over(m)));
        boot(m, started.get());
      }
    }
  }

  private void boot(Member member, Runnable started) {
    ServerSpec spec = member.spec();
    if (spec.build().isEmpty()) {
      boot(member, Optional.empty(), started);
    } else {
      wiring
          .outside()
          .run(
              () -> FirstBuild.missing(spec.target(), wiring.executables(), true),
              Optional.<Path>empty(),
              missing -> boot(member, missing, started));
    }
  }

  /// Starts it at once, unless it was removed.
  ///
  /// @param missing its file, if it was never built: that comes first
  /// @param started runs in a turn when it is starting, or its build has failed
  public void boot(Member member, Optional<Path> missing, Runnable started) {
    if (!member.removed() && missing.isPresent()) {
      FirstBuild.begin(member.server(), wiring.log(), missing.get(), started);
      return;
    }
    if (!member.removed()) {
      member.backend().boot();
    }
    started.run();
  }

  /// Cancels its automatic start.
  public void unwant(Member member) {
    over(member);
    if (isNeverStarted(member)) {
      member.offer().waitUntil(Long.MIN_VALUE);
      look.run();
    }
  }

  /// Whether nobody has started it yet.
  static boolean isNeverStarted(Member member) {
    return member.backend().state() instanceof State.Stopped st
        && st.cause() == State.Cause.NEVER_STARTED;
  }

  /// It has listed what it offers, failed, went down or was removed: another server may start.
  void over(Member member) {
    Optional.ofNullable(queue.remove(member)).ifPresent(Runnable::run);
    Optional.ofNullable(placed.remove(member)).ifPresent(Timers.Timer::cancel);
    next();
  }

  // Lists that wait.

  /// Lists wait for it while it waits for its place, because that is not its fault. They also wait
  /// from its start on.
  public void expect(Member member) {
    if (queue.containsKey(member)) {
      member.offer().waitUntil(Long.MAX_VALUE);
    } else {
      member.offer().waitUntil(wiring.timers().nowMillis() + waitMillis);
      wiring.after(waitMillis, look);
    }
  }
}
