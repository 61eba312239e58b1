package dev.pitstop.backend;

import dev.pitstop.backend.facts.HoldLimits;
import dev.pitstop.rpc.Timers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Consumer;

/// The calls that wait for a server, in order. Limited in number and time. Called in turns of the
/// monitor.
final class HoldQueue {
  private final HoldLimits limits;
  private final BackendParts parts;
  private final Consumer<Call> onLate;
  private final LinkedHashMap<Call, Timers.Timer> queue = new LinkedHashMap<>();

  HoldQueue(HoldLimits limits, BackendParts parts, Consumer<Call> onLate) {
    this.limits = limits;
    this.parts = parts;
    this.onLate = onLate;
  }

  /// Queues a call, unless too many wait.
  boolean add(Call call) {
    boolean room = queue.size() < limits.calls();
    if (room) {
      queue.put(call, waiting(call));
    }
    return room;
  }

  private Timers.Timer waiting(Call call) {
    return parts.turnAfter(
        limits.millis(),
        () -> {
          if (remove(call)) {
            onLate.accept(call);
          }
        });
  }

  boolean remove(Call call) {
    Timers.Timer timer = queue.remove(call);
    if (timer == null) {
      return false;
    }
    timer.cancel();
    return true;
  }

  List<Call> drain() {
    List<Call> all = calls();
    all.forEach(this::remove);
    return all;
  }

  /// Puts calls at the head of the queue, as they are older. Their waiting time starts now; that of
  /// the others continues.
  void addFirst(List<Call> older) {
    older.reversed().forEach(call -> queue.putFirst(call, waiting(call)));
  }

  List<Call> calls() {
    return new ArrayList<>(queue.keySet());
  }

  int size() {
    return queue.size();
  }

  /// How many bytes the calls keep that wait. Asked for each call, when mostly none waits.
  long bytes() {
    long bytes = 0;
    for (Call call : queue.keySet()) {
      bytes += call.size();
    }
    return bytes;
  }
}
