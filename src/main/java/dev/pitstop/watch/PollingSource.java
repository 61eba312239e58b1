package dev.pitstop.watch;

import java.nio.file.Path;

/// No events: the watcher looks at every file again and again. For macOS, where the JDK has none
/// either, for network file systems, and when the system's watches are used up.
record PollingSource(long rescanEvery) implements ChangeSource {
  @Override
  public void watch(Path directory) {
    // Nothing to register: the rescans look at every directory.
  }

  @Override
  public void forget(Path directory) {
    // Nothing was registered.
  }

  @Override
  public void close() {
    // Nothing is held.
  }
}
