package dev.pitstop.watch;

import java.io.IOException;
import java.nio.file.Path;

/// Tells a [Mailbox] where files may have changed, by the operating system's events. The watcher's
/// thread calls all methods.
interface ChangeSource extends AutoCloseable {
  /// Watches the entries of one directory, not what is below them. To watch it again is harmless.
  /// That renews a registration that belongs to an earlier directory of the same name.
  ///
  /// @throws Exhausted if the system is out of watches
  /// @throws IOException if this directory cannot be watched
  void watch(Path directory) throws IOException;

  /// Stops watching the directory. Harmless if it is not watched.
  void forget(Path directory);

  @Override
  void close();

  /// The system's limit of watches or watch instances is reached (Linux:
  /// `fs.inotify.max_user_watches`, `max_user_instances`).
  final class Exhausted extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Exhausted(Throwable cause) {
      super(cause.getMessage(), cause);
    }
  }
}
