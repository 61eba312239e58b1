package dev.pitstop.channel.cli;

import dev.pitstop.channel.Channel;
import dev.pitstop.channel.ChannelParts;
import dev.pitstop.channel.Events;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.RunKind;
import dev.pitstop.channel.RunLog;
import dev.pitstop.channel.Target;
import dev.pitstop.commandline.CliSchema;
import dev.pitstop.process.SpawnException;
import java.nio.file.Path;
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

  /// Asks the program to describe its tools, without opening a run. Blocks until it has.
  ///
  /// @throws CliSchema.Unreadable if there is no description that can be used
  public CliSchema describe() throws SpawnException, CliSchema.Unreadable {
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
