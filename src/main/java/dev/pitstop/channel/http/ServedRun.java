package dev.pitstop.channel.http;

import dev.pitstop.channel.End;
import dev.pitstop.channel.Events;
import dev.pitstop.channel.Facts;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.RunLog;
import dev.pitstop.channel.Teller;
import dev.pitstop.process.Child;
import dev.pitstop.process.PortUse;
import dev.pitstop.process.SpawnException;
import dev.pitstop.process.StderrRing;
import dev.pitstop.process.TreeUsage;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.text.Grace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A run of a [Served] server: its process, and a session with it over HTTP. The run is open when
/// the process runs; messages wait until somebody listens at the URL. It ends with the process. If
/// only the session is lost, the run is lost, and the next one has a new session with the same
/// process. Thread-safe.
final class ServedRun implements Link {
  /// The position of messages that are sent after the end, or before there is a process.
  private static final long NOWHERE = Long.MAX_VALUE;

  /// How long a process whose session is lost may take to show that it has crashed.
  private static final long CRASH_MILLIS = Grace.millis(1_000);

  /// How long a process without a run is kept for the next one.
  private static final long KEPT_MILLIS = 5_000;

  private static final long FIRST_LOOK_MILLIS = 20;
  private static final long MOST_LOOK_MILLIS = 200;

  private final Served channel;
  private final RunLog log;
  private final Teller teller;

  // Guarded by `this`.
  private Optional<ServedProcess> process = Optional.empty(); // there is one: the run is open
  private Optional<HttpRun> session = Optional.empty();
  private final List<Outgoing> waiting = new ArrayList<>(); // sent before there was a session
  private boolean talking; // the session takes messages
  private boolean sessionOver;
  private boolean stopping;
  private Optional<String> unwanted = Optional.empty(); // why it is stopped
  private Optional<Child.Exit> exit = Optional.empty();
  private boolean over;

  private volatile Facts facts = Facts.NONE;
  private volatile Optional<String> notReached = Optional.empty(); // why, at the last try

  ServedRun(Served channel, int number, Events events) {
    this.channel = channel;
    this.log = channel.parts.log(number);
    this.teller = new Teller(log, events);
  }

  // Its beginning.

  void start() {
    try {
      Thread.ofVirtual()
          .name(channel.parts.server() + " " + log.number() + " start")
          .start(this::run);
    } catch (Throwable t) {
      refuse(new End.Refused("not enough memory for a thread: " + t));
    }
  }

  private void run() {
    try {
      Optional<ServedProcess> found = channel.take();
      if (found.isEmpty()) {
        log.begin();
        found = spawned();
      }
      if (found.isPresent()) {
        begin(found.get());
      }
    } catch (SpawnException e) {
      refuse(End.Refused.of(e));
    } catch (RuntimeException | Error e) {
      teller.failed("start", e);
      refuse(new End.Refused("internal error in Pitstop (" + e + ")."));
    }
  }

  private void refuse(End.Refused why) {
    log.error("spawn-failed", "why", why.why());
    log.show(StderrRing.Kind.NOTE, why.why());
    end(why, why);
  }

  /// Starts the process, unless another one answers at the URL.
  private Optional<ServedProcess> spawned() throws SpawnException {
    Optional<String> cancelled = unwanted();
    if (cancelled.isPresent()) {
      refuse(new End.Refused("Its start was cancelled (" + cancelled.get() + ")."));
      return Optional.empty();
    }
    if (answers()) {
      refuse(taken(channel.holder()));
      return Optional.empty();
    }
    Child child = channel.parts.spawner().spawn(channel.command);
    log.info("spawn", "pid", child.pid());
    try {
      return Optional.of(new ServedProcess(child, channel.parts, log));
    } catch (Throwable noThread) { // nobody would read what it writes
      child.kill();
      throw noThread;
    }
  }

  private synchronized Optional<String> unwanted() {
    return unwanted;
  }

