package dev.pitstop.watch;

import java.nio.file.Path;

/// A source without events: the watcher scans every file periodically. For macOS, where the JDK has
/// no events, for network file systems, and for systems that are out of watches.
record PollingSource(long rescanEvery) implements ChangeSource {
  @Override
  public void watch(Path directory) {
    // There is nothing to register, because the rescans check every directory.
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
