package dev.pitstop.channel.stdio;

import dev.pitstop.channel.Channel;
import dev.pitstop.channel.ChannelParts;
import dev.pitstop.channel.Events;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.RunKind;
import dev.pitstop.process.Command;
import dev.pitstop.process.PortUse;
import dev.pitstop.rpc.Monitor;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A server that is a command. Each run is a process that takes messages on stdin and writes them
/// to stdout, one a line (the stdio transport).
///
/// @param monitor in whose turns messages are sent
public record Stdio(ChannelParts parts, Command command, Monitor monitor) implements Channel {
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
}
