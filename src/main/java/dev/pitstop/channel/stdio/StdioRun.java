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
import dev.pitstop.process.TreeUsage;
import dev.pitstop.rpc.Outbox;
import dev.pitstop.rpc.Outgoing;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/// A run that is a process. One platform thread starts it, which may take long, and then reads its
/// stdout to its end. [Ending] decides when it is over.
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
    this.ending = new Ending(channel.parts(), channel.display(), log, teller, this::leave);
  }

  void start() {
    try {
      Thread.ofPlatform().daemon().name(log.server() + " spawn").start(this::run);
    } catch (Throwable t) {
      ending.failed(t); // no memory for a thread
    }
  }

  private void run() {
    try {
      if (ending.wanted()) {
        log.begin();
        Child child = channel.parts().spawner().spawn(channel.command());
        log.info("spawn", "pid", child.pid());
        if (ending.started(child)) {
          talk(child);
        }
      }
    } catch (SpawnException e) {
      ending.refused(End.Refused.of(e));
    } catch (Throwable t) {
      ending.failed(t);
    } finally {
      ending.stdoutEnded();
    }
  }

  private void talk(Child child) throws InterruptedException {
    StderrPump.start(child, log.stderr()).thenRun(ending::stderrEnded);
    Outbox stdin =
        new Outbox(log.server() + " stdin", Outbox.Role.SERVER, child.stdin(), this::broken);
    running = Optional.of(new Running(child, stdin, factsOf(child)));
    teller.opened();
    if (teller.over()) {
      leave(); // the run was given up before there was a stdin to close
    }
    Thread.currentThread().setName(log.server() + " " + log.number() + " reader");
    new StdoutReader(channel.parts().maxMessageBytes(), log, teller, m -> answer(stdin, m))
        .read(child.stdout());
  }

  /// A write has failed. Usually the process is exiting. If it is not, it must be stopped, because
  /// nothing can reach it any more.
  private void broken(IOException e) {
    String why = String.valueOf(e.getMessage());
    log.debug("stdin-broken", "why", why);
    ending.closed(End.Fault.CLOSED_STDIN);
  }

  /// Discards what is still to be sent: a daemon that the server left behind may hold the pipe.
  private void leave() {
    running.ifPresent(r -> r.stdin().discard());
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
