package dev.pitstop.channel.shared;

import dev.pitstop.channel.End;
import dev.pitstop.channel.Events;
import dev.pitstop.channel.Facts;
import dev.pitstop.channel.Link;
import dev.pitstop.process.Child;
import dev.pitstop.process.TreeUsage;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/// One process of a shared server: which sessions have a place at it, and how it ends for each. It
/// was started by the hand of one of them, its host, and ends with the host at the latest.
///
/// Its state is guarded by the server's monitor. What it reports comes on its reader's thread, and
/// only goes into the inboxes of seats; what it is sent leaves on the server's lane.
final class SharedRun implements Events {
  static final String PUT_OUT =
      "was left by this session, whose client does not read, because other sessions share it";

  private record Early(Seat from, Message message, Outgoing original, long end) {}

  private final SharedServer server;
  private final Member host;
  private final int hostsNumber;
  private final long number;
  private final List<Seat> seats = new CopyOnWriteArrayList<>(); // changed in turns
  private final Traffic traffic;
  private final Runnable gone = this::hostGone;
  private volatile Optional<Link> link = Optional.empty();

  // Guarded by the monitor.
  private final List<Early> early = new ArrayList<>(); // before it is open
  private Optional<String> label = Optional.empty(); // the revision that its sessions speak
  private boolean opened;
  private boolean over;
  private boolean leaving; // it takes no more seats
  private boolean proven;
  private boolean madeRoom;
  private Optional<Link.Sent> given = Optional.empty(); // the message that it was sent last

  SharedRun(SharedServer server, Seat first, long number) {
    this.server = server;
    this.host = first.member();
    this.hostsNumber = first.number();
    this.number = number;
    this.traffic = new Traffic(seats, this::give, host.timers, this::note);
  }

  // ---- on any thread ----

  long number() {
    return number;
  }

  List<Seat> seats() {
    return seats;
  }

  Facts facts() {
    return link.map(Link::facts).orElse(Facts.NONE);
  }

  Optional<TreeUsage> usage() {
    return link.flatMap(Link::usage);
  }

  /// The session that has started it has ended, and so has the process.
  private void hostGone() {
    server.monitor().turn(() -> end(new End.Exited(Child.Exit.UNKNOWN, Optional.empty())));
  }

  // ---- on the server's lane ----

  void open() {
    Link made = host.start(this, gone, hostsNumber, server.monitor(), new SharedRing(seats));
    link = Optional.of(made);
  }

  // ---- on the server's lane, in turns ----

  Optional<String> label() {
    return label;
  }

  Handshake handshake() {
    return traffic.handshake();
  }

  /// The first who speaks decides what is spoken.
  void label(String speaks) {
    label = label.or(() -> Optional.of(speaks));
  }

  boolean fits(Optional<String> speaks) {
    return label.isEmpty()
        || speaks.isEmpty()
        || label.equals(speaks)
        || handshake().negotiated().equals(speaks);
  }

  boolean takes(Seat seat) {
    return !over && !leaving && number > seat.member().last() && fits(seat.label());
  }

  /// Whether it has answered something, so that it surely works.
  boolean proven() {
    return proven;
  }

  boolean has(Member member) {
    return seats.stream().anyMatch(s -> s.member().equals(member));
  }

  void add(Seat seat) {
    seats.add(seat);
    seat.sits(this, number);
    if (opened) {
      seat.opened();
    }
  }

  /// Stops it because a session whose reloads stop first wants another run in its place.
  ///
  /// @return whether it is in the way
  boolean makesRoom(Seat wanting) {
    if (over || !fits(wanting.label())) {
      return false;
    }
    leaving = true;
    madeRoom = true;
    link.ifPresent(l -> l.stop("was in the way of a reload"));
    return true;
  }

  /// It takes no more seats, and these are told to follow to a newer run.
  void superseded(Predicate<Seat> whom) {
    leaving = true;
    note("another session that shares this server has replaced its process", whom);
    seats.stream().filter(whom).forEach(Seat::superseded);
  }

  /// Somebody wants the server to be down: it ends for all, like a process that others stop.
  void endsForAll(String why) {
    leaving = true;
    note("another session that shares this server has stopped it", s -> !s.left());
    link.ifPresent(l -> l.stop(why));
  }

