package dev.pitstop.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

  /// How much processor time these processes and all that they have started took until now, in
  /// milliseconds, by pid; of those that there are, where this system tells. Takes a while: not in
  /// a turn.
  default Map<Long, Long> cpuMillis(Collection<Long> pids) {
    return Map.of();
  }

  /// Who has the port that a process of this command could not have; empty if it has not complained
  /// of one, or if this system does not tell. Takes a while: not in a turn.
  ///
  /// @param lines what the process wrote
  default Optional<PortUse> portUse(List<String> lines, Command command) {
    return Optional.empty();
  }
}
