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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/// A server that is a command and speaks HTTP: Pitstop runs the command, as it runs one that speaks
/// over its pipes, and talks to it through a URL of this machine. What the process writes to its
/// stdout and stderr is its output; nothing is written to its stdin.
public final class Served implements Channel {
  final ChannelParts parts;
  final Command command;
  final Http http;

  /// A process that lives on, though its session is lost: it serves the next run.
  private final AtomicReference<Optional<ServedProcess>> kept =
      new AtomicReference<>(Optional.empty());

  /// The end of the process that was started last.
  volatile CompletableFuture<?> before = CompletableFuture.completedFuture(null);

  /// Whether the last process that ended has left another that serves.
  volatile boolean leavesAnother;

  /// @param http the way to the URL
  public Served(ChannelParts parts, Command command, Http http) {
    this.parts = parts;
    this.command = command;
    this.http = http;
    parts.spawner().whenClosed(() -> take().ifPresent(p -> p.child().kill()));
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

  @Override
  public void reloads() {
    take().ifPresent(p -> Thread.ofVirtual().start(p::leave));
  }

  /// Keeps the process for the run that follows, or stops it if none does.
  void keep(ServedProcess process, long millis) {
    Optional<ServedProcess> keeps = Optional.of(process);
    kept.set(keeps);
    parts
        .timers()
        .after(
            millis,
            () -> {
              if (kept.compareAndSet(keeps, Optional.empty())) {
                Thread.ofVirtual().start(process::leave);
              }
            });
  }

  /// The living process that a lost session has left, if there is one.
  Optional<ServedProcess> take() {
    return kept.getAndSet(Optional.empty()).filter(p -> p.child().alive());
  }
}
