package dev.pitstop.process;

/// Starts processes. The seam between the engine and the operating system: [OsSpawner] is the real
/// one, tests use their own.
@FunctionalInterface
public interface Spawner {
  /// Starts the command and returns as soon as it runs. Callable from any thread, virtual ones
  /// included.
  ///
  /// @throws SpawnException when it could not be started; the message is fit for the agent
  Child spawn(Command command) throws SpawnException;
}
