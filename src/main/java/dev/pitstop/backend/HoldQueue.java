package dev.pitstop.backend;

import dev.pitstop.backend.facts.HoldLimits;
import dev.pitstop.rpc.Timers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The calls that wait for a server, and the notifications between them, in order. Limited in
/// number, bytes and time. Called in turns of the monitor.
final class HoldQueue {
  private sealed interface Held {}

  private record Waiting(Call call, Timers.Timer timer) implements Held {}

  private record Note(byte[] message) implements Held {}

  private final HoldLimits limits;
  private final BackendParts parts;
  private final Consumer<Call> onLate;

  /// In order. The key is the call, or the notification's byte array: both equal only themselves.
  private final LinkedHashMap<Object, Held> queue = new LinkedHashMap<>();

  private int calls;
  long bytes; // of calls and notes; the Budget reads it for each call

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
      queue.put(message, new Note(message));
      bytes += message.length;
    }
    return room;
  }

  private Waiting waiting(Call call) {
    calls++;
    bytes += size(call);
    return new Waiting(call, parts.turnAfter(limits.millis(), () -> late(call)));
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
    if (queue.remove(call) instanceof Waiting w) {
      w.timer().cancel();
      calls--;
      bytes -= size(call);
      return true;
    }
    return false;
  }

  /// Takes everything out, in order.
  void release(Consumer<Call> toCall, Consumer<byte[]> toNote) {
    List<Held> all = List.copyOf(queue.values());
    queue.clear();
    calls = 0;
    bytes = 0;
    for (Held h : all) {
      if (h instanceof Waiting w) {
        w.timer().cancel();
        toCall.accept(w.call());
      } else if (h instanceof Note n) {
        toNote.accept(n.message());
      }
    }
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
    List<Waiting> first = new ArrayList<>(older.size());
    for (Call c : older) {
      first.add(waiting(c));
    }
    for (Waiting w : first.reversed()) {
      queue.putFirst(w.call(), w);
    }
  }

  /// The calls that wait, in order.
  List<Call> calls() {
    List<Call> all = new ArrayList<>(calls);
    for (Held h : queue.values()) {
      if (h instanceof Waiting w) {
        all.add(w.call());
      }
    }
    return all;
  }

  /// How many calls wait.
  int size() {
    return calls;
  }
}
