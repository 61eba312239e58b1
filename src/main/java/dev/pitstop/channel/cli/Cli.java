package dev.pitstop.channel.cli;

import dev.pitstop.channel.Channel;
import dev.pitstop.channel.ChannelParts;
import dev.pitstop.channel.End;
import dev.pitstop.channel.Events;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.RunKind;
import dev.pitstop.channel.RunLog;
import dev.pitstop.channel.Target;
import dev.pitstop.commandline.CliSchema;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// A command-line program that describes its tools, presented as a server. Each run is one schema,
/// each call one process (docs/design/lifecycle.md).
public final class Cli implements Channel {
  private final CliProgram program;

  /// @param schemaMillis how long the program may take to describe its tools
  public Cli(ChannelParts parts, Target.Tools target, long schemaMillis) {
    this.program =
        new CliProgram(parts, target.command(), target.calls(), schemaMillis, new AtomicLong());
  }

  /// A program's description of its tools.
  ///
  /// @param schema empty if the program gave none that can be used
  /// @param refusal why there is none
  public record Described(Optional<CliSchema> schema, End.Refused refusal) {}

  /// Asks the program to describe its tools, without opening a run. Blocks until it has.
  public Described describe() {
    RunLog log = program.parts().log(1);
    return CliDescription.read(program, log, new CliProcess(program.parts(), log, line -> {}));
  }

  @Override
  public Link open(int number, Events events) {
    CliRun run = new CliRun(program, number, events);
    run.start();
    return run;
  }

  @Override
  public RunKind kind() {
    return RunKind.SCHEMA;
  }

  @Override
  public String display() {
    return program.command().display();
  }

  @Override
  public Path directory() {
    return program.command().directory();
  }
}
