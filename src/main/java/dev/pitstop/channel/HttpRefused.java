package dev.pitstop.channel;

import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Timers;
import java.util.HashMap;
import java.util.Map;

/// What a daemon refused because it did not know the session. A message that is refused again in
/// the session that follows is refused for another reason: the refusal is its answer, or it would
/// be sent for ever. Thread-safe.
final class HttpRefused {
  /// A daemon that refuses it again later than this was restarted once more.
  static final long SOON_MILLIS = 60_000;

  private record Refusal(int run, long atMillis) {}

  private final Timers timers;
  private final Map<Integer, Refusal> last = new HashMap<>(); // by message; guarded by `this`
  private volatile boolean any; // whether that has some: written with the lock held

  HttpRefused(Timers timers) {
    this.timers = timers;
  }

  /// Notes that a message was refused in a run.
  ///
  /// @return whether that happened to it in the run before, too
  synchronized boolean again(Message m, int run) {
    long now = timers.nowMillis();
    last.values().removeIf(r -> r.run() < run - 1 || now - r.atMillis() > SOON_MILLIS);
    int key = key(m);
    Refusal before = last.get(key);
    if (before != null && before.run() == run - 1) {
      return true;
    }
    last.put(key, new Refusal(run, now));
    any = true;
    return false;
  }

  /// A message was taken: if it is refused after this, that is about the session.
  void taken(Message m) {
    if (any) {
      forget(m);
    }
  }

  private synchronized void forget(Message m) {
    last.remove(key(m));
    any = !last.isEmpty();
  }

  /// What it says, whatever its id.
  private static int key(Message m) {
    if (m instanceof Message.Request r) {
      return key(r.bytes(), r.method(), r.params());
    }
    return m instanceof Message.Notification n ? key(n.bytes(), n.method(), n.params()) : 0;
  }

  private static int key(byte[] bytes, String method, Span params) {
    return 31 * method.hashCode() + params.text(bytes).hashCode();
  }
}
