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

/// A server that is no server: a command-line program that describes its tools (T1). Each run is
/// one schema, each call a process (docs/design/command-line-tools.md).
public final class Cli implements Channel {
  /// Nobody sits in front of the program: it is to wait for nobody, and to colour nothing.
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

  /// @param name of the server, for names of threads and the log
  /// @param limits of ending a call's processes
  /// @param timers for the limits of calls
  /// @param ring where what it writes to stderr goes
  /// @param maxMessageBytes the longest message that it may be made to say (F1)
  /// @param schemaMillis how long it may take to describe its tools
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

  /// @param threads of the platform, for what reads pipes; each may be refused with an
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

  /// What a program says of its tools, for people.
  ///
  /// @param schema empty if it cannot be had
  /// @param problem why: a clause
  public record Described(Optional<CliSchema> schema, String problem) {}

  /// Has the program describe its tools, without a run. Waits for it; on a thread of the platform.
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

  /// The program with these words behind its own.
  Command with(List<String> words) {
    List<String> argv = new ArrayList<>(command.argv());
    argv.addAll(words);
    Map<String, String> env = new LinkedHashMap<>(QUIET);
    env.putAll(command.env());
    return new Command(argv, env, command.directory(), command.binary());
  }

  /// Begins a thread.
  ///
  /// @throws OutOfMemoryError if there is no memory for one
  void begin(String what, Runnable body) {
    Thread thread = threads.newThread(body);
    thread.setName(name + " " + what);
    thread.start();
  }
}
