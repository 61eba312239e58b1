package dev.pitstop.channel.cli;

import dev.pitstop.channel.Channel;
import dev.pitstop.channel.Events;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.RunKind;
import dev.pitstop.channel.RunLog;
import dev.pitstop.channel.Target;
import dev.pitstop.commandline.CliSchema;
import dev.pitstop.log.Log;
import dev.pitstop.process.BatchFiles;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.StderrRing;
import dev.pitstop.process.StopLimits;
import dev.pitstop.rpc.Timers;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;

/// A command-line program that describes its tools, presented as a server. Each run is one schema,
/// each call one process (docs/design/lifecycle.md).
public final class Cli implements Channel {
  final CliProcess.Program program;
  final Target.Calls calls;
  final int maxMessageBytes;
  final long schemaMillis;
  final AtomicLong begun = new AtomicLong(); // calls whose processes were started
  private final Log log;
  private final StderrRing ring;

  /// @param name of the server, for thread names and the log
  /// @param limits for stopping a call's processes
  /// @param timers for the time limits of calls
  /// @param ring takes the program's stderr
  /// @param maxMessageBytes the longest message that may be made of its output
  /// @param schemaMillis how long the program may take to describe its tools
  public Cli(
      String name,
      Target.Tools target,
      Spawner spawner,
      StopLimits limits,
      Timers timers,
      Log log,
      StderrRing ring,
      int maxMessageBytes,
      long schemaMillis) {
    this(
        name,
        target,
        spawner,
        limits,
        timers,
        log,
        ring,
        maxMessageBytes,
        schemaMillis,
        Thread.ofPlatform().daemon().factory());
  }

  /// @param threads makes platform threads that read pipes; each may be refused with an
  ///   [OutOfMemoryError]
  Cli(
      String name,
      Target.Tools target,
      Spawner spawner,
      StopLimits limits,
      Timers timers,
      Log log,
      StderrRing ring,
      int maxMessageBytes,
      long schemaMillis,
      ThreadFactory threads) {
    this.program = new CliProcess.Program(name, target.command(), spawner, limits, timers, threads);
    this.calls = target.calls();
    this.log = log;
    this.ring = ring;
    this.maxMessageBytes = maxMessageBytes;
    this.schemaMillis = schemaMillis;
  }

  /// A program's description of its tools, for people.
  ///
  /// @param schema empty if the program gave none
  /// @param problem why there is none: a clause
  public record Described(Optional<CliSchema> schema, String problem) {}

  /// Asks the program to describe its tools, without opening a run. Blocks until it has; call it on
  /// a platform thread.
  public Described describe() {
    CliDescription description = description(log(1));
    Optional<CliSchema> read = description.read();
    return new Described(read, description.refusal().why());
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
    return program.command().display();
  }

  @Override
  public Path directory() {
    return program.command().directory();
  }

  RunLog log(int number) {
    return new RunLog(program.name(), number, log, ring);
  }

  /// What the calls of one run share.
  CliCall.Shared shared(RunLog of, CliMessages messages) {
    return new CliCall.Shared(
        program, calls, of, of.debugs(), of.stderr(), begun, messages, BatchFiles.possible());
  }

  CliDescription description(RunLog of) {
    return new CliDescription(program, calls.schemaArgs(), schemaMillis, of);
  }
}
