package dev.pitstop.session.many;

import dev.pitstop.backend.facts.HoldLimits;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Timers;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Members;
import dev.pitstop.session.members.Offer;
import dev.pitstop.session.words.OwnToolNames;
import dev.pitstop.session.words.UnknownText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Holds requests about resources that no present server is known to have while other servers are
/// starting. They wait like calls (L3), within limits of time, number and bytes. Called in turns of
/// the monitor.
public final class Arrivals {
  /// How long a request waits at most. That is less than a call waits, because the request may not
  /// be for one of the starting servers.
  public static final long MOST_MILLIS = 30_000;

  /// A waiting request.
  interface Waiter {
    /// A server's state changed.
    void look();

    /// The wait is over.
    void late();
  }

  private record Place(long bytes, Timers.Timer timer) {}

  private final Timers timers;
  private final Monitor monitor;
  private final Members members;
  private final HoldLimits limits;
  private final Map<Waiter, Place> waiting = new LinkedHashMap<>();
  private long bytes;
  private boolean closed;

  Arrivals(Timers timers, Monitor monitor, Members members, HoldLimits limits) {
    this.timers = timers;
    this.monitor = monitor;
    this.members = members;
    this.limits = limits;
  }

  /// Whether this server is starting, and worth waiting for.
  boolean isComing(Member m) {
    return !closed && m.offer().isComing();
  }

  /// Whether any server is starting and worth waiting for.
  boolean any() {
    return members.all().stream().anyMatch(this::isComing);
  }

  /// Lets a request wait until a server's state changes, unless it waits already.
  ///
  /// @return why it cannot wait, as a sentence; empty if it waits
  Optional<String> add(Waiter w, Message.Request r) {
    if (waiting.containsKey(w)) {
      return Optional.empty();
    }
    long size = r.bytes().length;
    if (!limits.take(waiting.size(), bytes, size)) {
      return Optional.of(UnknownText.tooManyWait(waiting.size()));
    }
    long millis = Math.min(MOST_MILLIS, limits.millis());
    Timers.Timer timer = timers.after(millis, () -> monitor.turn(() -> late(w)));
    waiting.put(w, new Place(size, timer));
    bytes += size;
    return Optional.empty();
  }

  private void late(Waiter w) {
    if (waiting.containsKey(w)) {
      leave(w);
      w.late();
    }
  }

  /// Ends the wait of a request.
  void leave(Waiter w) {
    Place place = waiting.remove(w);
    if (place != null) {
      place.timer().cancel();
      bytes -= place.bytes();
    }
  }

  /// A server's state changed.
  void look() {
    for (Waiter w : List.copyOf(waiting.keySet())) {
      if (waiting.containsKey(w)) {
        w.look();
      }
    }
  }

  /// Pitstop ends: no server will come.
  void close() {
    closed = true;
    List.copyOf(waiting.keySet()).forEach(this::late);
  }

  /// Sentences about the servers that could not be asked because they do not serve. Empty if there
  /// are none.
  String why(OwnToolNames tools) {
    StringBuilder out = new StringBuilder();
    for (Member m : members.all()) {
      Offer offer = m.offer();
      if (offer.isComing()) {
        out.append(UnknownText.coming(m.name(), m.backend().state().word()));
      } else if (offer.isDown() && offer.mayHaveResources()) {
        out.append(UnknownText.down(m.name()));
      }
    }
    return out.isEmpty() ? "" : out.append(tools.more("server_status")).toString();
  }
}
