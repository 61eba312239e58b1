package dev.pitstop.channel.shared;

import dev.pitstop.channel.Link;
import dev.pitstop.rpc.Outgoing;
import java.util.ArrayDeque;
import java.util.Optional;

/// Where the messages of a session are on their way to a shared process: on the server's lane, with
/// the process's link, or written. So a message that was not begun has surely not been executed
/// (C2), although the link's bytes are those of several sessions.
final class Outbound {
  /// The position of messages that are sent before the run is open or after its end.
  private static final long NOWHERE = Long.MAX_VALUE;

  /// A message that the process's link has and may not have written yet.
  private record Written(long end, Link to, Link.Sent place) {}

  // Guarded by this.
  private final ArrayDeque<Written> written = new ArrayDeque<>();
  private long offered; // bytes
  private long handed; // bytes that the process's link has
  private boolean open;

  /// The run is open, or over.
  synchronized void open(boolean now) {
    open = now;
  }

  /// A message is sent.
  ///
  /// @return its place; empty if it is lost
  synchronized Optional<Link.Sent> offer(Outgoing message) {
    if (!open) {
      return Optional.empty();
    }
    offered += message.length() + 1;
    return Optional.of(new Link.Sent(offered, message.length()));
  }

  static Link.Sent lost(Outgoing message) {
    return new Link.Sent(NOWHERE, message.length());
  }

  /// The process's link has the messages up to this one.
  ///
  /// @param place of the message there; empty if it was answered in the process's place
  synchronized void handed(long end, Link to, Optional<Link.Sent> place) {
    while (!written.isEmpty() && isBegun(written.getFirst())) {
      written.removeFirst();
    }
    place.ifPresent(p -> written.add(new Written(end, to, p)));
    handed = end;
  }

  private static boolean isBegun(Written w) {
    return w.to().mayHaveRun(w.place());
  }

  synchronized boolean mayHaveRun(Link.Sent sent) {
    for (Written w : written) {
      if (w.end() == sent.end()) {
        return isBegun(w);
      }
    }
    return sent.end() <= handed;
  }

  synchronized long pending() {
    if (!open) {
      return 0;
    }
    long unread = 0;
    for (Written w : written) {
      unread += isBegun(w) ? 0 : w.place().length() + 1;
    }
    return offered - handed + unread;
  }
}
