package dev.pitstop.watch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Finds the changes on disk. It checks the places that the source names, and everything when a
/// scan is due or events were lost. It does without events if the source fails, or if a file
/// changes without one: mounts of containers and file systems on a network often report none. Used
/// by one thread.
final class Scanner implements AutoCloseable {
  private static final String NO_WATCHES = "the system is out of file watches";

  /// Makes a source of events.
  interface Opener {
    /// @param changed gets what [Scanner#changed] takes, on any thread
    /// @throws IOException if the system has none to give
    ChangeSource open(Consumer<Optional<Path>> changed) throws IOException;
  }

  private final Tree tree;
  private final WatchOptions options;
  private final Consumer<WatchProblem> problems;

  // Since the last check.
  private final Set<Path> places = new LinkedHashSet<>();
  private boolean lost;

  private long scannedAt = System.nanoTime();
  private long scanNanos;

  Scanner(Tree tree, WatchOptions options, Consumer<WatchProblem> problems) {
    this.tree = tree;
    this.options = options;
    this.problems = problems;
  }

  /// Does the first scan.
  ///
  /// @param opener empty to do without events
  void open(Optional<Opener> opener, Consumer<Optional<Path>> changed) {
    try {
      if (opener.isPresent()) {
        tree.use(Optional.of(opener.get().open(changed)));
      }
      scan();
    } catch (IOException | UncheckedIOException e) {
      doWithoutEvents(NO_WATCHES, e);
    }
    tree.changes();
    for (String glob : tree.globsWithoutFile()) {
      problems.accept(
          new WatchProblem(
              WatchProblem.Kind.NO_FILE,
              "no file matches the watch glob " + glob + " now (or all are ignored)"));
    }
  }

  private void doWithoutEvents(String why, Throwable cause) {
    problems.accept(
        WatchProblem.other(
            "%s (%s); scanning the files every %d ms instead"
                .formatted(why, cause.getMessage(), options.pollEvery().toMillis())));
    tree.use(Optional.empty());
    scan();
  }

  private void scan() {
    scannedAt = System.nanoTime(); // even if it fails: it is not tried again without a pause
    tree.scan();
    scanNanos = System.nanoTime() - scannedAt;
  }

  /// This path may have been made, changed or removed; empty if events were lost, so that
  /// everything has to be checked.
  void changed(Optional<Path> place) {
    place.ifPresentOrElse(places::add, () -> lost = true);
  }

  /// The changes since the last check.
  ///
  /// @param deciding whether something is to be decided now. Without events, nothing is known that
  ///   was not checked just before
  Map<Path, FileChange> look(boolean deciding) {
    boolean due = untilNextScan(System.nanoTime()) <= 0;
    boolean events = tree.hasEvents();
    try {
      tree.look(places);
      if (due && events && !lost && !tree.untold().isEmpty()) {
        String file = tree.untold().iterator().next() + " changed unnoticed";
        doWithoutEvents("the system does not report all changes", new IOException(file));
      } else if (due || lost || (deciding && !events)) {
        scan();
      }
    } catch (UncheckedIOException e) {
      doWithoutEvents(NO_WATCHES, e);
    } catch (Throwable defect) {
      // Without this thread saves would be lost silently. A scan needs the least to go well.
      doWithoutEvents("the watcher failed", defect);
    }
    if (lost) {
      tree.untold().clear(); // the events of these may be lost
    }
    places.clear();
    lost = false;
    return tree.changes();
  }

  /// How long from `now` until there is a reason to check without an event. Scans take at most a
  /// tenth of one processor; those beside events a hundredth.
  long untilNextScan(long now) {
    long wait =
        tree.hasEvents()
            ? Math.max(options.checkEvery().toNanos(), 100 * scanNanos)
            : Math.max(options.pollEvery().toNanos(), 10 * scanNanos);
    return scannedAt + scanNanos + wait - now;
  }

  @Override
  public void close() {
    tree.use(Optional.empty());
  }
}