  private boolean answers() {
    try {
      channel.http.connect();
      return true;
    } catch (IOException nobody) {
      return false;
    }
  }

  private End.Refused taken(Optional<PortUse> port) {
    String url = channel.http.display();
    String who =
        port.isPresent() && port.get() instanceof PortUse.Held h
            ? "pid " + h.pid() + " (`" + h.shown() + "`) answers at " + url + " already"
            : "something answers at " + url + " already";
    String problem =
        who
            + ", so the command was not started. Stop that process, or use `pitstop "
            + url
            + "` without a command to talk to it.";
    return new End.Refused("Cannot start `" + channel.command.display() + "`: " + problem, problem);
  }

  private void begin(ServedProcess found) {
    Child child = found.child();
    facts =
        Facts.begun(
            OptionalLong.of(child.pid()),
            child.startedNanos(),
            channel.parts.glance(channel.command, log.number()));
    synchronized (this) {
      process = Optional.of(found);
    }
    teller.opened();
    found.ended().thenAcceptAsync(this::exited, task -> Thread.ofVirtual().start(task));
    found.unkillable().thenRun(() -> end(new End.SurvivedKill()));
    Optional<String> cancelled = unwanted();
    if (cancelled.isPresent()) {
      stopProcess(cancelled.get());
    } else {
      look(FIRST_LOOK_MILLIS);
    }
  }

  /// Begins the session when somebody listens. Waits without a limit: the start has its own.
  ///
  /// @param pause before the next look
  private void look(long pause) {
    if (!waits()) {
      return;
    }
    try {
      channel.http.connect();
      notReached = Optional.empty();
      connected();
    } catch (IOException e) {
      notReached = Optional.of(String.valueOf(e.getMessage()));
      long next = Math.min(MOST_LOOK_MILLIS, 2 * pause);
      channel.parts.timers().after(pause, () -> Thread.ofVirtual().start(() -> look(next)));
    }
  }

  private synchronized boolean waits() {
    return !over && exit.isEmpty() && unwanted.isEmpty();
  }

  private void connected() {
    HttpRun begun = channel.http.run(log.number(), new OfSession());
    synchronized (this) {
      if (!waits()) {
        return;
      }
      session = Optional.of(begun);
    }
    begun.start();
  }

  /// What is reported of the session.
  private final class OfSession implements Events {
    /// What was sent before goes first, in order: the session numbers messages as they come.
    @Override
    public void opened() {
      synchronized (ServedRun.this) {
        session.ifPresent(to -> waiting.forEach(to::send));
        waiting.clear();
        talking = true;
      }
    }

    @Override
    public void received(List<Message> burst, Optional<RequestId> during) {
      teller.received(burst, during);
    }

    @Override
    public void unusable(Unusable what) {
      teller.unusable(what);
    }

    @Override
    public void misplaced(RequestId id, String detail, String line) {
      teller.misplaced(id, detail, line);
    }

    @Override
    public void stray(String line) {
      teller.stray(line);
    }

    @Override
    public void flush() {
      teller.flush();
    }

    @Override
    public void awaitRoom() throws InterruptedException {
      teller.awaitRoom();
    }

    @Override
    public void ended(End end) {
      sessionEnded(end);
    }
  }

  // Its end.

  private void exited(Child.Exit how) {
    Optional<HttpRun> open;
    synchronized (this) {
      exit = Optional.of(how);
      open = sessionOver ? Optional.empty() : session;
    }
    if (open.isPresent()) {
      open.get().gone("exited"); // answers under way have a moment
    } else {
      settle();
    }
  }

  private void sessionEnded(End how) {
    Optional<String> why;
    boolean dead;
    synchronized (this) {
      sessionOver = true;
      why = unwanted;
      dead = exit.isPresent();
    }
    if (dead) {
      settle();
    } else if (why.isPresent()) {
      stopProcess(why.get());
    } else {
      channel.parts.timers().after(CRASH_MILLIS, () -> lost(how));
    }
  }

