package dev.pitstop.session.members;

import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.hub.Starts;
import dev.pitstop.process.Spawner;
import dev.pitstop.session.front.OutsideTurns;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.watching.FirstBuild;
import java.nio.file.Path;
import java.util.Optional;

/// Starts the members, a few at a time, and says how long the client's lists wait for each. A
/// server that was never built is built first. Called in turns of the monitor.
public final class MemberStarts {
  /// What waits for servers that are starting.
  public interface Waiting {
    /// Whether anything waits.
    boolean waits();

    /// The wait may be over.
    void look();
  }

  private final Wiring wiring;
  private final Members members;
  private final long waitMillis;
  private final Waiting waiting;
  private final Starts starts;
  private final StartWatch watch;

  /// @param waitMillis how long a list waits for a server that shows no sign of work
  public MemberStarts(
      Wiring wiring, Spawner spawner, Members members, long waitMillis, Waiting waiting) {
    this.wiring = wiring;
    this.members = members;
    this.waitMillis = waitMillis;
    this.waiting = waiting;
    this.starts =
        new Starts(
            wiring.monitor(),
            wiring.timers(),
            Starts.most(Runtime.getRuntime().availableProcessors()));
    this.watch =
        new StartWatch(
            wiring.monitor(),
            wiring.timers(),
            new OutsideTurns(wiring.monitor(), wiring.log()),
            spawner,
            members,
            new OnTheirWay());
  }

  /// Starts the member when a start is free.
  public void want(Member member) {
    starts.want(member.backend(), () -> boot(member, () -> {}));
    expect(member);
    watch.begin();
  }

  /// Does the same after a removed server of its name has ended. That one may hold what both need.
  void wantWhenAlone(Member member) {
    member.startsWhenAlone(true);
    startIfAlone(member);
  }

  /// Starts it after a removed server of its name is gone.
  void startIfAlone(Member member) {
    if (member.startsWhenAlone() && members.isAlone(member)) {
      want(member);
    }
  }

  /// Starts it at once when it is alone, unless it was removed by then.
  ///
  /// @param started runs in a turn when it is starting, or will not be started
  public void bootWhenAlone(Member member, Runnable started) {
    if (member.removed()) {
      started.run();
    } else if (members.isAlone(member)) {
      boot(member, started);
    } else {
      members.whenGone(() -> bootWhenAlone(member, started));
    }
  }

  /// @param started runs in a turn when it is starting, or its build has failed
  private void boot(Member member, Runnable started) {
    expectNow(member);
    ServerSpec spec = member.spec();
    if (spec.build().isEmpty()) {
      member.backend().boot();
      started.run();
      return;
    }
    wiring
        .outside()
        .run(
            () -> FirstBuild.missing(spec.target(), wiring.executables(), true),
            Optional.<Path>empty(),
            missing -> boot(member, missing, started));
  }

  private void boot(Member member, Optional<Path> missing, Runnable started) {
    if (!member.removed() && missing.isPresent()) {
      new FirstBuild(member.server(), wiring.log(), started).begin(missing.get());
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
    member.startsWhenAlone(false);
    if (isNeverStarted(member)) {
      member.offer().waitUntil(Long.MIN_VALUE);
      waiting.look();
    }
  }

  /// Whether nobody has started it yet.
  static boolean isNeverStarted(Member member) {
    return member.backend().state() instanceof State.Stopped st
        && st.cause() == State.Cause.NEVER_STARTED;
  }

  /// It serves, failed, went down or was removed: another server may start.
  void over(Member member) {
    starts.over(member.backend());
  }

  // Lists that wait.

  /// Lists wait for it while it waits for a free start, because that is not its fault. They also
  /// wait from its start on.
  public void expect(Member member) {
    if (starts.waits(member.backend())) {
      member.offer().waitUntil(Long.MAX_VALUE);
    } else {
      expectNow(member);
    }
  }

  private void expectNow(Member member) {
    member.offer().waitUntil(wiring.timers().nowMillis() + waitMillis);
    wiring.after(waitMillis, waiting::look);
  }

  /// Something waits. From now on, Pitstop checks which servers work.
  public void watch() {
    watch.begin();
  }

  /// Whether Pitstop is checking processes.
  public boolean isLooking() {
    return watch.busy();
  }

  private final class OnTheirWay implements StartWatch.Listener {
    @Override
    public boolean wants() {
      return starts.crowded() || waiting.waits();
    }

    /// Lists wait for it as if it started now.
    @Override
    public void works(Member m) {
      m.offer().waitLonger(wiring.timers().nowMillis() + waitMillis);
    }

    /// Another server may start beside it.
    @Override
    public void waits(Member m) {
      over(m);
    }

    @Override
    public void looked() {
      waiting.look();
    }
  }
}
