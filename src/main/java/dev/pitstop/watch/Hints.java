package dev.pitstop.watch;

import java.nio.file.Path;

/// What a source says of changes: hints of where to look, never the truth itself. Any thread.
interface Hints {
  /// The entry `path` of `directory` was made, changed or removed. A path, as the system gave it: a
  /// name that the locale cannot express leads nowhere once it has been a string.
  void changed(Path directory, Path path);

  /// `directory` is no longer watched: deleted, renamed away or unmounted.
  void lost(Path directory);

  /// Hints were lost: look at everything.
  void everything();
}
