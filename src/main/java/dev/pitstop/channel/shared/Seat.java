package dev.pitstop.channel.shared;

import dev.pitstop.channel.End;
import dev.pitstop.channel.Events;
import dev.pitstop.channel.Facts;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.RunLog;
import dev.pitstop.channel.Teller;
import dev.pitstop.process.StderrRing;
import dev.pitstop.process.TreeUsage;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Splice;
import dev.pitstop.rpc.Timers;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/// A session's place at a shared server, which is a run to the session. What the session sends goes
/// to the server's lane, and what the server says comes back on a lane of the seat's own: neither
/// the session's turns nor the server's ever wait for the other.
final class Seat implements Link, Place {
  /// How long the end waits for a lane that a client blocks.
  private static final long END_MILLIS = 2_000;

  private final Member member;
  private final int number;
  private final RunLog log;
  private final Teller teller;
  private final Inbox inbox;
  private final Outbound outbound = new Outbound();
  private final AtomicBoolean finished = new AtomicBoolean();

  /// When it was opened, on the scale of [System#nanoTime()]: to its session the run begins then.
  private final long begunNanos = System.nanoTime();

  private final long begunMillis = System.currentTimeMillis();

  // Set before the session has the seat.
  private Optional<SharedServer> server = Optional.empty();
  private Runnable whenOver = () -> {};

  private Optional<Timers.Timer> limit = Optional.empty(); // of its end; guarded by this

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
    this.inbox = new Inbox(teller);
  }

  /// Asks for its place.
  ///
  /// @param own takes what the session is told
  /// @param over runs when the session was told the end
  void begin(SharedServer to, Lane own, Runnable over) {
    server = Optional.of(to);
    inbox.begin(own);
    whenOver = over;
    to.lane().post(() -> to.join(this));
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

  // ---- what the session does with its run ----

  @Override
  public Sent send(Outgoing message) {
    Optional<Sent> sent = outbound.offer(message);
    if (sent.isPresent() && server.isPresent()) {
      SharedServer to = server.get();
      to.lane().post(() -> to.send(this, message, sent.get().end()));
    }
    return sent.orElseGet(() -> Outbound.lost(message));
  }

  /// Nothing: the server's own calls know what it has read.
  @Override
  public void answered(Sent sent) {}

  @Override
  public boolean mayHaveRun(Sent sent) {
    return outbound.mayHaveRun(sent);
  }

  @Override
  public long pending() {
    return outbound.pending();
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

  /// The revision that its session speaks.
  Optional<String> label() {
    return label;
  }

  void label(String speaks) {
    label = Optional.of(speaks);
  }

  /// See [Outbound#handed].
  void handed(long end, Link to, Optional<Sent> place) {
    outbound.handed(end, to, place);
  }

  // ---- from the server; on any thread ----

  void opened() {
    inbox.tell(this::open);
  }

  private void open() {
    outbound.open(true);
    teller.opened();
  }

  void superseded() {
    inbox.tell(teller::superseded);
  }

  void stray(String line) {
    inbox.tell(() -> teller.stray(line), line.length());
  }

  @Override
  public void unusable(Events.Unusable what) {
    inbox.tell(() -> teller.unusable(what));
  }

  @Override
  public void hear(Message m) {
    inbox.hear(m, Optional.empty());
  }

  @Override
  public void hear(Message m, Splice edits) {
    inbox.hear(m, Optional.of(edits));
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

  /// See [Inbox#rest].
  void rest() {
    inbox.rest();
  }

  /// See [Inbox#awaitRoom].
  boolean awaitRoom(long millis) throws InterruptedException {
    return inbox.awaitRoom(millis);
  }

  /// The run is over for it. Messages that wait come first, unless its client does not read.
  void ended(End how) {
    Timers.Timer late = member.timers.after(END_MILLIS, () -> finish(how));
    synchronized (this) {
      limit = Optional.of(late);
    }
    inbox.tell(() -> finish(how));
  }

  private void finish(End how) {
    outbound.open(false);
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
}
