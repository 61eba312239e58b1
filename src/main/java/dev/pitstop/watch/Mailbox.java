package dev.pitstop.watch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The input of the watcher's thread: places with possible changes, and commands of callers. It is
/// bounded: too many places become "check everything". Filled on any thread.
final class Mailbox {
  private static final int MOST_PLACES = 20_000;

  /// What the mailbox held.
  ///
  /// @param commands of callers, to be run on the watcher's thread
  /// @param everything whether to check the whole tree
  /// @param entries by directory, the paths in it that may have changed
  /// @param lost directories whose registration has ended (deleted, unmounted)
  /// @param broken why the source failed, if it did
  record Batch(
      List<Runnable> commands,
      boolean everything,
      Map<Path, Set<Path>> entries,
      Set<Path> lost,
      Optional<Throwable> broken) {}

  /// Held for a few assignments only, by the source's thread, by callers and by the watcher's
  /// thread.
  private final ReentrantLock lock = new ReentrantLock();

  private final Condition filled = lock.newCondition();
  private List<Runnable> commands = new ArrayList<>();
  private Map<Path, Set<Path>> entries = new LinkedHashMap<>();
  private Set<Path> lost = new HashSet<>();
  private boolean everything;
  private int places;
  private Optional<Throwable> broken = Optional.empty();

  void command(Runnable command) {
    put(() -> commands.add(command));
  }

  /// The entry `path` of `directory` was made, changed or removed. It is a path as the system gave
  /// it. A name that the locale cannot express leads nowhere once it has been a string.
  void changed(Path directory, Path path) {
    put(() -> {
      if (++places > MOST_PLACES) {
        everything = true;
        entries.clear();
      } else {
        entries.computeIfAbsent(directory, _ -> new HashSet<>()).add(path);
      }
    });
  }

  /// `directory` is no longer watched: deleted, renamed away or unmounted.
  void lost(Path directory) {
    put(() -> lost.add(directory));
  }

  /// Events were lost: check everything.
  void everything() {
    put(() -> everything = true);
  }

  /// The source has failed and sends nothing more.
  void broken(Throwable why) {
    put(() -> {
      broken = Optional.of(why);
      everything = true;
    });
  }

  private void put(Runnable what) {
    lock.lock();
    try {
      what.run();
      filled.signal();
    } finally {
      lock.unlock();
    }
  }

  /// Waits for something, at most `nanos`, and takes everything, which may be nothing.
  Batch await(long nanos) throws InterruptedException {
    lock.lock();
    try {
      long left = nanos;
      while (left > 0 && commands.isEmpty() && entries.isEmpty() && lost.isEmpty() && !everything) {
        left = filled.awaitNanos(left);
      }
      var batch = new Batch(commands, everything, entries, lost, broken);
      commands = new ArrayList<>();
      entries = new LinkedHashMap<>();
      lost = new HashSet<>();
      everything = false;
      broken = Optional.empty();
      places = 0;
      return batch;
    } finally {
      lock.unlock();
    }
  }
}
