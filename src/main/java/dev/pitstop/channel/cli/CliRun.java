package dev.pitstop.channel.cli;

import dev.pitstop.channel.End;
import dev.pitstop.channel.Events;
import dev.pitstop.channel.Facts;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.RunLog;
import dev.pitstop.channel.Teller;
import dev.pitstop.commandline.CliSchema;
import dev.pitstop.process.SpawnException;
import dev.pitstop.process.TreeUsage;
import dev.pitstop.project.BinaryInfo;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.text.Grace;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/// A run that is one schema of a command-line program. It opens when the program has described its
/// tools, answers what it can by itself, and starts a process for each call. Its thread reads the
/// description, and then waits until the run is to end. Thread-safe; no method waits.
final class CliRun implements Link {
  /// Together with the ladder of the processes: after this time the end is reported in any case.
  private static final long GRACE_MILLIS = Grace.millis(5_000);

  private final CliProgram program;
  private final RunLog log;
  private final Teller teller;
  private final CliProcess describing;
  private final long begunNanos = System.nanoTime();

  /// Why the run is to end, if it is.
  private final CompletableFuture<String> ordered = new CompletableFuture<>();

  // Written once, before the run is reported open.
  private volatile Optional<CliInbox> inbox = Optional.empty();
  private volatile Facts since = Facts.NONE;

  CliRun(CliProgram program, int number, Events events) {
    this.program = program;
    this.log = program.parts().log(number);
    this.teller = new Teller(log, events);
    this.describing = new CliProcess(program.parts(), log, line -> {});
  }

  void start() {
    Thread.ofVirtual()
        .name(log.server() + " schema")
        .start(() -> log.guard("schema", this::run, this::failed));
  }

  private void run() {
    try {
      open(CliDescription.read(program, log, describing));
    } catch (SpawnException e) {
      refuse(End.Refused.of(e));
    } catch (CliSchema.Unreadable e) {
      refuse(new End.Refused(String.valueOf(e.getMessage())));
    } catch (InterruptedException e) { // nothing interrupts this thread
      throw new IllegalStateException(e);
    }
  }

  private void failed(Throwable why) {
    kill();
    teller.ended(new End.Closed(), new End.Refused("internal error in Pitstop (" + why + ")"));
  }

  /// Is open until the run is to end.
  private void open(CliSchema schema) throws InterruptedException {
    Optional<BinaryInfo> file = program.parts().glance(program.command(), log.number());
    since = Facts.begun(OptionalLong.empty(), begunNanos, file);
    CliInbox opened = new CliInbox(program, log, teller, schema);
    inbox = Optional.of(opened);
    teller.opened();
    log.info("stop", "why", ordered.join());
    Duration limit = program.parts().limits().total().plusMillis(GRACE_MILLIS);
    End how = opened.close(limit) ? new End.Closed() : new End.SurvivedKill();
    teller.ended(how, Teller.NEVER_OPEN);
  }

  private void refuse(End.Refused why) {
    log.error("schema-failed", "why", why.why());
    teller.ended(why, why);
  }

  // Messages.

  @Override
  public Sent send(Outgoing message) {
    Optional<CliInbox> to = ordered.isDone() ? Optional.empty() : inbox;
    to.ifPresent(i -> i.add(message));
    return new Sent(to.isPresent() ? 0 : Sent.NOWHERE, message.length());
  }

  @Override
  public void answered(Sent message) {}

  /// A call that waits for its turn counts as run.
  @Override
  public boolean mayHaveRun(Sent message) {
    return message.end() != Sent.NOWHERE;
  }

  @Override
  public long pending() {
    return 0; // each message is taken at once
  }

  // Its end.

  @Override
  public void stop(String reason) {
    ordered.complete(reason);
    describing.cancel();
  }

  @Override
  public void kill() {
    stop("killed");
    describing.kill();
    inbox.ifPresent(CliInbox::kill);
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
