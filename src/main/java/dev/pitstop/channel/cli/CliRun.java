package dev.pitstop.channel.cli;

import dev.pitstop.channel.End;
import dev.pitstop.channel.Events;
import dev.pitstop.channel.Facts;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.RunLog;
import dev.pitstop.channel.Teller;
import dev.pitstop.commandline.CliSchema;
import dev.pitstop.process.TreeUsage;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Timers;
import dev.pitstop.text.Grace;
import java.util.Optional;
import java.util.OptionalLong;

/// A run that is one schema of a command-line program. It opens when the program has described its
/// tools, answers what it can by itself, and starts a process for each call.
///
/// Thread-safe; its lock is held for an instant, and never while an event is reported or awaited.
final class CliRun implements Link {
  /// Together with the ladder of the processes: after this time the end is reported in any case.
  private static final long GRACE_MILLIS = Grace.millis(5_000);

  /// The position of messages that are sent before the run is open or after its end, and so are
  /// lost.
  private static final long NOWHERE = Long.MAX_VALUE;

  private static final String UNWANTED = "stopped before the program had described its tools";

  private enum Phase {
    OPENING,
    OPEN,
    CLOSING,
    OVER
  }

  private final Cli channel;
  private final RunLog log;
  private final Teller teller;
  private final CliMessages messages;

  // Guarded by `this`.
  private Phase phase = Phase.OPENING;
  private Optional<CliProcess> describing = Optional.empty();
  private Optional<Timers.Timer> limit = Optional.empty();

  private final long begunNanos = System.nanoTime();
  private final long begunMillis = System.currentTimeMillis();

  // Written once, before the run is reported open.
  private volatile Optional<CliSchema> schema = Optional.empty();
  private volatile Optional<CliInbox> inbox = Optional.empty();
  private volatile Facts since = Facts.NONE;

  CliRun(Cli channel, int number, Events events) {
    this.channel = channel;
    this.log = channel.log(number);
    this.teller = new Teller(log, events);
    this.messages =
        new CliMessages(channel.program.name(), channel.maxMessageBytes, teller, Codec::parse);
  }

  // Its beginning.

  void start() {
    try {
      channel.program.begin("schema", this::describe);
    } catch (Throwable t) {
      refuse(new End.Refused("not enough memory for a thread: " + t));
    }
  }

  /// The root of the thread `schema`.
  private void describe() {
    try {
      CliDescription description = channel.description(log);
      synchronized (this) {
        if (phase != Phase.OPENING) {
          return; // the thread that stopped it reports its end
        }
        describing = Optional.of(description.process());
      }
      Optional<CliSchema> read = description.read();
      if (read.isPresent()) {
        opened(read.get());
      } else {
        refuse(description.refusal());
      }
    } catch (Throwable t) {
      teller.failed("schema", t);
      refuse(new End.Refused("internal error in Pitstop (" + t + ")"));
    }
  }

  private void opened(CliSchema read) {
    boolean wanted;
    synchronized (this) {
      describing = Optional.empty();
      wanted = phase == Phase.OPENING;
      if (wanted) {
        schema = Optional.of(read);
        inbox = Optional.of(new CliInbox(read, channel.shared(log, messages)));
        since =
            Facts.begun(
                OptionalLong.empty(),
                begunNanos,
                begunMillis,
                log.number() > 1 ? channel.program.file() : Optional.empty());
        phase = Phase.OPEN;
      }
    }
    if (wanted) {
      teller.opened();
    } else {
      closed(new End.Closed());
    }
  }

  // Messages.

  @Override
  public Sent send(Outgoing message) {
    synchronized (this) {
      return phase == Phase.OPEN
          ? inbox.orElseThrow().add(message)
          : new Sent(NOWHERE, message.length());
    }
  }

  @Override
  public void answered(Sent message) {
    inbox.ifPresent(i -> i.forget(message.end()));
  }

  @Override
  public boolean mayHaveRun(Sent message) {
    return message.end() != NOWHERE && inbox.orElseThrow().mayHaveRun(message.end());
  }

  @Override
  public long pending() {
    return inbox.map(CliInbox::pending).orElse(0L);
  }

  // Its end.

  /// May be called in a turn, in which no event may be reported.
  @Override
  public void stop(String reason) {
    Optional<CliProcess> left;
    synchronized (this) {
      if (phase == Phase.CLOSING || phase == Phase.OVER) {
        return;
      }
      phase = Phase.CLOSING;
      left = describing;
      long millis = channel.program.limits().total().toMillis() + GRACE_MILLIS;
      limit =
          Optional.of(channel.program.timers().after(millis, () -> closed(new End.SurvivedKill())));
    }
    log.info("stop", "why", reason);
    if (left.isPresent()) {
      left.get().end(new CliProcess.How.Cancelled()); // its waiting thread reports the end
    } else {
      Runnable done = () -> closed(new End.Closed());
      soon(() -> inbox.ifPresentOrElse(i -> i.close(done), done));
    }
  }

  /// May be called in a turn, too.
  @Override
  public void kill() {
    Optional<CliProcess> left;
    synchronized (this) {
      if (phase == Phase.OVER) {
        return;
      }
      phase = Phase.CLOSING;
      left = describing;
    }
    left.ifPresent(CliProcess::kill);
    inbox.ifPresent(CliInbox::kill);
    soon(() -> closed(new End.Closed()));
  }

  private void soon(Runnable task) {
    try {
      channel.program.begin("close", task);
    } catch (Throwable t) {
      teller.failed("close", t);
      channel.program.timers().after(0, task);
    }
  }

  private void closed(End how) {
    end(how, new End.Refused(UNWANTED));
  }

  private void refuse(End.Refused refusal) {
    end(refusal, refusal);
  }

  /// @param unopened what is reported instead if it is not open
  private void end(End how, End.Refused unopened) {
    boolean refused;
    synchronized (this) {
      if (phase == Phase.OVER) {
        return;
      }
      refused = phase == Phase.OPENING;
      phase = Phase.OVER;
      limit.ifPresent(Timers.Timer::cancel);
    }
    if (refused) {
      log.error("schema-failed", "why", unopened.why());
    }
    messages.end();
    teller.ended(how, unopened);
  }

  @Override
  public Facts facts() {
    return schema
        .map(s ->
            since.with(
                new Facts.Schema(
                    s.tools().size(),
                    s.problems().stream().map(CliSchema.Problem::text).toList(),
                    channel.begun.get())))
        .orElse(Facts.NONE);
  }

  @Override
  public Optional<TreeUsage> usage() {
    return Optional.empty();
  }
}
