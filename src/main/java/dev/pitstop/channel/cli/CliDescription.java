package dev.pitstop.channel.cli;

import dev.pitstop.channel.End;
import dev.pitstop.channel.RunLog;
import dev.pitstop.commandline.CliSchema;
import dev.pitstop.process.Command;
import dev.pitstop.process.StderrRing;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.Optional;

/// Asks a command-line program to describe its tools. For one thread, except [#process].
final class CliDescription {
  /// The description of a thousand tools takes less than 1 MiB.
  private static final int MOST_BYTES = 16 * 1024 * 1024;

  private final long limitMillis;
  private final RunLog log;
  private final Command command;
  private final CliProcess process;
  private End.Refused refusal = new End.Refused("");

  /// @param words that make the program describe its tools
  /// @param limitMillis how long that may take
  /// @param log of the run that it is for
  CliDescription(CliProcess.Program program, List<String> words, long limitMillis, RunLog log) {
    this.limitMillis = limitMillis;
    this.log = log;
    this.command = program.with(words);
    this.process =
        new CliProcess(
            program,
            log,
            log.stderr(),
            command,
            Optional.empty(),
            MOST_BYTES,
            limitMillis,
            (List<String> lines) -> {});
  }

  /// Its process, so that it can be stopped.
  CliProcess process() {
    return process;
  }

  /// Why there is no schema.
  End.Refused refusal() {
    return refusal;
  }

  /// Runs the command on this thread, which must be a platform thread.
  ///
  /// @return empty if the program gave no usable schema
  Optional<CliSchema> read() {
    log.begin();
    log.info("schema-starting");
    CliProcess.Outcome outcome = process.run(late -> {}); // only this thread waits
    Optional<CliSchema> schema = of(outcome);
    process.forget();
    if (schema.isPresent()) {
      tell(schema.get());
    } else {
      log.show(StderrRing.Kind.NOTE, refusal.why());
    }
    return schema;
  }

  private Optional<CliSchema> of(CliProcess.Outcome outcome) {
    String shown = "`" + command.display() + "`";
    return switch (outcome.how()) {
      case CliProcess.How.NotStarted n -> refused(n.refusal());
      case CliProcess.How.Late l ->
          refused(shown + " timed out after " + Words.duration(limitMillis) + " and was stopped");
      case CliProcess.How.Cancelled c ->
          refused(shown + " was stopped because it was no longer needed");
      case CliProcess.How.Exited e when !e.exit().success() ->
          refused(shown + " ended with " + e.exit().words());
      case CliProcess.How.Exited e when outcome.length() > MOST_BYTES ->
          refused(shown + " printed more than " + Words.bytes(MOST_BYTES));
      case CliProcess.How.Exited e when outcome.out().isEmpty() ->
          refused("there is no memory for the output of " + shown);
      case CliProcess.How.Exited e -> read(outcome.out().get(), shown);
    };
  }

  private Optional<CliSchema> read(byte[] output, String shown) {
    try {
      return Optional.of(CliSchema.read(output));
    } catch (CliSchema.Unreadable e) {
      return refused("the output of " + shown + " " + e.getMessage());
    }
  }

  /// @param why a clause, fit for the agent
  private Optional<CliSchema> refused(String why) {
    return refused(new End.Refused(why));
  }

  private Optional<CliSchema> refused(End.Refused why) {
    refusal = why;
    return Optional.empty();
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
