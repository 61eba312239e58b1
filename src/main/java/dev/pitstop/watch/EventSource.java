package dev.pitstop.watch;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Events through the JDK's `WatchService`. A virtual thread takes them and puts them into the
/// mailbox. It parks on a queue in the heap. The JDK's own thread reads the file descriptor.
final class EventSource implements ChangeSource {
  private final WatchService service;
  private final Mailbox mailbox;

  /// The watcher's thread writes both maps. The pump reads `directories`.
  private final Map<WatchKey, Path> directories = new ConcurrentHashMap<>();

  private final Map<Path, WatchKey> keys = new ConcurrentHashMap<>();
  private final Thread pump;

  /// @throws Exhausted when the system has no more watch instances
  EventSource(Mailbox mailbox) throws IOException {
    this.mailbox = mailbox;
    try {
      this.service = FileSystems.getDefault().newWatchService();
    } catch (IOException e) {
      throw new Exhausted(e);
    }
    try {
      this.pump = Thread.ofVirtual().name("watch-events").start(this::pump);
    } catch (Throwable noThread) {
      service.close();
      throw new Exhausted(new IOException(noThread));
    }
  }

  @Override
  public void watch(Path directory) throws IOException {
    WatchKey key = register(directory);
    Path known = directories.get(key);
    if (known != null && !known.equals(directory)) {
      // The JDK knows directories by inode. After a rename it returns the old key, which belongs to
      // the old name. Only a cancelled key makes room for a new one.
      keys.remove(known, key);
      directories.remove(key);
      key.cancel();
      key = register(directory);
    }
    directories.put(key, directory);
    WatchKey old = keys.put(directory, key);
    if (old != null && !old.equals(key)) {
      directories.remove(old);
      old.cancel();
    }
    if (!key.isValid()) {
      mailbox.lost(directory);
    }
  }

  private WatchKey register(Path directory) throws IOException {
    try {
      return directory.register(
          service,
          StandardWatchEventKinds.ENTRY_CREATE,
          StandardWatchEventKinds.ENTRY_MODIFY,
          StandardWatchEventKinds.ENTRY_DELETE);
    } catch (IOException e) {
      String message = String.valueOf(e.getMessage());
      throw message.contains("limit") || message.contains("No space") ? new Exhausted(e) : e;
    }
  }

  @Override
  public void forget(Path directory) {
    WatchKey key = keys.remove(directory);
    if (key != null) {
      directories.remove(key);
      key.cancel();
    }
  }

  @Override
  public long rescanEvery() {
    return NEVER;
  }

  @Override
  public void close() {
    try {
      service.close();
    } catch (IOException e) {
      // Nothing more can be done about a descriptor that does not close. The pump must end anyway.
      pump.interrupt();
    }
    try {
      pump.join();
    } catch (InterruptedException e) {
      // The pump ends by itself. The interrupt belongs to the caller.
      Thread.currentThread().interrupt();
    }
  }

  private void pump() {
    try {
      while (true) {
        WatchKey key = service.take();
        key.pollEvents().forEach(event -> event(key, event));
        if (!key.reset()) {
          Path directory = directories.get(key);
          if (directory != null) {
            mailbox.lost(directory);
          }
        }
      }
    } catch (ClosedWatchServiceException | InterruptedException e) {
      // The source is closed, so this thread ends.
      return;
    } catch (Throwable defect) {
      mailbox.broken(defect);
    }
  }

  private void event(WatchKey key, WatchEvent<?> event) {
    Path directory = directories.get(key);
    if (event.kind().equals(StandardWatchEventKinds.OVERFLOW)) {
      mailbox.everything();
    } else if (directory != null && event.context() instanceof Path name) {
      // Without a directory, the key is forgotten or not known yet. If it is not known yet, the
      // scan of the directory is still to come.
      mailbox.changed(directory, directory.resolve(name));
    }
  }
}