  /// The session has ended and the process has not: the next run takes it.
  private void lost(End how) {
    ServedProcess alive;
    synchronized (this) {
      if (over || exit.isPresent() || unwanted.isPresent() || process.isEmpty()) {
        return; // it ends in another way
      }
      over = true;
      alive = process.get();
    }
    channel.keep(alive, KEPT_MILLIS);
    End.Lost lost = how instanceof End.Lost l ? l : new End.Lost("lost its session");
    teller.ended(lost, new End.Refused(lost.why()));
  }

  /// The process has exited, and all that it said was reported.
  private void settle() {
    Optional<Child.Exit> how;
    synchronized (this) {
      how = exit;
    }
    if (how.isPresent()) {
      boolean background = unwanted().isEmpty() && how.get().success() && answers();
      end(
          new End.Exited(
              how.get(), background ? Optional.of(End.Fault.BACKGROUND) : Optional.empty()));
    }
  }

  private void end(End how) {
    end(how, new End.Refused("it was never open"));
  }

  private void end(End how, End.Refused unopened) {
    synchronized (this) {
      if (over) {
        return;
      }
      over = true;
    }
    teller.ended(how, unopened);
  }

  /// The session is closed first: a server may wait for its connections before it exits.
  @Override
  public void stop(String why) {
    Optional<HttpRun> open;
    boolean running;
    synchronized (this) {
      if (over || unwanted.isPresent()) {
        return;
      }
      unwanted = Optional.of(why);
      open = sessionOver ? Optional.empty() : session;
      running = process.isPresent();
    }
    if (open.isPresent()) {
      open.get().stop(why);
    } else if (running) {
      stopProcess(why);
    } // otherwise the thread that starts it finds out
  }

  private void stopProcess(String why) {
    Optional<ServedProcess> running;
    synchronized (this) {
      running = stopping ? Optional.empty() : process;
      stopping = true;
    }
    running.ifPresent(p -> p.stop(why));
  }

  @Override
  public void kill() {
    Optional<HttpRun> open;
    Optional<ServedProcess> running;
    synchronized (this) {
      unwanted = unwanted.or(() -> Optional.of("killed"));
      open = session;
      running = process;
    }
    open.ifPresent(HttpRun::kill);
    running.ifPresent(ServedProcess::kill);
  }

  // Messages.

  @Override
  public Sent send(Outgoing message) {
    synchronized (this) {
      if (over || process.isEmpty()) {
        return new Sent(NOWHERE, message.length());
      }
      if (!talking) {
        waiting.add(message);
        return new Sent(waiting.size(), message.length());
      }
    }
    return session.orElseThrow().send(message);
  }

  @Override
  public void answered(Sent sent) {
    Optional<HttpRun> to = talking();
    if (to.isPresent()) {
      to.get().answered(sent);
    }
  }

  private synchronized Optional<HttpRun> talking() {
    return talking ? session : Optional.empty();
  }

  @Override
  public boolean mayHaveRun(Sent sent) {
    Optional<HttpRun> to = talking();
    return to.isPresent() && to.get().mayHaveRun(sent);
  }

  @Override
  public long pending() {
    Optional<HttpRun> to = talking();
    return to.isPresent() ? to.get().pending() : 0;
  }

  @Override
  public boolean away() {
    Optional<HttpRun> to = talking();
    return to.isPresent() && to.get().away();
  }

  @Override
  public Optional<String> awaits() {
    return notReached.map(why -> "nothing listens at " + channel.http.display() + " (" + why + ")");
  }

  @Override
  public Facts facts() {
    return facts;
  }

  @Override
  public Optional<TreeUsage> usage() {
    Optional<ServedProcess> running;
    synchronized (this) {
      running = process;
    }
    return running.map(ServedProcess::child).filter(Child::alive).map(Child::usage);
  }
}
