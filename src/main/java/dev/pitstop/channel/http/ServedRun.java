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
import java.util.concurrent.CompletableFuture;

/// A run of a [Served] server: its process, and a session with it over HTTP. The run is open when
/// the process runs; messages wait until somebody listens at the URL. It ends with the process. If
/// only the session is lost, the run is lost, and the next one has a new session with the same
/// process. Thread-safe.
final class ServedRun implements Link {
  /// How long a process whose session is lost may take to show that it has crashed.
  private static final long CRASH_MILLIS = Grace.millis(1_000);

  /// How long a process without a run is kept for the next one.
  private static final long KEPT_MILLIS = 5_000;

  private static final long FIRST_LOOK_MILLIS = 20;
  private static final long MOST_LOOK_MILLIS = 200;

  private final Served channel;
  private final RunLog log;
  private final Teller teller;

  private final CompletableFuture<String> ordered = new CompletableFuture<>(); // to stop, and why

  // Guarded by `this`.
  private Optional<ServedProcess> process = Optional.empty(); // there is one: the run is open
  private Optional<HttpRun> session = Optional.empty();
  private final List<Outgoing> waiting = new ArrayList<>(); // sent before there was a session
  private boolean talking; // the session takes messages

  private volatile Facts facts = Facts.NONE;
  private volatile Optional<String> notReached = Optional.empty(); // why, at the last try

  ServedRun(Served channel, int number, Events events) {
    this.channel = channel;
    this.log = channel.parts.log(number);
    this.teller = new Teller(log, events);
  }

  // Its life, from its beginning to its end, on one thread.

  void start() {
    Thread.ofVirtual().name(channel.parts.server() + " " + log.number()).start(this::run);
  }

  private void run() {
    try {
      Optional<ServedProcess> kept = channel.take();
      if (kept.isPresent()) {
        live(kept.get());
        return;
      }
      log.begin();
      Optional<End.Refused> not = unstartable();
      if (not.isPresent()) {
        refuse(not.get());
      } else {
        live(spawned());
      }
    } catch (SpawnException e) {
      refuse(End.Refused.of(e));
    } catch (InterruptedException | RuntimeException | Error e) { // nothing interrupts this thread
      teller.failed("run", e);
      kill();
      teller.ended(
          new End.Exited(Child.Exit.UNKNOWN, Optional.of(End.Fault.OURS)),
          new End.Refused("internal error in Pitstop (" + e + ")."));
    }
  }

  private void refuse(End.Refused why) {
    log.error("spawn-failed", "why", why.why());
    log.show(StderrRing.Kind.NOTE, why.why());
    teller.ended(why, why);
  }

  /// Why the process is not started: it is not wanted any more, or another one answers at the URL.
  private Optional<End.Refused> unstartable() throws InterruptedException {
    if (ordered.isDone()) {
      return Optional.of(new End.Refused("Its start was cancelled (" + ordered.join() + ")."));
    }
    return answers() ? Optional.of(taken(channel.holder())) : Optional.empty();
  }

  private ServedProcess spawned() throws SpawnException {
    Child child = channel.parts.spawner().spawn(channel.command);
    log.info("spawn", "pid", child.pid());
    try {
      return new ServedProcess(child, channel.parts, log);
    } catch (Throwable noThread) { // nobody would read what it writes
      child.kill();
      throw noThread;
    }
  }

  private boolean answers() throws InterruptedException {
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

  private void live(ServedProcess running) throws InterruptedException {
    Child child = running.child();
    facts =
        Facts.begun(
            OptionalLong.of(child.pid()),
            child.startedNanos(),
            channel.parts.glance(channel.command, log.number()));
    synchronized (this) {
      process = Optional.of(running);
    }
    teller.opened();
    CompletableFuture<Object> leaves = CompletableFuture.anyOf(running.ended(), ordered);
    if (listens(leaves)) {
      End how = talk(leaves);
      channel.parts.timers().await(leaves, CRASH_MILLIS);
      if (!leaves.isDone()) { // the next run takes the process
        channel.keep(running, KEPT_MILLIS);
        End.Lost lost = how instanceof End.Lost l ? l : new End.Lost("lost its session");
        teller.ended(lost, new End.Refused(lost.why()));
        return;
      }
    }
    teller.ended(ended(running), new End.Refused("it was never open"));
  }

  /// Waits until somebody listens, without a limit: the start has its own.
  ///
  /// @param leaves done when there is no need to wait
  /// @return whether somebody does
  private boolean listens(CompletableFuture<?> leaves) throws InterruptedException {
    long pause = FIRST_LOOK_MILLIS;
    while (!leaves.isDone()) {
      try {
        channel.http.connect();
        notReached = Optional.empty();
        return true;
      } catch (IOException e) {
        notReached = Optional.of(String.valueOf(e.getMessage()));
        channel.parts.timers().await(leaves, pause);
        pause = Math.min(MOST_LOOK_MILLIS, 2 * pause);
      }
    }
    return false;
  }

  /// A session, to its end. It is closed before the process is stopped: a server may wait for its
  /// connections before it exits. When the process has exited, answers under way have a moment.
  private End talk(CompletableFuture<?> leaves) {
    CompletableFuture<End> over = new CompletableFuture<>();
    HttpRun begun = channel.http.run(log.number(), new OfSession(over));
    synchronized (this) {
      session = Optional.of(begun);
    }
    begun.start();
    CompletableFuture.anyOf(leaves, over).join();
    if (ordered.isDone()) {
      begun.stop(ordered.join());
    } else if (leaves.isDone()) {
      begun.gone("exited");
    }
    return over.join();
  }

  /// How the process has ended, which is stopped if it has not.
  private End ended(ServedProcess running) throws InterruptedException {
    if (!running.ended().isDone() && !running.stop(ordered.join())) {
      return new End.SurvivedKill();
    }
    Child.Exit exit = running.ended().join();
    boolean background = !ordered.isDone() && exit.success() && answers();
    return new End.Exited(exit, background ? Optional.of(End.Fault.BACKGROUND) : Optional.empty());
  }

  @Override
  public void stop(String why) {
    ordered.complete(why);
  }

  @Override
  public void kill() {
    ordered.complete("killed");
    Optional<HttpRun> open;
    Optional<ServedProcess> running;
    synchronized (this) {
      open = session;
      running = process;
    }
    open.ifPresent(HttpRun::kill);
    running.ifPresent(ServedProcess::kill);
  }

  /// What is reported of the session.
  private final class OfSession implements Events {
    private final CompletableFuture<End> over;

    OfSession(CompletableFuture<End> over) {
      this.over = over;
    }

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
      teller.tell("received", e -> e.received(burst, during));
    }

    @Override
    public void unusable(Unusable what) {
      teller.tell("unusable", e -> e.unusable(what));
    }

    @Override
    public void stray(String line) {
      teller.tell("stray", e -> e.stray(line));
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
      over.complete(end);
    }
  }

  // Messages.

  @Override
  public Sent send(Outgoing message) {
    synchronized (this) {
      if (teller.over() || process.isEmpty()) {
        return new Sent(Sent.NOWHERE, message.length());
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
