package dev.pitstop.watch;

import java.io.IOException;
import java.nio.file.Path;

/// Tells where files may have changed, by the operating system's events. The watcher's thread calls
/// all methods.
interface ChangeSource extends AutoCloseable {
  /// Watches the entries of one directory, not what is below them. To watch it again is harmless.
  /// That renews a registration that belongs to an earlier directory of the same name.
  ///
  /// @throws java.nio.file.FileSystemException if this directory cannot be watched
  /// @throws IOException if the system is out of watches or watch instances (Linux:
  ///   `fs.inotify.max_user_watches`, `max_user_instances`)
  void watch(Path directory) throws IOException;

  @Override
  void close();
}
