package dev.pitstop.watch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// Finds the changes on disk. It checks the places that the source names, or everything when a scan
/// is due. It changes to polling if the source fails, or if a file changes without an event: mounts
/// of containers and file systems on a network often report none. Used by one thread.
final class Scanner implements AutoCloseable {
  /// Makes the source of changes.
  interface Opener {
    ChangeSource open(Mailbox mailbox) throws IOException;
  }

  private static final String NO_WATCHES = "the system is out of file watches";

  /// How much less often files are checked in the end that have never changed without an event.
  private static final int MOST_SELDOM = 6;

  private final Path root;
  private final List<Glob> globs;
  private final WatchOptions options;
  private final Consumer<WatchProblem> problems;
  private ChangeSource source;
  private Tree tree;
  private long scannedAt;

  /// The changes that were seen and not returned yet. They outlive a check that fails.
  private Map<Path, FileChange> changed = new LinkedHashMap<>();

  /// Whether a check failed, so that everything must be checked when it is time.
  private boolean owed;

  private long scanNanos;

  /// The checks for changes without events: when the last one was, how long until the next, and
  /// what it found that no event has told yet.
  private long checkedAt = System.nanoTime();

  private long checkNanos;
  private final Set<Path> untold = new HashSet<>();

  Scanner(Path root, List<Glob> globs, WatchOptions options, Consumer<WatchProblem> problems) {
    this.root = root;
    this.globs = globs;
    this.options = options;
    this.problems = problems;
    this.source = new PollingSource(options.pollEvery().toNanos());
    this.tree = newTree();
    this.checkNanos = options.checkEvery().toNanos();
  }

  private void problem(String text) {
    problems.accept(WatchProblem.other(text));
  }

  private Tree newTree() {
    return new Tree(root, globs, options.gitignore(), source, this::problem);
  }

  /// Does the first scan. If the system is out of watches, polling takes over.
  void open(Opener opener, Mailbox mailbox) {
    try {
      source = opener.open(mailbox);
      tree = newTree();
      rescan();
    } catch (IOException e) {
      usePolling(NO_WATCHES, e);
    }
    for (String glob : tree.globsWithoutFile()) {
      problems.accept(
          new WatchProblem(
              WatchProblem.Kind.NO_FILE,
              "no file matches the watch glob " + glob + " now (or all are ignored)"));
    }
  }

  /// Starts over with polling, without a state to compare with.
  private void usePolling(String why, Throwable cause) {
    problem(
        "%s (%s); scanning the files every %d ms instead"
            .formatted(why, cause.getMessage(), options.pollEvery().toMillis()));
    source.close();
    source = new PollingSource(options.pollEvery().toNanos());
    tree = newTree();
    try {
      rescan();
    } catch (ChangeSource.Exhausted e) {
      throw new IllegalStateException("polling uses no watches", e);
    }
  }

  private Map<Path, FileChange> rescan() throws ChangeSource.Exhausted {
    long start = System.nanoTime();
    Map<Path, FileChange> seen = tree.scan();
    scannedAt = System.nanoTime();
    scanNanos = scannedAt - start;
    owed = false;
    return seen;
  }

  /// The changes since the last check.
  ///
  /// @param due whether it is time to check, or to decide something. Without events, nothing is
  ///   known that was not checked just before
  Map<Path, FileChange> look(Mailbox.Batch batch, boolean due) {
    try {
      if (batch.broken().isPresent()) {
        usePolling("the system's file events could not be read", batch.broken().get());
        changed.put(root, FileChange.MODIFIED);
      } else if (batch.everything() || ((polls() || owed) && due)) {
        rescan().forEach(this::changed);
      }
      if (!batch.entries().isEmpty() || !batch.lost().isEmpty()) {
        tree.look(batch.entries(), batch.lost()).forEach(this::changed);
      }
      check(batch);
    } catch (ChangeSource.Exhausted e) {
      usePolling(NO_WATCHES, e);
      // It is unknown what changed at the moment of the switch. One reload too many is better than
      // one too few.
      changed.put(root, FileChange.MODIFIED);
    }
    Map<Path, FileChange> taken = changed;
    changed = new LinkedHashMap<>();
    return taken;
  }

  /// Looks for files that change without an event.
  private void check(Mailbox.Batch batch) throws ChangeSource.Exhausted {
    batch.entries().values().forEach(untold::removeAll);
    if (batch.everything()) {
      untold.clear(); // its event may be lost
    }
    if (polls() || System.nanoTime() - checkedAt < checkWait()) {
      return;
    }
    if (!untold.isEmpty()) {
      String file = untold.iterator().next() + " changed unnoticed";
      Map<Path, Stamp> before = tree.stamps();
      usePolling("the system does not report all changes", new IOException(file));
      changedSince(before);
      return;
    }
    rescan()
        .forEach((path, how) -> {
          changed(path, how);
          if (how == FileChange.MODIFIED) { // others may be in a directory that was not known yet
            untold.add(path);
          }
        });
    checkedAt = System.nanoTime();
    checkNanos = Math.min(checkNanos * 2, MOST_SELDOM * options.checkEvery().toNanos());
  }

  /// What the first scan of a new tree has found that the old one had not.
  private void changedSince(Map<Path, Stamp> before) {
    Map<Path, Stamp> now = tree.stamps();
    before.keySet().stream()
        .filter(path -> !now.containsKey(path))
        .forEach(path -> changed(path, FileChange.DELETED));
    now.forEach((path, stamp) -> {
      Stamp then = before.get(path);
      if (then == null || !then.sameAs(stamp)) {
        changed(path, then == null ? FileChange.CREATED : FileChange.MODIFIED);
      }
    });
  }

  /// How long after the last check the next one is due.
  private long checkWait() {
    return untold.isEmpty()
        ? Math.max(checkNanos, 100 * scanNanos)
        : options.checkEvery().toNanos(); // an event can be late
  }

  private void changed(Path path, FileChange how) {
    changed.merge(path, how, FileChange::then);
  }

  /// Call it after a check that failed. Everything is checked, but not before a poll would be due.
  /// So if it fails again, it does not fail in a tight loop.
  void lookAgain() {
    owed = true;
    scannedAt = System.nanoTime();
  }

  private boolean polls() {
    return source.rescanEvery() != ChangeSource.NEVER;
  }

  /// How long from `now` until there is a reason to check without an event. While something
  /// settles, the scanner checks more often, to see when the files are quiet.
  long untilNextLook(boolean settling, long now) {
    if (!polls() && !owed) {
      return checkedAt + checkWait() - now;
    }
    long usual = polls() ? source.rescanEvery() : options.pollEvery().toNanos();
    long wanted = settling ? Math.min(usual, options.quiet().toNanos() / 2) : usual;
    return scannedAt + Math.max(wanted, 10 * scanNanos) - now;
  }

  @Override
  public void close() {
    source.close();
  }
}
