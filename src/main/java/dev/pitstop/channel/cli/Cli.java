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
import dev.pitstop.process.Command;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// A command-line program that describes its tools, presented as a server. Each run is one schema,
/// each call one process (docs/design/command-line-tools.md).
public final class Cli implements Channel {
  /// No person reads the program's output: it must not open a pager or print colours.
  private static final Map<String, String> QUIET =
      Map.of("PAGER", "cat", "GIT_PAGER", "cat", "NO_COLOR", "1", "TERM", "dumb");

  final ChannelParts parts;
  final Command program;
  final Target.Calls calls;
  final long schemaMillis;
  final AtomicLong begun = new AtomicLong(); // calls whose processes were started

  /// @param schemaMillis how long the program may take to describe its tools
  public Cli(ChannelParts parts, Target.Tools target, long schemaMillis) {
    this.parts = parts;
    this.program = target.command();
    this.calls = target.calls();
    this.schemaMillis = schemaMillis;
  }

  /// A program's description of its tools.
  ///
  /// @param schema empty if the program gave none that can be used
  /// @param refusal why there is none
  public record Described(Optional<CliSchema> schema, End.Refused refusal) {}

  /// Asks the program to describe its tools, without opening a run. Blocks until it has.
  public Described describe() {
    RunLog log = parts.log(1);
    return CliDescription.read(this, log, new CliProcess(parts, log, line -> {}));
  }

  @Override
  public Link open(int number, Events events) {
    CliRun run = new CliRun(this, number, events);
    run.start();
    return run;
  }

  @Override
  public RunKind kind() {
    return RunKind.SCHEMA;
  }

  @Override
  public String display() {
    return program.display();
  }

  @Override
  public Path directory() {
    return program.directory();
  }

  /// The program's command with these words added.
  Command with(List<String> words) {
    List<String> argv = new ArrayList<>(program.argv());
    argv.addAll(words);
    Map<String, String> env = new LinkedHashMap<>(QUIET);
    env.putAll(program.env());
    return new Command(argv, env, program.directory(), program.binary());
  }
}