  /// A session leaves. The last one takes the process with it. So does the host at its session's
  /// end, after the others had time to follow to another process and to finish their calls.
  void leaves(Seat seat, String why) {
    if (over) {
      return; // it is about to be told
    }
    boolean alone = seats.size() == 1;
    if (alone) {
      leaving = true;
      link.ifPresent(l -> l.stop(why));
    } else if (seat.member().equals(host) && host.limits.ending()) {
      superseded(other -> !other.equals(seat));
      long patience = host.limits.waitMillis(Long.MAX_VALUE);
      host.timers.after(
          patience, () -> server.later(() -> link.filter(l -> !over).ifPresent(l -> l.stop(why))));
    } else {
      remove(seat, why);
      seat.ended(new End.Closed());
    }
  }

  /// The seat has no place here any more.
  void remove(Seat seat, String why) {
    seats.remove(seat);
    traffic.left(seat);
    boolean rest = seats.stream().anyMatch(s -> !s.left());
    if (!rest) {
      link.ifPresent(l -> l.stop(why));
    }
  }

  void kill(Seat seat) {
    if (seats.contains(seat)) {
      link.ifPresent(Link::kill);
    }
  }

  void send(Seat from, Message m, Outgoing original, long end) {
    if (over) {
      return; // nobody has it: another run gets it
    }
    if (opened) {
      given = Optional.empty();
      traffic.send(from, m, original);
      from.handed(end, link.orElseThrow(), given);
    } else {
      early.add(new Early(from, m, original, end));
    }
  }

  private Link.Sent give(Outgoing message) {
    Link.Sent place = link.orElseThrow().send(message);
    given = Optional.of(place);
    return place;
  }

  private void note(String text) {
    note(text, seat -> true);
  }

  private void note(String text, Predicate<Seat> whom) {
    seats.stream().filter(whom).forEach(s -> s.note(text));
  }

  // ---- what the process reports, on its reader's thread ----

  @Override
  public void opened() {
    server
        .monitor()
        .turn(() -> {
          opened = true;
          seats.forEach(Seat::opened);
        });
    server.later(() -> {
      List<Early> first = List.copyOf(early);
      early.clear();
      for (Early e : first) {
        if (e.from().at().filter(this::equals).isPresent()) {
          send(e.from(), e.message(), e.original(), e.end());
        }
      }
    });
  }

  @Override
  public void received(List<Message> burst, Optional<RequestId> during) {
    server.monitor().turn(Monitor.By.SERVER_READER, () -> burst.forEach(this::take));
  }

  private void take(Message m) {
    if (m instanceof Message.Response r) {
      traffic.answered(r).ifPresent(sent -> link.ifPresent(l -> l.answered(sent)));
      if (m instanceof Message.Result && !proven) {
        proven = true;
        server.proven(this);
      }
    } else if (m instanceof Message.Request r) {
      Optional<Outgoing> refusal = traffic.asks(r);
      refusal.ifPresent(no -> server.later(() -> tell(no)));
    } else if (m instanceof Message.Notification n) {
      traffic.notifies(n);
    }
  }

  private void tell(Outgoing message) {
    if (!over) {
      give(message);
    }
  }

  @Override
  public void unusable(Unusable what) {
    server.monitor().turn(() -> traffic.unusable(what));
  }

  @Override
  public void stray(String line) {
    seats.forEach(s -> s.stray(line));
  }

  /// Each seat has an inbox, which it empties itself.
  @Override
  public void flush() {}

  /// Waits for a session whose inbox is full. One that takes nothing loses its place.
  @Override
  public void awaitRoom() throws InterruptedException {
    for (Seat seat : seats) {
      if (!seat.awaitRoom(server.patienceMillis())) {
        server.later(() -> putOut(seat));
      }
    }
  }

  private void putOut(Seat seat) {
    if (!over && seats.contains(seat)) {
      remove(seat, "is read by no session");
      seat.rises(); // it may come back to this run
      seat.ended(new End.Lost(PUT_OUT));
    }
  }

  @Override
  public void ended(End how) {
    server.monitor().turn(() -> end(how));
  }

  private void end(End how) {
    if (over) {
      return;
    }
    over = true;
    host.over(gone);
    SharedEnd end = new SharedEnd(host, madeRoom, how);
    for (Seat seat : List.copyOf(seats)) {
      seats.remove(seat);
      end.tell(seat.member(), seat.left(), seat::ended);
    }
    server.over(this);
  }
}
