package dev.pitstop.watch;

import java.io.IOException;
import java.nio.file.Path;

/// Tells where files may have changed. It knows from the operating system's events, or goes by the
/// clock alone. The watcher's thread calls all methods.
interface ChangeSource extends AutoCloseable {
  /// Takes the places to check. The watcher finds out what changed there. Called on any thread.
  interface Listener {
    /// The entry `path` of `directory` was made, changed or removed. It is a path as the system
    /// gave it. A name that the locale cannot express leads nowhere once it has been a string.
    void changed(Path directory, Path path);

    /// `directory` is no longer watched: deleted, renamed away or unmounted.
    void lost(Path directory);

    /// Events were lost: check everything.
    void everything();

    /// The source has failed and sends nothing more.
    void broken(Throwable why);
  }

  /// The interval if no rescans are needed.
  long NEVER = Long.MAX_VALUE;

  /// Watches the entries of one directory, not what is below them. To watch it again is harmless.
  /// That renews a registration that belongs to an earlier directory of the same name.
  ///
  /// @throws Exhausted if the system is out of watches
  /// @throws IOException if this directory cannot be watched
  void watch(Path directory) throws IOException;

  /// Stops watching the directory. Harmless if it is not watched.
  void forget(Path directory);

  /// The interval of scans that replace missing events, in nanoseconds, or [#NEVER].
  long rescanEvery();

  @Override
  void close();

  /// The system's limit of watches or watch instances is reached (Linux:
  /// `fs.inotify.max_user_watches`, `max_user_instances`).
  final class Exhausted extends IOException {
    private static final long serialVersionUID = 1L;

    Exhausted(IOException cause) {
      super(cause.getMessage(), cause);
    }
  }
}
