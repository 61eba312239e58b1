package dev.pitstop.watch;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Events through the JDK's `WatchService`. A virtual thread takes them and puts them into the
/// mailbox. It parks on a queue in the heap. The JDK's own thread reads the file descriptor.
final class EventSource implements ChangeSource {
  private final WatchService service;
  private final Mailbox mailbox;
  private final Map<Path, WatchKey> keys = new HashMap<>(); // the watcher's thread
  private final Thread pump;

  /// @throws Exhausted when the system has no more watch instances
  EventSource(Mailbox mailbox) {
    this.mailbox = mailbox;
    try {
      this.service = FileSystems.getDefault().newWatchService();
      this.pump = Thread.ofVirtual().name("watch-events").start(this::pump);
    } catch (IOException e) {
      throw new Exhausted(e);
    }
  }

  @Override
  public void watch(Path directory) throws IOException {
    WatchKey key = register(directory);
    if (!key.watchable().equals(directory)) {
      // The JDK knows directories by inode. After a rename it returns the old key, which belongs to
      // the old name. Only a cancelled key makes room for a new one.
      key.cancel();
      key = register(directory);
    }
    WatchKey registered = key;
    Optional.ofNullable(keys.put(directory, key))
        .filter(old -> !old.equals(registered))
        .ifPresent(WatchKey::cancel);
    if (!key.isValid()) {
      mailbox.changed(directory);
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
      if (message.contains("limit") || message.contains("No space")) {
        throw new Exhausted(e);
      }
      throw e;
    }
  }

  @Override
  public void forget(Path directory) {
    Optional.ofNullable(keys.remove(directory)).ifPresent(WatchKey::cancel);
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
        Path directory = (Path) key.watchable();
        key.pollEvents().forEach(event -> event(directory, event));
        if (!key.reset()) {
          mailbox.changed(directory); // deleted, renamed away or unmounted
        }
      }
    } catch (ClosedWatchServiceException | InterruptedException e) {
      // The source is closed, so this thread ends.
      return;
    } catch (Throwable defect) {
      mailbox.broken(defect);
    }
  }

  /// The path stays as the system gave it. A name that the locale cannot express leads nowhere once
  /// it has been a string.
  private void event(Path directory, WatchEvent<?> event) {
    if (event.context() instanceof Path name) {
      mailbox.changed(directory.resolve(name));
    } else {
      mailbox.everything(); // events were lost
    }
  }
}
