package dev.pitstop.watch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/// The input of the watcher's thread: places with possible changes, and commands of callers. It is
/// bounded: too many places become "check everything". Filled on any thread, emptied by the
/// watcher's.
final class Mailbox {
  private static final int MOST_PLACES = 20_000;

  /// Where changes may be.
  ///
  /// @param everything whether to check the whole tree
  /// @param places the paths that may have been made, changed or removed
  /// @param broken why the source failed, if it did
  record News(boolean everything, Set<Path> places, Optional<Throwable> broken) {}

  private final BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
  private final AtomicBoolean everything = new AtomicBoolean();

  // Only the watcher's thread uses the fields below.
  private Set<Path> places = new LinkedHashSet<>();
  private Optional<Throwable> broken = Optional.empty();

  void command(Runnable command) {
    queue.add(command);
  }

  /// This file or directory was made, changed or removed.
  void changed(Path path) {
    if (queue.size() < MOST_PLACES) {
      command(() -> places.add(path));
    } else {
      everything();
    }
  }

  /// Events were lost: check everything.
  void everything() {
    everything.set(true);
    if (queue.isEmpty()) { // otherwise the watcher's thread comes by anyway
      command(() -> {});
    }
  }

  /// The source has failed and sends nothing more.
  void broken(Throwable why) {
    command(() -> broken = Optional.of(why));
  }

  /// Waits for something, at most `nanos`.
  ///
  /// @return the commands that have come, for the watcher's thread to run; perhaps none
  List<Runnable> await(long nanos) throws InterruptedException {
    var all = new ArrayList<Runnable>();
    Optional.ofNullable(queue.poll(nanos, TimeUnit.NANOSECONDS)).ifPresent(all::add);
    queue.drainTo(all);
    return all;
  }

  /// What the commands have told about changes, once.
  News news() {
    News news = new News(everything.getAndSet(false), places, broken);
    places = new LinkedHashSet<>();
    broken = Optional.empty();
    return news;
  }
}
