package dev.pitstop.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Starts processes by a [Hand], which gives each a session of its own and ends them with itself.
record HandStarter(Hand hand) implements Starter {
  @Override
  public Process start(ProcessBuilder builder) throws IOException {
    Hand.Started started =
        hand.start(
            builder.command(),
            builder.environment(),
            Optional.ofNullable(builder.directory()).map(File::toPath).orElse(Path.of("/")),
            Optional.ofNullable(builder.redirectOutput().file()).map(File::toPath));
    return new HandedProcess(started.pid(), started.pipes(), started.end());
  }

  @Override
  public boolean givesSessions() {
    return true;
  }
}
