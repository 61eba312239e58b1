package dev.pitstop.watch;

import java.io.IOException;
import java.nio.file.Path;

/// What says where files may have changed: the operating system's events, or nothing but the clock.
/// All methods but the constructor are called by the watcher's thread.
interface ChangeSource extends AutoCloseable {
  /// Is told where to look; what has really changed there the watcher finds out. Any thread.
  interface Listener {
    /// The entry `path` of `directory` was made, changed or removed. A path, as the system gave it:
    /// a name that the locale cannot express leads nowhere once it has been a string.
    void changed(Path directory, Path path);

    /// `directory` is no longer watched: deleted, renamed away or unmounted.
    void lost(Path directory);

    /// Something was missed: look at everything.
    void everything();

    /// The source says no more, because of a defect.
    void broken(Throwable why);
  }

  /// Rescans are never needed.
  long NEVER = Long.MAX_VALUE;

  /// Watches the entries of one directory, not what is below them. Watching it again is harmless,
  /// and renews a registration that belongs to a directory of that name that no longer exists.
  ///
  /// @throws Exhausted when the system has no more watches to give
  /// @throws IOException when this directory cannot be watched
  void watch(Path directory) throws IOException;

  /// Ends that; harmless when it is not watched.
  void forget(Path directory);

  /// How often the tree must be looked at for want of events, in nanoseconds, or [#NEVER].
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
