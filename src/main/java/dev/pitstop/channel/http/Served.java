package dev.pitstop.channel.http;

import dev.pitstop.channel.Channel;
import dev.pitstop.channel.ChannelParts;
import dev.pitstop.channel.Events;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.RunKind;
import dev.pitstop.process.Command;
import dev.pitstop.process.PortUse;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A server that is a command and speaks HTTP: Pitstop runs the command, as it runs one that speaks
/// over its pipes, and talks to it through a URL of this machine. What the process writes to its
/// stdout and stderr is its output; nothing is written to its stdin.
public final class Served implements Channel {
  final ChannelParts parts;
  final Command command;
  final Http http;

  /// It lives on, its session is lost. Guarded by `this`.
  private Optional<ServedProcess> kept = Optional.empty();

  /// @param http the way to the URL
  public Served(ChannelParts parts, Command command, Http http) {
    this.parts = parts;
    this.command = command;
    this.http = http;
    parts.spawner().whenClosed(() -> take().ifPresent(ServedProcess::kill));
  }

  @Override
  public Link open(int number, Events events) {
    ServedRun run = new ServedRun(this, number, events);
    run.start();
    return run;
  }

  @Override
  public RunKind kind() {
    return RunKind.PROCESS;
  }

  @Override
  public String display() {
    return command.display() + " (" + http.display() + ")";
  }

  @Override
  public Optional<String> program() {
    return Optional.of(command.program());
  }

  @Override
  public Path directory() {
    return command.directory();
  }

  @Override
  public Optional<PortUse> portUse(List<String> lines) {
    return parts.spawner().portUse(lines, command);
  }

  /// Who listens at the URL's port, if the system shows it.
  Optional<PortUse> holder() {
    return parts.spawner().listener(http.port(), command);
  }

  // A process whose session is lost serves the next run.

  /// Keeps the process for the run that follows, or stops it if none does.
  synchronized void keep(ServedProcess process, long millis) {
    kept = Optional.of(process);
    parts
        .timers()
        .after(
            millis,
            () -> {
              if (take(process)) {
                Thread.ofVirtual().start(() -> process.stop("is not needed any more"));
              }
            });
  }

  private synchronized boolean take(ServedProcess process) {
    boolean there = kept.filter(k -> k == process).isPresent();
    kept = there ? Optional.empty() : kept;
    return there;
  }

  /// The living process that a lost session has left, if there is one.
  synchronized Optional<ServedProcess> take() {
    Optional<ServedProcess> was = kept.filter(ServedProcess::alive);
    kept = Optional.empty();
    return was;
  }
}
