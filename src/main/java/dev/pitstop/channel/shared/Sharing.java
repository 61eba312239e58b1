package dev.pitstop.channel.shared;

import dev.pitstop.process.Command;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// The servers that sessions of one engine share, each as long as a session uses it. An engine has
/// one, as a value ([dev.pitstop.process.Commons]). Thread-safe; its lock is held for an instant.
public final class Sharing {
  /// How long a session may take nothing while its messages are in the way of the others'.
  private static final long PATIENCE_MILLIS = 1_000;

  /// What sessions must have in common to share a server.
  private record Key(List<String> argv, Map<String, String> env, Path directory) {
    /// Without the variables that Pitstop itself adds: those of no entry.
    static Key of(Command c) {
      Map<String, String> named = new HashMap<>(c.env());
      named.keySet().removeIf(name -> name.startsWith("PITSTOP_"));
      return new Key(c.argv(), named, c.directory());
    }
  }

  private static final class Used {
    final SharedServer server;
    final Lane lane;
    int users;

    Used(SharedServer server, Lane lane) {
      this.server = server;
      this.lane = lane;
    }
  }

  private final Lane.Maker lanes;
  private final long patienceMillis;
  private final AtomicLong runs = new AtomicLong();
  private final Map<Key, Used> servers = new HashMap<>(); // guarded by this

  public Sharing() {
    this(ThreadLane::make, PATIENCE_MILLIS);
  }

  /// @param patienceMillis how long a session may take nothing while its messages are in the way
  Sharing(Lane.Maker lanes, long patienceMillis) {
    this.lanes = lanes;
    this.patienceMillis = patienceMillis;
  }

  /// Gives a seat its lane and its server, which is kept until the seat is over.
  ///
  /// @throws OutOfMemoryError if the system has no thread left
  void enter(Member member, Seat seat) {
    Lane own = lanes.make(member.name + " " + seat.number() + " reader", seat::rest, seat::failed);
    try {
      SharedServer server = server(member, seat);
      seat.begin(
          server,
          own,
          () -> {
            own.end();
            leave(member.command);
          });
    } catch (OutOfMemoryError noThread) {
      own.end();
      throw noThread;
    }
  }

  private synchronized SharedServer server(Member member, Seat seat) {
    Key key = Key.of(member.command);
    Optional<Used> known = Optional.ofNullable(servers.get(key));
    Used used = known.isPresent() ? known.get() : made(member, seat);
    used.users++;
    servers.put(key, used);
    return used.server;
  }

  private Used made(Member first, Seat seat) {
    Lane lane = lanes.make(first.name + " shared", () -> {}, seat::failed);
    return new Used(new SharedServer(lane, runs::incrementAndGet, patienceMillis), lane);
  }

  /// A seat is over. The last one ends the server's thread.
  private synchronized void leave(Command command) {
    Optional<Used> used = Optional.ofNullable(servers.get(Key.of(command)));
    if (used.isPresent() && --used.get().users == 0) {
      servers.remove(Key.of(command));
      used.get().lane.end();
    }
  }

  /// Whether no server is shared.
  synchronized boolean isEmpty() {
    return servers.isEmpty();
  }

  /// The number of the newest run of all servers.
  long newestRun() {
    return runs.get();
  }
}
