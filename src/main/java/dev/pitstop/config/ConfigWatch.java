package dev.pitstop.config;

import dev.pitstop.watch.Stamp;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Reports each save of a configuration file since it was made, including one before the start of
/// the watch. It looks at the file again and again: that also sees a file behind symbolic links, of
/// which any may get another target.
///
/// Thread-safe.
final class ConfigWatch implements AutoCloseable {
  /// A file that is the same for this long is no longer being written.
  private static final long LOOK_MILLIS = 200;

  private final Path file;
  private final Optional<Stamp> first; // taken before the first reading
  private final CountDownLatch closed = new CountDownLatch(1);

  /// Make it before the file is read for the first time.
  ///
  /// @param file as an absolute path; it may not exist yet
  ConfigWatch(Path file) {
    this.file = file;
    this.first = Stamp.of(file);
  }

  /// Starts the watch.
  ///
  /// @param saved runs on a thread of the watch
  void start(Runnable saved) {
    Thread.ofPlatform().daemon().name("config").start(() -> look(saved));
  }

  private void look(Runnable saved) {
    Optional<Stamp> read = first; // taken before the last reading
    Optional<Stamp> before = first;
    try {
      while (!closed.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        Optional<Stamp> now = Stamp.of(file);
        if (Stamp.same(now, before) && !Stamp.same(now, read)) {
          read = now;
          saved.run();
        }
        before = now;
      }
    } catch (InterruptedException e) {
      return; // the test harness ends
    }
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
