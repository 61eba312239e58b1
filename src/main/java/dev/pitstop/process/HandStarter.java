package dev.pitstop.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Starts processes by a [Hand], which gives each a session of its own and ends them with itself.
record HandStarter(Hand hand, Platform platform) implements Starter {
  @Override
  public Process start(ProcessBuilder builder) throws IOException {
    List<String> argv = new ArrayList<>(builder.command());
    if (!platform.isPath(argv.getFirst())) {
      Optional<Path> file = platform.onPath(argv.getFirst(), builder.environment());
      if (file.isEmpty()) {
        throw new IOException(argv.getFirst() + " is not on the PATH");
      }
      argv.set(0, file.get().toString());
    }
    Hand.Started started =
        hand.start(
            argv,
            builder.environment(),
            Optional.ofNullable(builder.directory()).map(File::toPath).orElse(Path.of("/")),
            Optional.ofNullable(builder.redirectOutput().file()).map(File::toPath));
    HandedProcess process = new HandedProcess(started);
    if (started.pipes().length == 0) { // one that outlives Pitstop: nobody waits for it otherwise
      Thread.ofPlatform()
          .daemon()
          .name("pitstop-detached-" + started.pid())
          .start(process::awaitEnd);
    }
    return process;
  }

  @Override
  public boolean givesSessions() {
    return true;
  }
}
