package dev.pitstop.channel.stdio;

import dev.pitstop.channel.End;
import dev.pitstop.channel.Events;
import dev.pitstop.channel.Facts;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.RunLog;
import dev.pitstop.channel.Teller;
import dev.pitstop.process.Child;
import dev.pitstop.process.SpawnException;
import dev.pitstop.process.StderrPump;
import dev.pitstop.process.StderrRing;
import dev.pitstop.process.TreeUsage;
import dev.pitstop.rpc.Outbox;
import dev.pitstop.rpc.Outgoing;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/// A run that is a process. Its thread starts the process, which may take long, and then waits for
/// its end; another reads its stdout.
final class StdioRun implements Link {
  private record Running(Child child, Outbox stdin, Facts facts) {}

  private final Stdio channel;
  private final RunLog log;
  private final Teller teller;
  private final Ending ending;

  /// Set once by the run's thread, before it is reported open; read by all.
  private volatile Optional<Running> running = Optional.empty();

  StdioRun(Stdio channel, int number, Events events) {
    this.channel = channel;
    this.log = channel.parts().log(number);
    this.teller = new Teller(log, events);
    this.ending = new Ending(channel.parts(), log);
  }

  void start() {
    try {
      thread("run", this::run).start();
    } catch (Throwable t) {
      failed(t); // no memory for a thread
    }
  }

  private Thread thread(String what, Runnable body) {
    String name = log.server() + " " + log.number() + " " + what;
    return Thread.ofPlatform().daemon().name(name).unstarted(body);
  }

  private void run() {
    try {
      ended(outcome(), Teller.NEVER_OPEN);
    } catch (SpawnException e) {
      End.Refused refused = End.Refused.of(e);
      log.error("spawn-failed", "why", refused.why());
      log.show(StderrRing.Kind.NOTE, refused.why());
      ended(refused, refused);
    } catch (Throwable t) {
      failed(t);
    }
  }

  private End outcome() throws SpawnException, InterruptedException {
    log.begin();
    Child child = channel.parts().spawner().spawn(channel.command());
    log.info("spawn", "pid", child.pid());
    ending.started(child);
    CompletableFuture<Void> stdout = new CompletableFuture<>();
    CompletableFuture<Void> stderr = StderrPump.start(child, log.stderr(log::number));
    Outbox stdin =
        new Outbox(log.server() + " stdin", Outbox.Role.SERVER, child.stdin(), this::broken);
    running = Optional.of(new Running(child, stdin, factsOf(child)));
    thread("reader", () -> read(child, stdin, stdout)).start();
    return ending.await(child, stdout, stderr);
  }

  private void read(Child child, Outbox stdin, CompletableFuture<Void> end) {
    teller.opened();
    try {
      new StdoutReader(channel.parts().maxMessageBytes(), log, teller, m -> answer(stdin, m))
          .read(child.stdout());
    } catch (Throwable t) {
      ending.failed(t);
    } finally {
      end.complete(null);
      ending.closed(End.Fault.CLOSED_STDOUT);
    }
  }

  /// A write has failed. Usually the process is exiting. If it is not, it must be stopped, because
  /// nothing can reach it any more.
  private void broken(IOException e) {
    String why = String.valueOf(e.getMessage());
    log.debug("stdin-broken", "why", why);
    ending.closed(End.Fault.CLOSED_STDIN);
  }

  /// The run cannot go on: its process is killed, and not waited for.
  private void failed(Throwable why) {
    ending.failed(why);
    String problem = "internal error in Pitstop (" + why + ").";
    ended(
        new End.Exited(Child.Exit.UNKNOWN, Optional.of(End.Fault.OURS)),
        new End.Refused("Cannot start `" + channel.display() + "`: " + problem, problem));
  }

  /// Discards what is still to be sent, as a daemon that the server left behind may hold the pipe,
  /// and reports the end.
  ///
  /// @param unopened what is reported instead if the run was not reported open
  private void ended(End end, End.Refused unopened) {
    running.ifPresent(r -> r.stdin().discard());
    teller.ended(end, unopened);
  }

  @Override
  public Sent send(Outgoing message) {
    Optional<Running> to = running;
    long end = to.isPresent() ? channel.monitor().offer(to.get().stdin(), message) : Sent.NOWHERE;
    return new Sent(end, message.length());
  }

  /// Sends the server an error of Pitstop's own, from its reader thread, which is in no turn and
  /// never waits for a server.
  private static void answer(Outbox stdin, byte[] error) {
    stdin.offer(Outgoing.of(error));
    stdin.flush(false);
  }

  @Override
  public void answered(Sent sent) {
    if (sent.end() != Sent.NOWHERE) {
      running.orElseThrow().stdin().acknowledge(sent.end());
    }
  }

  @Override
  public boolean mayHaveRun(Sent sent) {
    return sent.end() != Sent.NOWHERE
        && running.orElseThrow().stdin().begun(sent.end(), sent.length());
  }

  @Override
  public long pending() {
    return running.map(r -> r.stdin().pendingBytes()).orElse(0L);
  }

  @Override
  public void stop(String why) {
    ending.stop(why);
  }

  @Override
  public void kill() {
    ending.kill();
  }

  @Override
  public Facts facts() {
    return running.map(Running::facts).orElse(Facts.NONE);
  }

  private Facts factsOf(Child child) {
    return Facts.begun(
        OptionalLong.of(child.pid()),
        child.startedNanos(),
        channel.parts().glance(channel.command(), log.number()));
  }

  @Override
  public Optional<TreeUsage> usage() {
    return running.map(Running::child).filter(Child::alive).map(Child::usage);
  }
}
