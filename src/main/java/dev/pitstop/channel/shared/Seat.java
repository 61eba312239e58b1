package dev.pitstop.channel.shared;

import dev.pitstop.channel.End;
import dev.pitstop.channel.Events;
import dev.pitstop.channel.Facts;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.RunLog;
import dev.pitstop.channel.Teller;
import dev.pitstop.process.StderrRing;
import dev.pitstop.process.TreeUsage;
import dev.pitstop.rpc.Burst;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Splice;
import dev.pitstop.rpc.Timers;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/// A session's place at a shared server, which is a run to the session. What the session sends goes
/// to the server's lane, and what the server says comes back on a lane of the seat's own: neither
/// the session's turns nor the server's ever wait for the other.
final class Seat implements Link, Place {
  /// From this many bytes on, the server's reader waits for this session.
  static final long MOST_WAITING = 8L * 1024 * 1024;

  /// And how many times as long as it may take nothing.
  private static final int TIMES = 10;

  /// How long the end waits for a lane that a client blocks.
  private static final long END_MILLIS = 2_000;

  /// The position of messages that are sent before the run is open or after its end.
  private static final long NOWHERE = Long.MAX_VALUE;

  private sealed interface Item {
    long bytes();
  }

  private record Heard(Message message, Optional<Splice> edits) implements Item {
    @Override
    public long bytes() {
      return message.bytes().length;
    }
  }

  /// A message that the process's link has and may not have written yet.
  private record Written(long end, Link to, Sent place) {}

  private record Told(Runnable what, long bytes) implements Item {}

  private final Member member;
  private final int number;
  private final RunLog log;
  private final Teller teller;
  private final AtomicBoolean finished = new AtomicBoolean();

  /// When it was opened, on the scale of [System#nanoTime()]: to its session the run begins then.
  private final long begunNanos = System.nanoTime();

  private final long begunMillis = System.currentTimeMillis();

  // Set before the session has the seat.
  private Optional<Lane> lane = Optional.empty();
  private Optional<SharedServer> server = Optional.empty();
  private Runnable whenOver = () -> {};

  // What the session sends.
  private volatile boolean open; // the session knows that it is, and not that it is over
  private volatile long offered; // bytes; written in the session's turns
  private final ArrayDeque<Written> written = new ArrayDeque<>(); // its own lock, like the next
  private long handed; // bytes that the process's link has

  // What it is told. Guarded by this.
  private final ArrayDeque<Item> inbox = new ArrayDeque<>();
  private long waiting; // bytes
  private boolean posted; // its lane has a task for the inbox
  private Optional<Timers.Timer> limit = Optional.empty();

  // Changed in turns of the server's monitor.
  private volatile Optional<SharedRun> at = Optional.empty();
  private Optional<String> label = Optional.empty();
  private long lastBefore; // what the session's was before this seat
  private boolean left;

  /// @param number of the session's run
  Seat(Member member, int number, RunLog log, Teller teller) {
    this.member = member;
    this.number = number;
    this.log = log;
    this.teller = teller;
  }

  /// Asks for its place.
  ///
  /// @param own takes what the session is told
  /// @param over runs when the session was told the end
  void begin(SharedServer at, Lane own, Runnable over) {
    server = Optional.of(at);
    lane = Optional.of(own);
    whenOver = over;
    at.lane().post(() -> at.join(this));
  }

  Member member() {
    return member;
  }

  int number() {
    return number;
  }

  /// A defect on a lane.
  void failed(Throwable why) {
    teller.failed("lane", why);
  }

  // ---- to the server ----

  @Override
  public Sent send(Outgoing message) {
    if (!open) {
      return new Sent(NOWHERE, message.length());
    }
    long end = offered + message.length() + 1;
    offered = end;
    server.ifPresent(s -> s.lane().post(() -> s.send(this, message, end)));
    return new Sent(end, message.length());
  }

  /// The process's link has the session's messages up to this one.
  ///
  /// @param place of the message there; empty if it was answered in the process's place
  void handed(long end, Link to, Optional<Sent> place) {
    synchronized (written) {
      while (!written.isEmpty() && to.mayHaveRun(written.getFirst().place())) {
        written.removeFirst();
      }
      place.ifPresent(p -> written.add(new Written(end, to, p)));
      handed = end;
    }
  }

  /// Nothing: the server's own calls know what it has read.
  @Override
  public void answered(Sent sent) {}

  @Override
  public boolean mayHaveRun(Sent sent) {
    synchronized (written) {
      for (Written w : written) {
        if (w.end() == sent.end()) {
          return w.to().mayHaveRun(w.place());
        }
      }
      return sent.end() <= handed;
    }
  }

  /// At most what the process has not read of all sessions' messages is this session's.
  @Override
  public long pending() {
    if (!open) {
      return 0;
    }
    long unread = 0;
    synchronized (written) {
      for (Written w : written) {
        unread += w.to().mayHaveRun(w.place()) ? 0 : w.place().length() + 1;
      }
      return offered - handed + unread;
    }
  }

  @Override
  public void stop(String why) {
    stop(why, Wish.LEAVE);
  }

