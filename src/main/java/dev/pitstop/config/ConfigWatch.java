package dev.pitstop.config;

import dev.pitstop.log.Log;
import dev.pitstop.watch.WatchOptions;
import dev.pitstop.watch.Watcher;
import dev.pitstop.watch.Watches;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;

/// Reports each save of a configuration file, including a save between the first reading and the
/// start of the watch.
///
/// A file behind symbolic links is polled: the system reports changes in the directory of a link,
/// not at its target, and any link on the way may get another target.
///
/// Thread-safe.
final class ConfigWatch implements AutoCloseable {
  private final Path file;
  private final Runnable saved;
  private final Log log;

  // Guarded by this.
  private Optional<Stamp> last = Optional.empty(); // taken before the last reading
  private Optional<Watcher> watcher = Optional.empty();
  private boolean looks; // whether the file is polled
  private boolean looked; // whether a save before the watch has been searched for
  private boolean closed;

  private record Stamp(FileTime modified, long size, String key) {}

  /// @param file as an absolute path; it may not exist yet
  /// @param saved runs on a thread of the watch
  ConfigWatch(Path file, Runnable saved, Log log) {
    this.file = file;
    this.saved = saved;
    this.log = log;
  }

  /// Call this before the file is read for the first time.
  synchronized void begin() {
    last = stamp();
  }

  private Optional<Stamp> stamp() {
    try {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      return Optional.of(
          new Stamp(now.lastModifiedTime(), now.size(), String.valueOf(now.fileKey())));
    } catch (IOException notThere) {
      return Optional.empty();
    }
  }

  /// Whether a symbolic link leads to the file.
  private boolean isLinked() {
    try {
      return !file.toRealPath().equals(file.normalize());
    } catch (IOException notThere) {
      return Files.isSymbolicLink(file);
    }
  }

  /// Starts the watch.
  synchronized void start() {
    if (closed) {
      return; // the session has ended meanwhile
    }
    looks = isLinked();
    WatchOptions usual = WatchOptions.defaults().withoutGitignore();
    WatchOptions options = looks ? usual.withMethod(WatchOptions.Method.POLLING) : usual;
    Watcher started =
        Watches.start(
            Optional.ofNullable(file.getParent()).orElse(file),
            List.of(literally(file)),
            options,
            settled -> changed(),
            problem -> log.debug("config", "file", file, "watch", problem.text()));
    watcher = Optional.of(started);
    Thread.ofPlatform().daemon().name("config").start(() -> lookOnce(started));
  }

  /// Finds a save from before the watch's first scan. The watch reports only later ones.
  private void lookOnce(Watcher started) {
    started.ready().join();
    boolean other;
    synchronized (this) {
      other = !last.equals(stamp());
    }
    if (other) {
      changed();
    }
    synchronized (this) {
      looked = true;
    }
  }

  /// Whether saves from before the watch began have been searched for.
  synchronized boolean looked() {
    return looked;
  }

  private void changed() {
    Optional<Watcher> before = Optional.empty();
    synchronized (this) {
      if (closed) {
        return;
      }
      last = stamp();
      saved.run();
      if (!looks && isLinked()) { // the file has become a link
        before = watcher;
        start();
      }
    }
    before.ifPresent(Watcher::close);
  }

  /// A glob that matches this file's name.
  private static String literally(Path file) {
    return String.valueOf(file.getFileName()).replaceAll("[*?\\[\\]{}!\\\\]", "?");
  }

  @Override
  public void close() {
    Optional<Watcher> open;
    synchronized (this) {
      closed = true;
      open = watcher;
      watcher = Optional.empty();
    }
    // outside of the lock: `close` waits for a thread that may wait for it
    open.ifPresent(Watcher::close);
  }
}
