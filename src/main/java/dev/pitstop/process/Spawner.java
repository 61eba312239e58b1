package dev.pitstop.process;

import java.io.IOException;
import java.nio.file.Path;

/// Starts processes. The seam between the engine and the operating system: [OsSpawner] is the real
/// one, tests use their own.
@FunctionalInterface
public interface Spawner {
  /// Starts the command and returns as soon as it runs. Callable from any thread, virtual ones
  /// included.
  ///
  /// @throws SpawnException when it could not be started; the message is fit for the agent
  Child spawn(Command command) throws SpawnException;

  /// Starts a process that is not ours to end. Callable from any thread.
  ///
  /// @param output what it writes is added to this file
  /// @throws IOException if it cannot be started, saying why
  default Detached detach(Command command, Path output) throws IOException {
    return Detached.start(command, output, ProcessBuilder::start);
  }
}
