package dev.pitstop.channel.cli;

import dev.pitstop.channel.End;
import dev.pitstop.channel.Events;
import dev.pitstop.channel.Facts;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.RunLog;
import dev.pitstop.channel.Teller;
import dev.pitstop.commandline.CliSchema;
import dev.pitstop.process.TreeUsage;
import dev.pitstop.project.BinaryInfo;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.text.Grace;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/// A run that is one schema of a command-line program. It opens when the program has described its
/// tools, answers what it can by itself, and starts a process for each call.
///
/// Thread-safe; its lock is held for an instant, and never while an event is reported or awaited.
final class CliRun implements Link {
  /// Together with the ladder of the processes: after this time the end is reported in any case.
  private static final long GRACE_MILLIS = Grace.millis(5_000);

  private static final String UNWANTED = "stopped before the program had described its tools";

  private final CliProgram program;
  private final RunLog log;
  private final Teller teller;
  private final CliMessages messages;
  private final CliProcess describing;
  private final Thread describer;
  private final long begunNanos = System.nanoTime();

  private boolean stopped; // takes nothing any more; guarded by `this`

  // Written once, before the run is reported open.
  private volatile Optional<CliInbox> inbox = Optional.empty();
  private volatile Facts since = Facts.NONE;

  CliRun(CliProgram program, int number, Events events) {
    this.program = program;
    this.log = program.parts().log(number);
    this.teller = new Teller(log, events);
    this.messages = new CliMessages(log.server(), program.parts().maxMessageBytes(), teller);
    this.describing = new CliProcess(program.parts(), log, line -> {});
    this.describer = thread("schema", this::describe);
  }

  // Its beginning.

  void start() {
    describer.start();
  }

  private Thread thread(String what, Runnable body) {
    return Thread.ofVirtual().name(log.server() + " " + what).unstarted(body);
  }

  /// The root of the thread `schema`.
  private void describe() {
    try {
      Cli.Described read = CliDescription.read(program, log, describing);
      if (read.schema().isPresent()) {
        opened(read.schema().get());
      } else {
        refuse(read.refusal());
      }
    } catch (Throwable t) {
      teller.failed("schema", t);
      refuse(new End.Refused("internal error in Pitstop (" + t + ")"));
    }
  }

  private void opened(CliSchema read) {
    Optional<BinaryInfo> file = program.parts().glance(program.command(), log.number());
    synchronized (this) {
      if (!stopped) {
        since = Facts.begun(OptionalLong.empty(), begunNanos, file);
        inbox = Optional.of(new CliInbox(program, log, messages, read));
      }
    }
    if (inbox.isPresent()) {
      teller.opened();
    } else {
      closed(new End.Closed());
    }
  }

  // Messages.

  @Override
  public synchronized Sent send(Outgoing message) {
    return inbox.isPresent() && !stopped
        ? inbox.get().add(message)
        : new Sent(Sent.NOWHERE, message.length());
  }

  @Override
  public void answered(Sent message) {
    inbox.ifPresent(i -> i.forget(message.end()));
  }

  @Override
  public boolean mayHaveRun(Sent message) {
    return message.end() != Sent.NOWHERE && inbox.orElseThrow().mayHaveRun(message.end());
  }

  @Override
  public long pending() {
    return inbox.map(CliInbox::pending).orElse(0L);
  }

  // Its end.

  /// May be called in a turn, in which no event may be reported.
  @Override
  public void stop(String reason) {
    synchronized (this) {
      if (stopped) {
        return;
      }
      stopped = true;
    }
    log.info("stop", "why", reason);
    describing.end(CliProcess.Why.CANCELLED); // its thread reports the end
    thread("close", this::close).start();
  }

  private void close() {
    Duration limit = program.parts().limits().total().plusMillis(GRACE_MILLIS);
    try {
      boolean gone = describer.join(limit) && (inbox.isEmpty() || inbox.get().close(limit));
      closed(gone ? new End.Closed() : new End.SurvivedKill());
    } catch (InterruptedException nobodyShould) {
      // This thread is private: nothing interrupts it.
    }
  }

  /// May be called in a turn, too.
  @Override
  public void kill() {
    synchronized (this) {
      stopped = true;
    }
    describing.kill();
    inbox.ifPresent(CliInbox::kill);
    thread("close", () -> closed(new End.Closed())).start();
  }

  private void refuse(End.Refused why) {
    log.error("schema-failed", "why", why.why());
    end(why, why);
  }

  private void closed(End how) {
    end(how, new End.Refused(UNWANTED));
  }

  /// @param unopened what is reported instead if it is not open
  private void end(End how, End.Refused unopened) {
    messages.end();
    teller.ended(how, unopened);
  }

  @Override
  public Facts facts() {
    return inbox.map(i -> since.with(i.described())).orElse(Facts.NONE);
  }

  @Override
  public Optional<TreeUsage> usage() {
    return Optional.empty();
  }
}
