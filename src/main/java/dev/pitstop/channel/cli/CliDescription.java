package dev.pitstop.channel.cli;

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
  /// @throws CliSchema.Unreadable if there is no description that can be used; the message is fit
  ///   for the agent
  static CliSchema read(CliProgram program, RunLog log, CliProcess process)
      throws SpawnException, CliSchema.Unreadable {
    log.begin();
    log.info("schema-starting");
    try {
      CliSchema schema = run(program, process);
      tell(schema, log);
      return schema;
    } catch (SpawnException | CliSchema.Unreadable e) {
      log.show(StderrRing.Kind.NOTE, String.valueOf(e.getMessage()));
      throw e;
    }
  }

  private static CliSchema run(CliProgram program, CliProcess process)
      throws SpawnException, CliSchema.Unreadable {
    Command command = program.with(program.calls().schemaArgs());
    CliProcess.Outcome outcome =
        process.run(command, Optional.empty(), MOST_BYTES, program.schemaMillis());
    String limit = Words.duration(program.schemaMillis());
    String shown = "`" + command.display() + "`";
    boolean whole = outcome.length() <= MOST_BYTES;
    String why =
        switch (outcome.why()) {
          case LATE -> " timed out after " + limit + " and was stopped";
          case CANCELLED -> " was stopped because it was no longer needed";
          case EXITED ->
              !outcome.exit().success()
                  ? " ended with " + outcome.exit().words()
                  : whole ? "" : " printed more than " + Words.bytes(MOST_BYTES);
        };
    if (!why.isEmpty()) {
      throw new CliSchema.Unreadable(shown + why);
    }
    try {
      return CliSchema.read(outcome.out());
    } catch (CliSchema.Unreadable e) {
      throw new CliSchema.Unreadable("the output of " + shown + " " + e.getMessage());
    }
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
