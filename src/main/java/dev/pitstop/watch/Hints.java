package dev.pitstop.watch;

import java.nio.file.Path;

/// What a source says of changes: hints of where to look, never the truth itself. Any thread.
interface Hints {
  /// The entry `name` of `directory` was made, changed or removed.
  void changed(Path directory, String name);

  /// `directory` is no longer watched: deleted, renamed away or unmounted.
  void lost(Path directory);

  /// Hints were lost: look at everything.
  void everything();
}
