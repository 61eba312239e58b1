package dev.pitstop.channel;

import dev.pitstop.commandline.CliSchema;
import dev.pitstop.process.Command;
import dev.pitstop.process.StderrRing;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.Optional;

/// Asks a command-line program to describe its tools (T1). For one thread, except [#process].
final class CliDescription {
  /// The description of a thousand tools takes less than 1 MiB.
  private static final int MOST_BYTES = 16 * 1024 * 1024;

  private final Cli channel;
  private final int number;
  private final Command command;
  private final CliProcess process;
  private String problem = "";

  /// @param number of the run that it is for
  CliDescription(Cli channel, int number) {
    this.channel = channel;
    this.number = number;
    this.command = channel.with(channel.calls.schemaArgs());
    this.process =
        new CliProcess(
            channel,
            number,
            command,
            Optional.empty(),
            MOST_BYTES,
            channel.schemaMillis,
            (List<String> lines) -> {});
  }

  /// Its process, so that it can be stopped.
  CliProcess process() {
    return process;
  }

  /// Why there is no schema: a clause, fit for the agent.
  String problem() {
    return problem;
  }

  /// Runs the command on this thread, which must be a platform thread.
  ///
  /// @return empty if the program gave no usable schema
  Optional<CliSchema> read() {
    channel.ring.begin(number);
    channel.log.info("schema-starting", "server", channel.name, "spawn", number);
    CliProcess.Outcome outcome = process.run(late -> {}); // only this thread waits
    Optional<CliSchema> schema = of(outcome);
    if (schema.isPresent()) {
      tell(schema.get());
    } else {
      channel.ring.append(number, StderrRing.Kind.NOTE, problem);
    }
    return schema;
  }

  private Optional<CliSchema> of(CliProcess.Outcome outcome) {
    String shown = "`" + command.display() + "`";
    problem =
        switch (outcome.how()) {
          case CliProcess.How.NotStarted n -> n.why();
          case CliProcess.How.Late l ->
              shown
                  + " timed out after "
                  + Words.duration(channel.schemaMillis)
                  + " and was stopped";
          case CliProcess.How.Cancelled c -> shown + " was stopped because it was no longer needed";
          case CliProcess.How.Exited e ->
              !e.exit().success()
                  ? shown + " ended with " + e.exit().words()
                  : outcome.length() > MOST_BYTES
                      ? shown + " printed more than " + Words.bytes(MOST_BYTES)
                      : "";
        };
    if (!problem.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(CliSchema.read(outcome.out()));
    } catch (CliSchema.Unreadable e) {
      problem = "the output of " + shown + " " + e.getMessage();
      return Optional.empty();
    }
  }

  /// These names are documented: people search for them.
  private void tell(CliSchema schema) {
    channel.log.info(
        number == 1 ? "tools-registered" : "tools-refreshed",
        "server",
        channel.name,
        "tools",
        schema.tools().size(),
        "problems",
        schema.problems().size());
    for (CliSchema.Problem p : schema.problems()) {
      channel.log.warn("schema-problem", "server", channel.name, "problem", p.text());
      channel.ring.append(number, StderrRing.Kind.NOTE, p.text());
    }
  }
}
