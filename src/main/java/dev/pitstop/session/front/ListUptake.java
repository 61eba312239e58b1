package dev.pitstop.session.front;

import dev.pitstop.catalog.Kind;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Timers;
import dev.pitstop.text.Grace;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/// Knows whether the client fetches the lists that it was told have changed. So a reload's answer
/// can wait until the agent has the new tools. Clients build the next request to their model as
/// soon as they have the answer, without lists that come at the same moment. If a client has
/// ignored a change once, no answer waits for it again. Called in turns of the monitor.
public final class ListUptake {
  private record Wait(Runnable then, long untilMillis) {}

  /// The time from the list to the answer, in which the client must process the list. Of the
  /// measured clients, one needs more than 20 ms.
  public static final long SETTLE_MILLIS = 100;

  /// How long a client may take to ask for the list.
  public static final long MOST_MILLIS = Grace.millis(500);

  private final Timers timers;
  private final Monitor monitor;
  private final Set<Kind> asks = EnumSet.noneOf(Kind.class); // it has asked for such a list
  private final Set<Kind> passes = EnumSet.noneOf(Kind.class); // it has ignored a change
  private final Set<Kind> told = EnumSet.noneOf(Kind.class); // changes told, not asked for yet

  /// When the client must have processed the last list that it was to take.
  private long processed;

  /// The waiting reloads, oldest first: it has the least time left.
  private final ArrayDeque<Wait> waits = new ArrayDeque<>();

  private Optional<Timers.Timer> timer = Optional.empty(); // for the oldest

  public ListUptake(Timers timers, Monitor monitor) {
    this.timers = timers;
    this.monitor = monitor;
    this.processed = timers.nowMillis();
  }

  public void told(Kind kind) {
    told.add(kind.announcedAs());
    look();
  }

  public void given(Kind kind) {
    asks.add(kind);
    if (told.remove(kind.announcedAs()) && !isAwaited()) {
      processed = timers.nowMillis() + SETTLE_MILLIS;
      look();
    }
  }

  public boolean gave(Kind kind) {
    return asks.contains(kind);
  }

  /// A reload begins: its answer does not wait for earlier changes.
  public void begin() {
    told.clear();
    processed = timers.nowMillis();
  }

  /// Runs `then` in a turn when the client has fetched and processed the changed lists, or is not
  /// expected to; at once if there are none.
  public void whenTaken(Runnable then) {
    if (!isAwaited() && timers.nowMillis() >= processed) {
      then.run();
      return;
    }
    waits.add(new Wait(then, timers.nowMillis() + MOST_MILLIS));
    look();
  }

  public boolean waits() {
    return !waits.isEmpty();
  }

  private boolean isAwaited() {
    return asks.stream()
        .map(Kind::announcedAs)
        .anyMatch(kind -> told.contains(kind) && !passes.contains(kind));
  }

  /// The client has been told or given a list, or time has passed. A change that it is told after
  /// the limit is not waited for.
  private void look() {
    timer.ifPresent(Timers.Timer::cancel);
    while (!waits.isEmpty()) {
      Wait oldest = waits.getFirst();
      boolean awaited = isAwaited() && processed < oldest.untilMillis();
      long left = (awaited ? oldest.untilMillis() : processed) - timers.nowMillis();
      if (left > 0) {
        timer = Optional.of(timers.after(left, () -> monitor.turn(this::look)));
        return;
      }
      passes.addAll(awaited ? told : Set.of()); // the client has let changes pass
      waits.removeFirst();
      oldest.then().run();
    }
  }
}
