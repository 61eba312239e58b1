package dev.pitstop.backend;

import dev.pitstop.rpc.Timers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The calls that wait for a server (L3), in order, bounded in number, bytes and time; with the
/// notifications that came between them. Guarded by the session's monitor.
public final class HoldQueue {
  /// How many calls, how many bytes of them, and for how long.
  ///
  /// @param millis how long a call may wait
  public record Limits(int calls, long bytes, long millis) {}

  private sealed interface Held {}

  private record Waiting(Call call, Timers.Timer timer) implements Held {}

  private record Note(byte[] message) implements Held {}

  private final Limits limits;
  private final Timers timers;
  private final Consumer<Call> onLate;

  /// In order; by the call or by the message that is noted: either is equal to itself only.
  private final LinkedHashMap<Object, Held> queue = new LinkedHashMap<>();

  private int calls;
  private long bytes; // of calls and notes

  /// A queue that is empty.
  ///
  /// @param onLate told of a call that waited too long, on the timer's thread, outside a turn
  public HoldQueue(Limits limits, Timers timers, Consumer<Call> onLate) {
    this.limits = limits;
    this.timers = timers;
    this.onLate = onLate;
  }

  /// Lets a call wait.
  ///
  /// @return why the call cannot wait, if it cannot
  public Optional<Failure> add(Call call) {
    if (calls >= limits.calls()) {
      return Optional.of(new Failure.TooManyHeld(calls));
    }
    if (bytes + size(call) > limits.bytes()) {
      return Optional.of(new Failure.NoRoom(bytes, limits.bytes()));
    }
    queue.put(call, waiting(call));
    return Optional.empty();
  }

  /// Lets a notification wait behind what waits already.
  ///
  /// @return whether there is room for it
  boolean addNote(byte[] message) {
    boolean room =
        queue.size() - calls < limits.calls() && bytes + message.length <= limits.bytes();
    if (room) {
      queue.put(message, new Note(message));
      bytes += message.length;
    }
    return room;
  }

  private Waiting waiting(Call call) {
    calls++;
    bytes += size(call);
    return new Waiting(call, timers.after(limits.millis(), () -> onLate.accept(call)));
  }

  private static int size(Call call) {
    return call.request().bytes().length;
  }

  /// Takes one call out.
  ///
  /// @return whether the call was waiting
  public boolean remove(Call call) {
    if (queue.remove(call) instanceof Waiting w) {
      w.timer().cancel();
      calls--;
      bytes -= size(call);
      return true;
    }
    return false;
  }

  /// Takes everything, in order.
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

  /// Takes all calls, in order; what was to be told with them is told to nobody.
  public List<Call> drain() {
    List<Call> all = new ArrayList<>(calls);
    release(all::add, note -> {});
    return all;
  }

  /// Puts calls in front of what waits: they are older. They begin to wait now; for the others the
  /// time goes on that runs since they came.
  public void addFirst(List<Call> older) {
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

  /// Bytes of the calls that wait.
  public long bytes() {
    return bytes;
  }

  /// How many calls wait.
  public int size() {
    return calls;
  }

  public Limits limits() {
    return limits;
  }
}
