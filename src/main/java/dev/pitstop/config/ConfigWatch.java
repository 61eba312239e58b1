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

/// Tells when a configuration file is saved, also if that is done since it was first read.
///
/// Behind symbolic links the file is looked at again and again: the system tells of changes in the
/// directory of a link, not of changes where it leads, and any link on the way may be led
/// elsewhere.
///
/// Any thread; one at a time is let in.
final class ConfigWatch implements AutoCloseable {
  private final Path file;
  private final Runnable saved;
  private final Log log;

  // Guarded by this.
  private Optional<Stamp> last = Optional.empty(); // before it was last read
  private Optional<Watcher> watcher = Optional.empty();
  private boolean looks; // again and again
  private boolean looked; // for what was saved before the watch began
  private boolean closed;

  private record Stamp(FileTime modified, long size, String key) {}

  /// @param file as an absolute path; it may not exist yet
  /// @param saved runs on a thread of the watch
  ConfigWatch(Path file, Runnable saved, Log log) {
    this.file = file;
    this.saved = saved;
    this.log = log;
  }

  /// The file is about to be read for the first time.
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

  /// Whether there is a link on the way to it.
  private boolean isLinked() {
    try {
      return !file.toRealPath().equals(file.normalize());
    } catch (IOException notThere) {
      return Files.isSymbolicLink(file);
    }
  }

  /// From now on it is told.
  synchronized void start() {
    looks = isLinked();
    WatchOptions usual = WatchOptions.defaults();
    WatchOptions options =
        new WatchOptions(
            usual.quiet(),
            usual.atMost(),
            usual.settle(),
            looks ? WatchOptions.Method.POLLING : usual.method(),
            usual.pollEvery(),
            false);
    Watcher started =
        Watches.start(
            Optional.ofNullable(file.getParent()).orElse(file),
            List.of(literally(file)),
            options,
            settled -> changed(),
            problem -> log.debug("config", "file", file, "watch", problem));
    watcher = Optional.of(started);
    try {
      Thread.ofPlatform().daemon().name("config").start(() -> lookOnce(started));
    } catch (OutOfMemoryError noThread) {
      log.debug("config", "file", file, "watch", noThread.toString()); // the next save is seen
    }
  }

  /// A watch tells only of what is saved after its first scan.
  private void lookOnce(Watcher started) {
    try {
      started.awaitReady();
    } catch (InterruptedException e) {
      return; // nobody does that
    }
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

  /// Whether it has been looked for what was saved before the watch began.
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
      if (!looks && isLinked()) { // it was none before
        before = watcher;
        start();
      }
    }
    before.ifPresent(Watcher::close);
  }

  /// A glob that means this file only.
  private static String literally(Path file) {
    StringBuilder glob = new StringBuilder();
    String name = String.valueOf(file.getFileName());
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      glob.append("*?[]{}!\\".indexOf(c) >= 0 ? '?' : c);
    }
    return glob.toString();
  }

  @Override
  public void close() {
    Optional<Watcher> open;
    synchronized (this) {
      closed = true;
      open = watcher;
      watcher = Optional.empty();
    }
    open.ifPresent(Watcher::close); // waits for its thread, which may wait for us
  }
}
