package dev.pitstop.watch;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/// Finds the changes on disk. It checks the places that the source names, or everything when a scan
/// is due. It does without events if the source fails, or if a file changes without one: mounts of
/// containers and file systems on a network often report none. Used by one thread.
final class Scanner implements AutoCloseable {
  private static final String NO_WATCHES = "the system is out of file watches";

  /// How much less often files are checked in the end that have never changed without an event.
  private static final int MOST_SELDOM = 6;

  private final Tree tree;
  private final WatchOptions options;
  private final Consumer<WatchProblem> problems;
  private long scannedAt = System.nanoTime();
  private long scanNanos;

  /// The changes that were seen and not returned yet. They outlive a check that fails.
  private Map<Path, FileChange> changed = new LinkedHashMap<>();

  /// Whether a check failed, so that everything must be checked when it is time.
  private boolean owed;

  /// The checks for changes without events: how long until the next, and what the last one found
  /// that no event has told yet.
  private long checkNanos;

  private final Set<Path> untold = new HashSet<>();

  Scanner(Tree tree, WatchOptions options, Consumer<WatchProblem> problems) {
    this.tree = tree;
    this.options = options;
    this.problems = problems;
    this.checkNanos = options.checkEvery().toNanos();
  }

  /// Does the first scan.
  ///
  /// @param opener makes the source of events; empty to do without
  void open(Optional<Function<Mailbox, ChangeSource>> opener, Mailbox mailbox) {
    try {
      tree.use(opener.map(o -> o.apply(mailbox)));
      scan();
    } catch (ChangeSource.Exhausted e) {
      doWithoutEvents(NO_WATCHES, String.valueOf(e.getMessage()));
    }
    changed.clear();
    for (String glob : tree.globsWithoutFile()) {
      problems.accept(
          new WatchProblem(
              WatchProblem.Kind.NO_FILE,
              "no file matches the watch glob " + glob + " now (or all are ignored)"));
    }
  }

  private void doWithoutEvents(String why, String cause) {
    problems.accept(
        WatchProblem.other(
            "%s (%s); scanning the files every %d ms instead"
                .formatted(why, cause, options.pollEvery().toMillis())));
    tree.use(Optional.empty());
    scan();
  }

  /// @return what this scan has found
  private Map<Path, FileChange> scan() {
    long start = System.nanoTime();
    Map<Path, FileChange> found = tree.scan();
    found.forEach(this::changed);
    scannedAt = System.nanoTime();
    scanNanos = scannedAt - start;
    owed = false;
    return found;
  }

  private void changed(Path path, FileChange how) {
    changed.merge(path, how, FileChange::then);
  }

  /// The changes since the last check.
  ///
  /// @param deciding whether something is to be decided now. Without events, nothing is known that
  ///   was not checked just before
  Map<Path, FileChange> look(Mailbox.News news, boolean settling, boolean deciding) {
    boolean due = untilNextLook(settling, System.nanoTime()) <= 0;
    untold.removeAll(news.places());
    try {
      tree.look(news.places()).forEach(this::changed);
      if (news.broken().isPresent()) {
        String why = String.valueOf(news.broken().get().getMessage());
        doWithoutEvents("the system's file events could not be read", why);
      } else if (news.everything() || (isBlind() && (due || deciding))) {
        untold.clear(); // the events may be lost
        scan();
      } else if (due) {
        check();
      }
    } catch (ChangeSource.Exhausted e) {
      doWithoutEvents(NO_WATCHES, String.valueOf(e.getMessage()));
    }
    Map<Path, FileChange> taken = changed;
    changed = new LinkedHashMap<>();
    return taken;
  }

  /// Looks for files that change without an event.
  private void check() {
    if (!untold.isEmpty()) {
      String file = untold.iterator().next() + " changed unnoticed";
      doWithoutEvents("the system does not report all changes", file);
      return;
    }
    scan()
        .forEach((path, how) -> {
          if (how == FileChange.MODIFIED) { // others may be in a directory that was not known yet
            untold.add(path);
          }
        });
    checkNanos = Math.min(checkNanos * 2, MOST_SELDOM * options.checkEvery().toNanos());
  }

  /// Call it after a check that failed. Everything is checked, but not before a poll would be due.
  /// So if it fails again, it does not fail in a tight loop.
  void lookAgain() {
    owed = true;
    scannedAt = System.nanoTime();
  }

  /// Whether only scans find changes now.
  private boolean isBlind() {
    return owed || !tree.hasEvents();
  }

  /// How long from `now` until there is a reason to check without an event. While something
  /// settles, a scanner without events checks more often, to see when the files are quiet.
  long untilNextLook(boolean settling, long now) {
    long poll = options.pollEvery().toNanos();
    long wait =
        isBlind()
            ? Math.max(
                settling ? Math.min(poll, options.quiet().toNanos() / 2) : poll, 10 * scanNanos)
            : untold.isEmpty()
                ? Math.max(checkNanos, 100 * scanNanos)
                : options.checkEvery().toNanos(); // an event can be late
    return scannedAt + wait - now;
  }

  @Override
  public void close() {
    tree.use(Optional.empty());
  }
}
