package dev.pitstop.watch;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Optional;
import java.util.function.Consumer;

/// Events through the JDK's `WatchService`. A virtual thread takes them and passes them on. It
/// parks on a queue in the heap. The JDK's own thread reads the file descriptor.
final class EventSource implements ChangeSource {
  private final WatchService service;
  private final Consumer<Optional<Path>> changed;
  private final Thread pump;

  /// @param changed see [Scanner#changed]
  /// @throws IOException when the system has no more watch instances
  EventSource(Consumer<Optional<Path>> changed) throws IOException {
    this.changed = changed;
    this.service = FileSystems.getDefault().newWatchService();
    this.pump = Thread.ofVirtual().name("watch-events").start(this::pump);
  }

  @Override
  public void watch(Path directory) throws IOException {
    WatchKey key = register(directory);
    if (!key.watchable().equals(directory)) {
      // The JDK knows directories by inode. After a rename it returns the old key, which belongs to
      // the old name. Only a cancelled key makes room for a new one.
      key.cancel();
      register(directory);
    }
  }

  private WatchKey register(Path directory) throws IOException {
    return directory.register(
        service,
        StandardWatchEventKinds.ENTRY_CREATE,
        StandardWatchEventKinds.ENTRY_MODIFY,
        StandardWatchEventKinds.ENTRY_DELETE);
  }

  @Override
  public void close() {
    try {
      service.close();
    } catch (IOException e) {
      // Nothing more can be done about a descriptor that does not close. The pump must end anyway.
      pump.interrupt();
    }
  }

  private void pump() {
    try {
      while (true) {
        WatchKey key = service.take();
        Path directory = (Path) key.watchable();
        // The path stays as the system gave it. A name that the locale cannot express leads nowhere
        // once it has been a string.
        key.pollEvents()
            .forEach(event ->
                changed.accept(
                    Optional.ofNullable((Path) event.context()).map(directory::resolve)));
        if (!key.reset()) {
          changed.accept(Optional.of(directory)); // deleted, renamed away or unmounted
        }
      }
    } catch (ClosedWatchServiceException | InterruptedException e) {
      // The source is closed, so this thread ends.
      return;
    }
  }
}
