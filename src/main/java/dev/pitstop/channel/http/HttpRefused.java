package dev.pitstop.channel.http;

import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Timers;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The messages that a daemon refused because it did not know the session. If a message is refused
/// again in the next session, the reason is another: the refusal is its answer, as it would be sent
/// for ever otherwise. Thread-safe.
final class HttpRefused {
  /// After this time a second refusal means that the daemon was restarted again.
  static final long SOON_MILLIS = 60_000;

  private record Refusal(int run, long atMillis) {}

  private final Timers timers;
  private final Map<Integer, Refusal> last = new ConcurrentHashMap<>(); // by message

  HttpRefused(Timers timers) {
    this.timers = timers;
  }

  /// Notes that a message was refused in a run.
  ///
  /// @return whether it was also refused in the run before
  synchronized boolean again(Message m, int run) {
    long now = timers.nowMillis();
    last.values().removeIf(r -> r.run() < run - 1 || now - r.atMillis() > SOON_MILLIS);
    int key = key(m);
    Refusal before = last.get(key);
    if (before != null && before.run() == run - 1) {
      return true;
    }
    last.put(key, new Refusal(run, now));
    return false;
  }

  /// A message was accepted: a later refusal is about the session.
  void taken(Message m) {
    if (!last.isEmpty()) { // it nearly always is
      last.remove(key(m));
    }
  }

  /// A key of its content without its id.
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
