package dev.pitstop.channel.stdio;

import dev.pitstop.channel.Channel;
import dev.pitstop.channel.Events;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.RunKind;
import dev.pitstop.log.Log;
import dev.pitstop.process.Command;
import dev.pitstop.process.PortUse;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.StderrRing;
import dev.pitstop.process.StopLimits;
import dev.pitstop.project.ProgramFile;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Timers;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;

/// A server that is a command. Each run is a process that takes messages on stdin and writes them
/// to stdout, one a line (the stdio transport).
public final class Stdio implements Channel {
  /// Makes threads. Each may be refused with an [OutOfMemoryError].
  ///
  /// @param platform daemon threads that read pipes
  /// @param waiting threads that only wait; platform threads too, as virtual ones would cost set-up
  ///   time
  record Threads(ThreadFactory platform, ThreadFactory waiting) {
    static Threads ofTheJdk() {
      ThreadFactory daemons = Thread.ofPlatform().daemon().factory();
      return new Threads(daemons, daemons);
    }
  }

  final String name;
  final Command command;
  final Spawner spawner;
  final Threads threads;
  final StopLimits limits;
  final Monitor monitor;
  final Timers timers;
  final Log log;
  final StderrRing ring;
  final int maxMessageBytes;

  /// @param name of the server, for thread names and the log
  /// @param limits for stopping a run
  /// @param monitor in whose turns messages are sent
  /// @param timers for time limits: one second for a process that closed a pipe, two for the last
  ///   output of a dead one, and the end of one that was killed
  /// @param ring takes the stderr, and those lines of stdout that are not messages
  /// @param maxMessageBytes the longest message that a server may send
  public Stdio(
      String name,
      Command command,
      Spawner spawner,
      StopLimits limits,
      Monitor monitor,
      Timers timers,
      Log log,
      StderrRing ring,
      int maxMessageBytes) {
    this(
        name,
        command,
        spawner,
        Threads.ofTheJdk(),
        limits,
        monitor,
        timers,
        log,
        ring,
        maxMessageBytes);
  }

  Stdio(
      String name,
      Command command,
      Spawner spawner,
      Threads threads,
      StopLimits limits,
      Monitor monitor,
      Timers timers,
      Log log,
      StderrRing ring,
      int maxMessageBytes) {
    this.name = name;
    this.command = command;
    this.spawner = spawner;
    this.threads = threads;
    this.limits = limits;
    this.monitor = monitor;
    this.timers = timers;
    this.log = log;
    this.ring = ring;
    this.maxMessageBytes = maxMessageBytes;
  }

  @Override
  public Link open(int number, Events events) {
    StdioRun run = new StdioRun(this, number, events);
    run.start();
    return run;
  }

  @Override
  public RunKind kind() {
    return RunKind.PROCESS;
  }

  @Override
  public String display() {
    return command.display();
  }

  @Override
  public Optional<String> program() {
    return Optional.of(command.argv().getFirst());
  }

  @Override
  public Path directory() {
    return command.directory();
  }

  @Override
  public Optional<PortUse> portUse(List<String> lines) {
    return spawner.portUse(lines, command, ProgramFile.of(command, spawner.executables()).path());
  }
}
