package dev.pitstop.channel.cli;

import dev.pitstop.channel.End;
import dev.pitstop.channel.RunLog;
import dev.pitstop.commandline.CliSchema;
import dev.pitstop.process.Command;
import dev.pitstop.process.SpawnException;
import dev.pitstop.process.StderrRing;
import dev.pitstop.text.Words;
import java.util.Optional;

/// Asks a command-line program to describe its tools.
final class CliDescription {
  /// The description of a thousand tools takes less than 1 MiB.
  private static final int MOST_BYTES = 16 * 1024 * 1024;

  /// What came of it.
  ///
  /// @param schema empty if the program gave none that can be used
  /// @param refusal why there is none
  record Read(Optional<CliSchema> schema, End.Refused refusal) {}

  private final Cli channel;
  private final RunLog log;
  private final CliProcess process;

  /// @param log of the run that it is for
  CliDescription(Cli channel, RunLog log) {
    this.channel = channel;
    this.log = log;
    this.process = new CliProcess(channel.parts, log, line -> {});
  }

  /// Its process, so that it can be stopped.
  CliProcess process() {
    return process;
  }

  /// Runs the command, and waits for it.
  Read read() {
    log.begin();
    log.info("schema-starting");
    Read read = run(channel.with(channel.calls.schemaArgs()));
    if (read.schema().isPresent()) {
      tell(read.schema().get());
    } else {
      log.show(StderrRing.Kind.NOTE, read.refusal().why());
    }
    return read;
  }

  private Read run(Command command) {
    try {
      CliProcess.Outcome outcome =
          process.run(command, Optional.empty(), MOST_BYTES, channel.schemaMillis);
      process.awaitEnd();
      return of(outcome, "`" + command.display() + "`");
    } catch (SpawnException e) {
      return new Read(Optional.empty(), End.Refused.of(e));
    } catch (CliSchema.Unreadable e) {
      return refused("the output of `" + command.display() + "` " + e.getMessage());
    }
  }

  private Read of(CliProcess.Outcome outcome, String shown) throws CliSchema.Unreadable {
    return switch (outcome.why()) {
      case LATE -> {
        String limit = Words.duration(channel.schemaMillis);
        yield refused(shown + " timed out after " + limit + " and was stopped");
      }
      case CANCELLED -> refused(shown + " was stopped because it was no longer needed");
      case EXITED -> {
        if (!outcome.exit().success()) {
          yield refused(shown + " ended with " + outcome.exit().words());
        }
        if (outcome.length() > MOST_BYTES) {
          yield refused(shown + " printed more than " + Words.bytes(MOST_BYTES));
        }
        yield new Read(Optional.of(CliSchema.read(outcome.out())), new End.Refused(""));
      }
    };
  }

  /// @param why a clause, fit for the agent
  private static Read refused(String why) {
    return new Read(Optional.empty(), new End.Refused(why));
  }

  /// These names are documented: people search for them.
  private void tell(CliSchema schema) {
    log.info(
        log.number() == 1 ? "tools-registered" : "tools-refreshed",
        "tools",
        schema.tools().size(),
        "problems",
        schema.problems().size());
    for (CliSchema.Problem p : schema.problems()) {
      log.warn("schema-problem", "problem", p.text());
      log.show(StderrRing.Kind.NOTE, p.text());
    }
  }
}
