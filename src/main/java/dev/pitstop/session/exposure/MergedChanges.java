package dev.pitstop.session.exposure;

import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.rpc.Timers;
import dev.pitstop.session.members.Member;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Announces changes of the merged lists to the client, if the list that it would get differs from
/// the one that it has or was last told of. Thirty servers that start one after the other do not
/// cause thirty notifications, and two that one save of the configuration brings up cause one. The
/// last change is never lost. Changes before the client may be told, and changes that a pending
/// list will contain, need no announcement. Called in turns of the monitor.
final class MergedChanges {
  /// How long to wait for further changes.
  static final long PAUSE_MILLIS = 50;

  /// How long a change waits for one that is on its way: a server that is being built or started.
  static final long COMING_MILLIS = 2_000;

  private final Common common;
  private final Predicate<Kind> awaited;
  private final Map<Kind, Map<String, List<Entry>>> known = new EnumMap<>(Kind.class); // to it
  private final Set<Kind> pending = EnumSet.noneOf(Kind.class);
  private Optional<Timers.Timer> timer = Optional.empty(); // for the pending changes
  private long since; // when the first of the pending changes came, by the clock of the timers

  /// @param awaited whether a list of this kind is not answered yet
  MergedChanges(Common common, Predicate<Kind> awaited) {
    this.common = common;
    this.awaited = awaited;
  }

  /// What each server has on this list, if anything.
  Map<String, List<Entry>> present(Kind kind) {
    Map<String, List<Entry>> present = new HashMap<>();
    for (Member m : common.members().all()) {
      List<Entry> entries = m.offer().entries(kind);
      if (!entries.isEmpty()) {
        present.put(m.name(), entries);
      }
    }
    return present;
  }

  /// Lists may have changed, or whether a further change is on its way.
  void look() {
    if (!common.wiring().facts().initialized() && !common.wiring().facts().modern()) {
      return; // the client may not be told anything yet
    }
    long now = common.wiring().timers().nowMillis();
    boolean first = pending.isEmpty();
    for (Kind kind : Kind.values()) {
      Map<String, List<Entry>> there = present(kind);
      if (there.equals(known.computeIfAbsent(kind, k -> there))) {
        pending.remove(kind);
      } else {
        pending.add(kind);
      }
    }
    timer.ifPresent(Timers.Timer::cancel);
    timer = Optional.empty();
    if (!pending.isEmpty()) {
      since = first ? now : since;
      long gathered = since + (common.members().anyComing() ? COMING_MILLIS : PAUSE_MILLIS);
      timer = Optional.of(common.wiring().after(Math.max(0, gathered - now), this::tell));
    }
  }

  /// Whether there is something to announce.
  boolean news() {
    return !pending.isEmpty();
  }

  /// Announces changes of the client's lists at once. A reload's answer waits until the client has
  /// fetched them.
  void tellNow() {
    if (pending.stream().anyMatch(common.wiring().uptake()::gave)) {
      tell();
    }
  }

  private void tell() {
    Set<Kind> told = EnumSet.copyOf(pending);
    told.removeIf(awaited);
    told.forEach(this::knows);
    if (!told.isEmpty()) {
      common.changes().tell(told);
    }
  }

  private void knows(Kind kind) {
    known.put(kind, present(kind));
    pending.remove(kind);
  }

  /// The list is made now, and contains everything.
  void brought(Kind kind) {
    knows(kind);
    common.wiring().uptake().given(kind);
  }
}
