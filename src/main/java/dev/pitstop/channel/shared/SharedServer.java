package dev.pitstop.channel.shared;

import dev.pitstop.channel.End;
import dev.pitstop.channel.Link;
import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Head;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Outgoing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/// A server that sessions share: its runs, and who has a place at which. All sessions that speak
/// the same revision are to be at the newest run. A session that opens a run wants a newer one than
/// its last: the newest there is, or else one that it starts.
///
/// Its state, and that of its runs, is guarded by a monitor of its own. Messages to the server and
/// changes of places happen on its lane, in order.
final class SharedServer {
  private final Monitor monitor = new Monitor();
  private final Lane lane;
  private final LongSupplier numbers;
  private final long patienceMillis;

  // Guarded by the monitor.
  private final List<SharedRun> runs = new ArrayList<>(); // that are not over, oldest first
  private final List<Seat> waiting = new ArrayList<>(); // for the end of an older run

  /// @param numbers of runs, ascending
  /// @param patienceMillis how long a session may take nothing while it is in the others' way
  SharedServer(Lane lane, LongSupplier numbers, long patienceMillis) {
    this.lane = lane;
    this.numbers = numbers;
    this.patienceMillis = patienceMillis;
  }

  Monitor monitor() {
    return monitor;
  }

  Lane lane() {
    return lane;
  }

  long patienceMillis() {
    return patienceMillis;
  }

  /// A turn on the lane, which may write to a server what surely fits.
  void turn(Runnable body) {
    monitor.turn(Monitor.By.CLIENT_READER, body);
  }

  /// A turn on the lane, later.
  void later(Runnable body) {
    lane.post(() -> turn(body));
  }

  // ---- on the lane ----

  void join(Seat seat) {
    List<SharedRun> begun = new ArrayList<>(1);
    turn(() -> place(seat, begun));
    begun.forEach(SharedRun::open); // no turn: it may report at once that it has no thread
  }

  private void place(Seat seat, List<SharedRun> begun) {
    if (seat.left() || seat.at().isPresent()) {
      return;
    }
    Optional<SharedRun> found = newest(seat, true).or(() -> newest(seat, false));
    boolean wantsRoom = seat.member().takeWish();
    if (found.isPresent()) {
      found.get().add(seat);
      return;
    }
    boolean blocked = false;
    if (wantsRoom) {
      for (SharedRun run : runs) {
        blocked |= run.makesRoom(seat);
      }
    }
    if (blocked) {
      waiting.add(seat);
      return;
    }
    SharedRun made = new SharedRun(this, seat, numbers.getAsLong());
    runs.add(made);
    made.add(seat);
    begun.add(made);
  }

  /// The newest run that has a place for it.
  private Optional<SharedRun> newest(Seat seat, boolean proven) {
    for (SharedRun run : runs.reversed()) {
      if (run.takes(seat) && (run.proven() || !proven)) {
        return Optional.of(run);
      }
    }
    return Optional.empty();
  }

  /// A message of a session. Nothing in the turn grows with it.
  ///
  /// @param end where it ends among all bytes of the session
  void send(Seat from, Outgoing message, long end) {
    Message m;
    try {
      m = Codec.parse(message.bytes());
    } catch (OutOfMemoryError noMemory) {
      refuse(from, message.head());
      return;
    }
    List<SharedRun> begun = new ArrayList<>(0);
    turn(() -> {
      if (from.at().isPresent()) {
        right(from, from.at().get(), m, begun).ifPresent(run -> run.send(from, m, message, end));
      }
    });
    begun.forEach(SharedRun::open);
  }

  private static void refuse(Seat from, Head head) {
    if (head.kind() == Head.Kind.REQUEST && head.id().isPresent()) {
      String text = "The request was lost: Pitstop has no memory for it.";
      from.hear(Codec.parse(Messages.error(head.id().get(), Messages.INTERNAL_ERROR, text)));
    }
  }

  /// The run that the message is for: a session that turns out to speak another revision than the
  /// others gets a place at another run.
  private Optional<SharedRun> right(Seat seat, SharedRun at, Message m, List<SharedRun> begun) {
    if (seat.left()) {
      return Optional.of(at); // it waits for its end there
    }
    Optional<String> speaks = Handshake.revision(m);
    boolean first = seat.label().isEmpty() && speaks.isPresent();
    if (first) {
      seat.label(speaks.get());
      at.label(speaks.get());
    }
    boolean fits = at.fits(seat.label()) && !at.handshake().refuses(m);
    if (fits) {
      return Optional.of(at);
    }
    seat.label(speaks.orElseThrow()); // only a first message, or an `initialize`, does not fit
    at.remove(seat, "speaks another revision than the other sessions");
    seat.rises();
    place(seat, begun);
    seat.at().ifPresent(run -> run.label(seat.label().orElseThrow()));
    return seat.at();
  }

  /// The session wants to have no place any more.
  ///
  /// @param why a clause whose subject is the server
  void leave(Seat seat, String why, Link.Wish wish) {
    turn(() -> {
      if (seat.left()) {
        return;
      }
      seat.leaves();
      if (wish == Link.Wish.MAKE_ROOM) {
        seat.member().wantsRoom();
      }
      if (seat.at().isPresent() && wish == Link.Wish.END) {
        seat.at().get().endsForAll(why);
      } else if (seat.at().isPresent()) {
        seat.at().get().leaves(seat, why);
      } else {
        waiting.remove(seat);
        seat.ended(new End.Refused("Its start was cancelled (" + why + ")."));
      }
    });
  }

  void kill(Seat seat) {
    leave(seat, "was killed", Link.Wish.LEAVE);
    turn(() -> seat.at().ifPresent(run -> run.kill(seat)));
  }

  // ---- in turns ----

  /// A run has shown that it works: the sessions at older ones follow to it.
  void proven(SharedRun newest) {
    for (SharedRun run : runs) {
      if (run.number() < newest.number() && run.fits(newest.label())) {
        run.superseded(seat -> !newest.has(seat.member()));
      }
    }
  }

  void over(SharedRun run) {
    runs.remove(run);
    List<Seat> next = List.copyOf(waiting);
    waiting.clear();
    next.forEach(seat -> lane.post(() -> join(seat)));
  }
}
