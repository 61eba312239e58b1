package dev.pitstop.session.exposure;

import dev.pitstop.catalog.Kind;
import dev.pitstop.rpc.Timers;
import dev.pitstop.session.front.ListChanges;
import dev.pitstop.session.front.Wiring;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/// Announces changes of the merged lists to the client. Thirty servers that start one after the
/// other do not cause thirty notifications, and two that one save of the configuration brings up
/// cause one. The last change is never lost. Changes during a notification are announced after it.
/// Changes that come before the client may be told are announced as soon as it may be. Changes that
/// a pending list will contain need no announcement. Called in turns of the monitor.
final class MergedChanges {
  /// How long to wait for further changes.
  static final long PAUSE_MILLIS = 50;

  /// How long a change waits for one that is on its way: a server that is being built or started.
  static final long COMING_MILLIS = 2_000;

  /// The shortest time between two notifications: each makes a client fetch the whole list.
  public static final long APART_MILLIS = 500;

  private final Wiring wiring;
  private final ListChanges changes;
  private final Set<Kind> pending = EnumSet.noneOf(Kind.class);
  private final Predicate<Kind> awaited;
  private final BooleanSupplier coming;
  private Optional<Timers.Timer> timer = Optional.empty(); // for the pending changes
  private long since; // when the first of the pending changes came, by the clock of the timers
  private long notBefore; // by the clock of the timers

  /// @param awaited whether a list of this kind is not answered yet
  /// @param coming whether a further change is known to be on its way
  MergedChanges(
      Wiring wiring, ListChanges changes, Predicate<Kind> awaited, BooleanSupplier coming) {
    this.wiring = wiring;
    this.changes = changes;
    this.awaited = awaited;
    this.coming = coming;
  }

  /// Lists of these kinds changed, or whether a further change is on its way.
  void of(Collection<Kind> kinds) {
    long now = wiring.timers().nowMillis();
    if (pending.isEmpty()) {
      since = now;
    }
    pending.addAll(kinds);
    timer.ifPresent(Timers.Timer::cancel);
    timer = Optional.empty();
    if (!pending.isEmpty()) {
      long gathered = since + (coming.getAsBoolean() ? COMING_MILLIS : PAUSE_MILLIS);
      long pause = Math.max(gathered, notBefore) - now;
      timer = Optional.of(wiring.after(Math.max(0, pause), this::tell));
    }
  }

  /// Whether there is something to announce.
  boolean news() {
    return !pending.isEmpty();
  }

  /// Announces changes of the client's lists at once. A reload's answer waits until the client has
  /// fetched them.
  void tellNow() {
    if (pending.stream().anyMatch(wiring.uptake()::gave)) {
      tell();
    }
  }

  private void tell() {
    if (!wiring.facts().initialized() && !wiring.facts().modern()) {
      return; // the client may not be told anything yet
    }
    Set<Kind> told = EnumSet.copyOf(pending);
    told.removeIf(awaited);
    if (pending.removeAll(told)) {
      changes.tell(told);
      notBefore = wiring.timers().nowMillis() + APART_MILLIS;
    }
  }

  /// The client may be told from now on. A change is no news if the client had no such list before
  /// it.
  void clientInitialized() {
    pending.removeIf(kind -> !wiring.uptake().gave(kind));
    of(Set.of());
  }

  // Lists that the client asks for.

  /// The list is made now, and contains everything.
  void brought(Kind kind) {
    pending.remove(kind);
    wiring.uptake().given(kind);
  }
}
