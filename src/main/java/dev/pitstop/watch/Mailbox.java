package dev.pitstop.watch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// The input of the watcher's thread: places with possible changes, and commands of callers. It is
/// bounded: too many places become "check everything". Filled on any thread, emptied by the
/// watcher's.
final class Mailbox {
  private static final int MOST_PLACES = 20_000;

  /// What has come.
  ///
  /// @param commands for the watcher's thread to run
  /// @param places the paths that may have been made, changed or removed
  /// @param lost whether events were lost, so that everything has to be checked
  record Mail(List<Runnable> commands, Set<Path> places, boolean lost) {}

  // Guarded by this object.
  private List<Runnable> commands = new ArrayList<>();
  private Set<Path> places = new LinkedHashSet<>();
  private boolean lost;

  synchronized void command(Runnable command) {
    commands.add(command);
    notifyAll();
  }

  /// This file or directory was made, changed or removed.
  synchronized void changed(Path path) {
    if (places.size() < MOST_PLACES) {
      places.add(path);
      notifyAll();
    } else {
      lost();
    }
  }

  /// Events were lost: check everything.
  synchronized void lost() {
    lost = true;
    notifyAll();
  }

  /// Waits for something, at most `nanos`, and takes it.
  synchronized Mail await(long nanos) throws InterruptedException {
    long until = System.nanoTime() + nanos;
    long left = nanos;
    while (commands.isEmpty() && places.isEmpty() && !lost && left > 0) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
      left = until - System.nanoTime();
    }
    Mail mail = new Mail(commands, places, lost);
    commands = new ArrayList<>();
    places = new LinkedHashSet<>();
    lost = false;
    return mail;
  }
}
