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
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.text.Grace;
import java.io.IOException;
import java.util.Optional;
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

  /// How long a process may take to end before another is started.
  static final long BEFORE_MILLIS = Grace.millis(10_000);

  private final Served channel;
  private final RunLog log;
  private final Teller teller;

  private final CompletableFuture<String> ordered = new CompletableFuture<>(); // to stop, and why
  private final CompletableFuture<End> lost = new CompletableFuture<>(); // the end of the session
  private final HttpLink session;
  private volatile Optional<ServedProcess> process = Optional.empty(); // the run is open
  private volatile Facts facts = Facts.NONE;

  ServedRun(Served channel, int number, Events events) {
    this.channel = channel;
    this.log = channel.parts.log(number);
    this.teller = new Teller(log, events);
    this.session = channel.http.open(log, teller, Optional.of(lost));
  }

  // Its life, from its beginning to its end, on one thread.

  void start() {
    Thread.ofVirtual()
        .name(log.server() + " " + log.number())
        .start(() -> log.guard("run", this::run, this::failed));
  }

  private void run() {
    try {
      log.begin();
      Optional<ServedProcess> kept = channel.take();
      if (kept.isEmpty()) { // the one before may be about to be stopped, and still listen
        channel
            .parts
            .timers()
            .await(CompletableFuture.anyOf(channel.before, ordered), BEFORE_MILLIS);
      }
      if (kept.isPresent()) {
        live(kept.get());
      } else if (ordered.isDone()) {
        refuse(new End.Refused("Its start was cancelled (" + ordered.join() + ")."));
      } else if (answers()) { // another process
        refuse(taken(channel.holder()));
      } else {
        live(spawned());
      }
    } catch (SpawnException e) {
      refuse(End.Refused.of(e));
    } catch (InterruptedException e) { // nothing interrupts this thread
      throw new IllegalStateException(e);
    }
  }

  private void failed(Throwable why) {
    kill();
    teller.ended(
        new End.Exited(Child.Exit.UNKNOWN, Optional.of(End.Fault.OURS)),
        new End.Refused("internal error in Pitstop (" + why + ")."));
  }

  private void refuse(End.Refused why) {
    log.error("spawn-failed", "why", why.why());
    log.show(StderrRing.Kind.NOTE, why.why());
    session.kill();
    teller.ended(why, why);
  }

  private ServedProcess spawned() throws SpawnException {
    Child child = channel.parts.spawner().spawn(channel.command);
    log.info("spawn", "pid", child.pid());
    try {
      ServedProcess begun = ServedProcess.of(child, channel.command, channel.parts, log);
      channel.before = begun.ended();
      return begun;
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
            + "` without a command to talk to it."
            + (channel.leavesAnother
                ? " The command has put a process into the background before: run it in the"
                    + " foreground."
                : "");
    return new End.Refused("Cannot start `" + channel.command.display() + "`: " + problem, problem);
  }

  private void live(ServedProcess running) throws InterruptedException {
    running.run().set(log.number());
    facts = running.facts().again();
    process = Optional.of(running);
    teller.opened();
    CompletableFuture<Object> leaves = CompletableFuture.anyOf(running.ended(), ordered);
    End how = talk(leaves);
    channel.parts.timers().await(leaves, CRASH_MILLIS);
    if (leaves.isDone()) {
      teller.ended(ended(running), Teller.NEVER_OPEN);
    } else { // the next run takes the process
      channel.keep(running, KEPT_MILLIS);
      End.Lost told = how instanceof End.Lost l ? l : new End.Lost("lost its session");
      teller.ended(told, new End.Refused(told.why()));
    }
  }

  /// A session, to its end. It is closed before the process is stopped: a server may wait for its
  /// connections before it exits. When the process has exited, answers under way have a moment.
  private End talk(CompletableFuture<?> leaves) {
    session.start();
    CompletableFuture.anyOf(leaves, lost).join();
    if (ordered.isDone()) {
      session.stop(ordered.join());
    } else if (leaves.isDone()) {
      session.run.lost("exited");
    }
    return lost.join();
  }

  /// How the process has ended, which is stopped if it has not.
  private End ended(ServedProcess running) throws InterruptedException {
    if (!running.ended().isDone() && !running.stop(ordered.join())) {
      return new End.SurvivedKill();
    }
    Child.Exit exit = running.ended().join();
    boolean background = !ordered.isDone() && exit.success() && answers();
    channel.leavesAnother = background;
    return new End.Exited(exit, background ? Optional.of(End.Fault.BACKGROUND) : Optional.empty());
  }

  @Override
  public void stop(String why) {
    ordered.complete(why);
  }

  @Override
  public void kill() {
    ordered.complete("killed");
    session.kill();
    process.ifPresent(p -> log.guard("kill", p.child()::kill, failure -> {}));
  }

  // Messages.

  @Override
  public Sent send(Outgoing message) {
    return session.send(message);
  }

  @Override
  public void answered(Sent sent) {
    session.answered(sent);
  }

  @Override
  public boolean mayHaveRun(Sent sent) {
    return session.mayHaveRun(sent);
  }

  @Override
  public long pending() {
    return session.pending();
  }

  @Override
  public boolean away() {
    return session.away();
  }

  @Override
  public Optional<String> awaits() {
    return channel
        .http
        .away()
        .map(a ->
            session.isOpen()
                ? a.why()
                : "nothing listens at " + channel.http.display() + " (" + a.why() + ")");
  }

  @Override
  public Facts facts() {
    return facts;
  }

  @Override
  public Optional<TreeUsage> usage() {
    return process.map(ServedProcess::child).filter(Child::alive).map(Child::usage);
  }
}
