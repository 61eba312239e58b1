package dev.pitstop.backend;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// The calls that wait for a server (L3), in order, bounded in number, bytes and time. Guarded by
/// the session's monitor.
public final class HoldQueue {
  /// How many calls, how many bytes of them, and for how long.
  ///
  /// @param millis how long a call may wait
  public record Limits(int calls, long bytes, long millis) {}

  private final Limits limits;
  private final Timers timers;
  private final Consumer<Call> onLate;
  private final Map<Call, Timers.Timer> calls = new LinkedHashMap<>();
  private long bytes;

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
  public Optional<String> add(Call call) {
    int size = call.request().bytes().length;
    if (calls.size() >= limits.calls()) {
      return Optional.of(calls.size() + " calls are waiting for it already (the limit)");
    }
    if (bytes + size > limits.bytes()) {
      return Optional.of("calls of " + bytes + " bytes are waiting for it already (the limit)");
    }
    bytes += size;
    calls.put(call, timers.after(limits.millis(), () -> onLate.accept(call)));
    return Optional.empty();
  }

  /// Takes one call out.
  ///
  /// @return whether the call was waiting
  public boolean remove(Call call) {
    Timers.Timer timer = calls.remove(call);
    if (timer == null) {
      return false;
    }
    timer.cancel();
    bytes -= call.request().bytes().length;
    return true;
  }

  /// Takes all calls, in order.
  public List<Call> drain() {
    List<Call> all = new ArrayList<>(calls.keySet());
    for (Call c : all) {
      remove(c);
    }
    return all;
  }

  /// Puts calls in front of the waiting ones: they are older. They begin to wait now; for the
  /// others the time goes on that runs since they came.
  public void addFirst(List<Call> older) {
    Map<Call, Timers.Timer> newer = new LinkedHashMap<>(calls);
    calls.clear();
    for (Call c : older) {
      bytes += c.request().bytes().length;
      calls.put(c, timers.after(limits.millis(), () -> onLate.accept(c)));
    }
    calls.putAll(newer);
  }

  public Iterator<Call> iterator() {
    return new ArrayList<>(calls.keySet()).iterator();
  }

  /// Bytes of the calls that wait.
  public long bytes() {
    return bytes;
  }

  public int size() {
    return calls.size();
  }

  public Limits limits() {
    return limits;
  }
}
