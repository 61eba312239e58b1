package dev.pitstop.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Starts processes. [OsSpawner] is the real implementation; tests have their own.
@FunctionalInterface
public interface Spawner {
  /// Starts the command and returns as soon as it runs. Callable from any thread, virtual ones
  /// included.
  ///
  /// @throws SpawnException if the command cannot be started; its message can be shown to the agent
  Child spawn(Command command) throws SpawnException;

  /// Starts a process that outlives Pitstop, see [Detached]. Callable from any thread.
  ///
  /// @param output the file that its output is appended to
  /// @throws IOException if the process cannot be started; the message says why
  default Detached detach(Command command, Path output) throws IOException {
    return Detached.start(command, output, environment());
  }

  /// Runs this when the session is over and nothing more is started. Never, if this spawner is not
  /// closed.
  default void whenClosed(Runnable task) {}

  /// What every process inherits; a [Command] adds its own.
  default Map<String, String> environment() {
    return Map.of();
  }

  /// Finds the files of commands, as [#spawn] does.
  default Executables executables() {
    return Executables.in(environment());
  }

  /// The process that listens at a port. Empty if the system does not show it. Slow, as the next.
  ///
  /// @param command one that wants the port, to be compared with that of the process
  default Optional<PortUse> listener(int port, Command command) {
    return Optional.empty();
  }

  /// The process that holds the port which a process of this command failed to open. Empty if its
  /// output names no port, or if the system does not show it. Slow: never called in a turn.
  ///
  /// @param lines the output of the process
  default Optional<PortUse> portUse(List<String> lines, Command command) {
    return Optional.empty();
  }
}
