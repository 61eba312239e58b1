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

  private CliDescription() {}

  /// Runs the command that describes the tools, and waits for it.
  ///
  /// @param log of the run that it is for
  /// @param process has not begun; it may be ended on any thread
  static Cli.Described read(CliProgram program, RunLog log, CliProcess process) {
    log.begin();
    log.info("schema-starting");
    Cli.Described read = run(program, process);
    if (read.schema().isPresent()) {
      tell(read.schema().get(), log);
    } else {
      log.show(StderrRing.Kind.NOTE, read.refusal().why());
    }
    return read;
  }

  private static Cli.Described run(CliProgram program, CliProcess process) {
    Command command = program.with(program.calls().schemaArgs());
    String shown = "`" + command.display() + "`";
    try {
      CliProcess.Outcome outcome =
          process.run(command, Optional.empty(), MOST_BYTES, program.schemaMillis());
      return of(outcome, shown, Words.duration(program.schemaMillis()));
    } catch (SpawnException e) {
      return new Cli.Described(Optional.empty(), End.Refused.of(e));
    } catch (CliSchema.Unreadable e) {
      return refused("the output of " + shown + " " + e.getMessage());
    }
  }

  private static Cli.Described of(CliProcess.Outcome outcome, String shown, String limit)
      throws CliSchema.Unreadable {
    return switch (outcome.why()) {
      case LATE -> refused(shown + " timed out after " + limit + " and was stopped");
      case CANCELLED -> refused(shown + " was stopped because it was no longer needed");
      case EXITED -> {
        if (!outcome.exit().success()) {
          yield refused(shown + " ended with " + outcome.exit().words());
        }
        if (outcome.length() > MOST_BYTES) {
          yield refused(shown + " printed more than " + Words.bytes(MOST_BYTES));
        }
        yield new Cli.Described(Optional.of(CliSchema.read(outcome.out())), new End.Refused(""));
      }
    };
  }

  /// @param why a clause, fit for the agent
  private static Cli.Described refused(String why) {
    return new Cli.Described(Optional.empty(), new End.Refused(why));
  }

  /// These names are documented: people search for them.
  private static void tell(CliSchema schema, RunLog log) {
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
