package dev.pitstop.channel;

import dev.pitstop.commandline.CliSchema;
import dev.pitstop.log.Log;
import dev.pitstop.process.Command;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.StderrRing;
import dev.pitstop.process.StopLimits;
import dev.pitstop.rpc.HeapTrim;
import dev.pitstop.rpc.Timers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;

/// A command-line program that describes its tools (T1), presented as a server. Each run is one
/// schema, each call one process (docs/design/command-line-tools.md).
public final class Cli implements Channel {
  /// No person reads the program's output: it must not open a pager or print colours.
  private static final Map<String, String> QUIET =
      Map.of("PAGER", "cat", "GIT_PAGER", "cat", "NO_COLOR", "1", "TERM", "dumb");

  final String name;
  final Target.Calls calls;
  final Spawner spawner;
  final StopLimits limits;
  final Timers timers;
  final Log log;
  final StderrRing ring;
  final int maxMessageBytes;
  final long schemaMillis;
  final ThreadFactory threads;
  final HeapTrim heap = new HeapTrim();
  final AtomicLong begun = new AtomicLong(); // calls whose processes were started
  private final Command command;

  /// @param name of the server, for thread names and the log
  /// @param limits for stopping a call's processes
  /// @param timers for the time limits of calls
  /// @param ring takes the program's stderr
  /// @param maxMessageBytes the longest message that may be made of its output (F1)
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
    this.name = name;
    this.command = target.command();
    this.calls = target.calls();
    this.spawner = spawner;
    this.limits = limits;
    this.timers = timers;
    this.log = log;
    this.ring = ring;
    this.maxMessageBytes = maxMessageBytes;
    this.schemaMillis = schemaMillis;
    this.threads = threads;
  }

  /// A program's description of its tools, for people.
  ///
  /// @param schema empty if the program gave none
  /// @param problem why there is none: a clause
  public record Described(Optional<CliSchema> schema, String problem) {}

  /// Asks the program to describe its tools, without opening a run. Blocks until it has; call it on
  /// a platform thread.
  public Described describe() {
    CliDescription description = new CliDescription(this, 1);
    Optional<CliSchema> read = description.read();
    return new Described(read, description.problem());
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
    return command.display();
  }

  @Override
  public Path directory() {
    return command.directory();
  }

  /// The program itself.
  Command command() {
    return command;
  }

  /// The program's command with these words added.
  Command with(List<String> words) {
    List<String> argv = new ArrayList<>(command.argv());
    argv.addAll(words);
    Map<String, String> env = new LinkedHashMap<>(QUIET);
    env.putAll(command.env());
    return new Command(argv, env, command.directory(), command.binary());
  }

  /// Starts a thread.
  ///
  /// @throws OutOfMemoryError if there is no memory for one
  void begin(String what, Runnable body) {
    Thread thread = threads.newThread(body);
    thread.setName(name + " " + what);
    thread.start();
  }
}
