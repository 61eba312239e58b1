package dev.pitstop.backend;

import dev.pitstop.backend.facts.HoldLimits;
import dev.pitstop.rpc.Timers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// The calls that wait for a server, and the notifications between them, in order. Limited in
/// number, bytes and time. Called in turns of the monitor.
final class HoldQueue {
  private final HoldLimits limits;
  private final BackendParts parts;
  private final Consumer<Call> onLate;

  /// Calls and the byte arrays of notifications, both of which equal only themselves, in order;
  /// with the timers of the calls.
  private final LinkedHashMap<Object, Timers.Timer> queue = new LinkedHashMap<>();

  private int calls;
  long bytes; // of calls and notes; read for each call

  /// @param onLate takes a call that waited too long; and waits no more
  HoldQueue(HoldLimits limits, BackendParts parts, Consumer<Call> onLate) {
    this.limits = limits;
    this.parts = parts;
    this.onLate = onLate;
  }

  /// Queues a call.
  ///
  /// @return why the call cannot wait, or empty if it waits
  Optional<Failure> add(Call call) {
    if (!limits.take(calls, bytes, size(call))) {
      return Optional.of(
          calls >= limits.calls()
              ? new Failure.TooManyHeld(calls)
              : new Failure.NoRoom(bytes, limits.bytes()));
    }
    queue.put(call, waiting(call));
    return Optional.empty();
  }

  /// Queues a notification behind everything that waits.
  ///
  /// @return whether there was room for it
  boolean addNote(byte[] message) {
    boolean room = limits.take(queue.size() - calls, bytes, message.length);
    if (room) {
      queue.put(message, () -> {});
      bytes += message.length;
    }
    return room;
  }

  private Timers.Timer waiting(Call call) {
    calls++;
    bytes += size(call);
    return parts.turnAfter(limits.millis(), () -> late(call));
  }

  private void late(Call call) {
    if (remove(call)) {
      onLate.accept(call);
    }
  }

  private static int size(Call call) {
    return call.request().bytes().length;
  }

  /// Takes one call out.
  ///
  /// @return whether the call was waiting
  boolean remove(Call call) {
    if (queue.remove(call) instanceof Timers.Timer timer) {
      timer.cancel();
      calls--;
      bytes -= size(call);
      return true;
    }
    return false;
  }

  /// Takes everything out, in order.
  void release(Consumer<Call> toCall, Consumer<byte[]> toNote) {
    Map<Object, Timers.Timer> all = new LinkedHashMap<>(queue);
    queue.clear();
    calls = 0;
    bytes = 0;
    all.forEach((what, timer) -> {
      timer.cancel();
      if (what instanceof Call call) {
        toCall.accept(call);
      } else if (what instanceof byte[] note) {
        toNote.accept(note);
      }
    });
  }

  /// Takes all calls out, in order, and drops the notifications.
  List<Call> drain() {
    List<Call> all = new ArrayList<>(calls);
    release(all::add, note -> {});
    return all;
  }

  /// Puts calls at the head of the queue, as they are older. Their waiting time starts now; that of
  /// the others continues.
  void addFirst(List<Call> older) {
    for (Call call : older.reversed()) {
      queue.putFirst(call, waiting(call));
    }
  }

  /// The calls that wait, in order.
  List<Call> calls() {
    return queue.keySet().stream().filter(Call.class::isInstance).map(Call.class::cast).toList();
  }

  /// How many calls wait.
  int size() {
    return calls;
  }
}