  @Override
  public void stop(String why, Wish wish) {
    server.ifPresent(s -> s.lane().post(() -> s.leave(this, why, wish)));
  }

  @Override
  public void kill() {
    server.ifPresent(s -> s.lane().post(() -> s.kill(this)));
  }

  @Override
  public Facts facts() {
    Facts real = at.map(SharedRun::facts).orElse(Facts.NONE);
    if (real.pid().isEmpty()) {
      return real;
    }
    return Facts.begun(
        real.pid(),
        Math.max(begunNanos, real.startedNanos()),
        Math.max(begunMillis, real.startedMillis()),
        real.file());
  }

  @Override
  public Optional<TreeUsage> usage() {
    return at.flatMap(SharedRun::usage);
  }

  // ---- its place, in turns of the server's monitor ----

  Optional<SharedRun> at() {
    return at;
  }

  /// Takes its place at a run.
  void sits(SharedRun run, long numberOfRun) {
    at = Optional.of(run);
    lastBefore = member.last();
    member.last(numberOfRun);
  }

  /// The run was not the right one for it.
  void rises() {
    at = Optional.empty();
    member.last(lastBefore);
  }

  /// Whether its session has left, or is about to.
  boolean left() {
    return left;
  }

  void leaves() {
    left = true;
  }

  Optional<String> label() {
    return label;
  }

  void label(String speaks) {
    label = Optional.of(speaks);
  }

  // ---- from the server; on any thread ----

  void opened() {
    put(new Told(this::open, 0));
  }

  private void open() {
    open = true;
    teller.opened();
  }

  void superseded() {
    put(new Told(teller::superseded, 0));
  }

  void stray(String line) {
    put(new Told(() -> teller.stray(line), line.length()));
  }

  @Override
  public void unusable(Events.Unusable what) {
    put(new Told(() -> teller.unusable(what), 0));
  }

  @Override
  public void hear(Message m) {
    put(new Heard(m, Optional.empty()));
  }

  @Override
  public void hear(Message m, Splice edits) {
    put(new Heard(m, Optional.of(edits)));
  }

  /// A remark among the server's output.
  void note(String text) {
    log.warn("shared", "text", text);
    log.show(StderrRing.Kind.NOTE, text);
  }

  @Override
  public void output(StderrRing.Kind kind, String line) {
    member.ring.appendPlain(number, kind, line);
  }

  /// The run is over for it. Messages that wait come first, unless its client does not read.
  void ended(End how) {
    Timers.Timer late = member.timers.after(END_MILLIS, () -> finish(how));
    synchronized (this) {
      limit = Optional.of(late);
    }
    put(new Told(() -> finish(how), 0));
  }

  private void finish(End how) {
    open = false;
    if (!finished.compareAndSet(false, true)) {
      return;
    }
    synchronized (this) {
      limit.ifPresent(Timers.Timer::cancel);
    }
    teller.ended(
        how, how instanceof End.Refused r ? r : new End.Refused("Its start was cancelled."));
    whenOver.run();
  }

  private void put(Item item) {
    boolean post;
    synchronized (this) {
      inbox.add(item);
      waiting += item.bytes();
      post = !posted;
      posted = true;
    }
    if (post) {
      lane.ifPresent(l -> l.post(this::deliver));
    }
  }

  private synchronized Optional<Item> take() {
    Optional<Item> next = Optional.ofNullable(inbox.poll());
    if (next.isEmpty()) {
      posted = false;
    } else {
      waiting -= next.get().bytes();
    }
    notifyAll();
    return next;
  }

  private void deliver() {
    Burst burst = new Burst(teller::received);
    for (Optional<Item> next = take(); next.isPresent(); next = take()) {
      if (next.get() instanceof Heard h) {
        if (burst.add(edited(h))) {
          rest();
        }
      } else if (next.get() instanceof Told t) {
        burst.end();
        t.what().run();
      }
    }
    burst.end();
  }

  private static Message edited(Heard h) {
    return h.edits().isPresent() ? Codec.parse(h.edits().get().apply()) : h.message();
  }

  /// Writes to the client what it was told, and waits for it to be read.
  void rest() {
    try {
      teller.beforeRead();
    } catch (InterruptedException nobodyShould) {
      Thread.currentThread().interrupt();
    }
  }

  /// Waits while much waits for this session, as long as it takes some of it. For the reader of the
  /// server, whose other sessions wait meanwhile.
  ///
  /// @return whether there is room; if not, it has taken nothing for this time, or too little for
  ///   ten times as long
  synchronized boolean awaitRoom(long millis) throws InterruptedException {
    for (int i = 0; waiting > MOST_WAITING; i++) {
      long before = waiting;
      long end = System.nanoTime() + millis * 1_000_000;
      for (long left = millis; left > 0 && waiting > MOST_WAITING; ) {
        wait(left);
        left = (end - System.nanoTime() + 999_999) / 1_000_000;
      }
      if (waiting >= before || i == TIMES) {
        return waiting <= MOST_WAITING;
      }
    }
    return true;
  }
}
