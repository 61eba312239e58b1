package dev.pitstop.watch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/// The watcher's thread: waits for hints, commands and deadlines, and owns the tree, the debouncer
/// and the loop guard. It is a daemon platform thread, because it reads files.
final class WatchLoop implements Watcher {
  /// Makes the source of changes, on the watcher's thread.
  interface Opener {
    ChangeSource open(Hints hints) throws IOException;
  }

  private static final long MOST_HASHED = 1 << 20;
  private static final int MOST_PROBLEMS = 20;
  private static final long CLOSE_WAIT_MILLIS = 2_000;

  private final Path root;
  private final List<Glob> globs;
  private final WatchOptions options;
  private final Opener opener;
  private final Consumer<Settled> onSettled;
  private final Consumer<String> onProblem;

  private final Mailbox mailbox = new Mailbox();
  private final CountDownLatch ready = new CountDownLatch(1);
  private final Thread thread;

  // From here on: the watcher's thread alone.
  private final Debouncer debouncer;
  private final LoopGuard guard = new LoopGuard(this::content);
  private final Set<String> problems = new HashSet<>();
  private ChangeSource source;
  private Tree tree;
  private OptionalLong buildEnds = OptionalLong.empty();
  private long nextRescan;
  private long scanNanos;
  private boolean closed;

  WatchLoop(
      Path root,
      List<Glob> globs,
      WatchOptions options,
      Opener opener,
      Consumer<Settled> onSettled,
      Consumer<String> onProblem) {
    this.root = root;
    this.globs = globs;
    this.options = options;
    this.opener = opener;
    this.onSettled = onSettled;
    this.onProblem = onProblem;
    this.debouncer = new Debouncer(options.quiet().toNanos(), options.atMost().toNanos());
    this.source = new PollingSource(options.pollEvery().toNanos());
    this.tree = newTree();
    this.thread = Thread.ofPlatform().daemon().name("watch").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  @Override
  public void buildStarted() {
    mailbox.command(new Mailbox.Command.BuildStarted(System.nanoTime()));
  }

  @Override
  public void buildFinished() {
    mailbox.command(new Mailbox.Command.BuildFinished(System.nanoTime()));
  }

  @Override
  public void awaitReady() throws InterruptedException {
    ready.await();
  }

  @Override
  public void close() {
    mailbox.command(new Mailbox.Command.Close());
    if (Thread.currentThread().equals(thread)) {
      return;
    }
    try {
      thread.join(CLOSE_WAIT_MILLIS);
    } catch (InterruptedException e) {
      // The watcher ends all the same; the interrupt belongs to the caller.
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      open();
      ready.countDown();
      while (!closed) {
        turn();
      }
    } catch (InterruptedException e) {
      // Nobody interrupts this thread but a test harness that ends: so does the thread.
      problem("the watcher was interrupted");
    } finally {
      ready.countDown();
      source.close();
    }
  }

  /// The first scan. Without watches to be had, polling takes over.
  private void open() {
    try {
      source = opener.open(mailbox);
      tree = newTree();
      rescan();
    } catch (IOException e) {
      usePolling(e);
    }
    for (String glob : tree.globsWithoutFile()) {
      problem("no file matches the watch glob " + glob + " at present (or all are ignored)");
    }
  }

  private Tree newTree() {
    boolean gitignore = options.gitignore();
    return new Tree(root, globs, gitignore, source, this::problem);
  }

  /// Starts afresh, comparing with nothing: what changed in the moment of the switch is reported as
  /// one change of the root, rather a reload too many than one too few.
  private void usePolling(IOException cause) {
    problem(
        "the system has no more file watches ("
            + cause.getMessage()
            + "); looking at the files every "
            + options.pollEvery().toMillis()
            + " ms instead");
    source.close();
    source = new PollingSource(options.pollEvery().toNanos());
    tree = newTree();
    try {
      rescan();
    } catch (ChangeSource.Exhausted e) {
      throw new IllegalStateException("polling uses no watches", e);
    }
  }

  private Set<Path> rescan() throws ChangeSource.Exhausted {
    long start = System.nanoTime();
    Set<Path> changed = tree.scan();
    long end = System.nanoTime();
    scanNanos = end - start;
    nextRescan = end + rescanInterval();
    return changed;
  }

  /// While something is pending one looks more often, to see when the files are quiet.
  private long rescanInterval() {
    long usual = source.rescanEvery();
    long wanted = debouncer.isPending() ? Math.min(usual, options.quiet().toNanos() / 2) : usual;
    return Math.max(wanted, 10 * scanNanos);
  }

  private void turn() throws InterruptedException {
    Mailbox.Batch batch = mailbox.await(untilNextDeadline());
    long now = System.nanoTime();
    // Commands first: hints that came with them are then the build's, which only costs a reload.
    for (Mailbox.Command command : batch.commands()) {
      obey(command);
    }
    if (closed) {
      return;
    }
    try {
      if (batch.everything() || rescanDue(now)) {
        note(rescan(), now);
      }
      if (!batch.names().isEmpty() || !batch.lost().isEmpty()) {
        note(tree.look(batch.names(), batch.lost()), now);
      }
    } catch (ChangeSource.Exhausted e) {
      usePolling(e);
      note(Set.of(root), now);
    }
    if (buildEnds.isPresent() && buildEnds.getAsLong() - System.nanoTime() <= 0) {
      for (String path : endBuild().changed().keySet()) {
        debouncer.changed(path, System.nanoTime());
      }
    }
    debouncer.settle(System.nanoTime()).ifPresent(this::report);
  }

  /// Without events nothing is quiet that was not looked at: before a change settles, look again.
  private boolean rescanDue(long now) {
    OptionalLong settles = debouncer.deadline();
    boolean settling = settles.isPresent() && settles.getAsLong() - now <= 0;
    return source.rescanEvery() != ChangeSource.NEVER && (settling || nextRescan - now <= 0);
  }

  private long untilNextDeadline() {
    long now = System.nanoTime();
    long wait = Long.MAX_VALUE / 4;
    if (debouncer.isPending()) {
      wait = Math.min(wait, debouncer.deadline().orElse(now) - now);
    }
    if (buildEnds.isPresent()) {
      wait = Math.min(wait, buildEnds.getAsLong() - now);
    }
    if (source.rescanEvery() != ChangeSource.NEVER) {
      wait = Math.min(wait, nextRescan - now);
    }
    return wait;
  }

  private void obey(Mailbox.Command command) {
    switch (command) {
      case Mailbox.Command.BuildStarted(long at) -> startBuild(at);
      case Mailbox.Command.BuildFinished(long at) -> {
        if (guard.isBuilding()) {
          buildEnds = OptionalLong.of(at + options.settle().toNanos());
        }
      }
      case Mailbox.Command.Close() -> closed = true;
    }
  }

  private void startBuild(long at) {
    if (buildEnds.isPresent()) {
      // The next build sees what changed during the last one, so those changes keep their times.
      LoopGuard.Verdict verdict = endBuild();
      for (Map.Entry<String, Long> change : verdict.changed().entrySet()) {
        debouncer.changed(change.getKey(), change.getValue());
      }
    }
    guard.buildStarted();
    for (String path : debouncer.drainAfter(at)) {
      guard.changed(path, at);
    }
  }

  private LoopGuard.Verdict endBuild() {
    buildEnds = OptionalLong.empty();
    if (source.rescanEvery() != ChangeSource.NEVER) {
      try {
        note(rescan(), System.nanoTime());
      } catch (ChangeSource.Exhausted e) {
        throw new IllegalStateException("polling uses no watches", e);
      }
    }
    LoopGuard.Verdict verdict = guard.buildFinished();
    if (!verdict.newOutput().isEmpty()) {
      problem(
          "the build writes "
              + String.join(", ", firstOf(verdict.newOutput()))
              + ", which is watched; ignored while it builds");
    }
    if (verdict.exhausted()) {
      problem(
          "every one of the last "
              + LoopGuard.CHAIN
              + " builds changed watched files; waiting for a change outside of a build");
    }
    return verdict;
  }

  private static List<String> firstOf(List<String> paths) {
    return paths.subList(0, Math.min(paths.size(), 5));
  }

  private void note(Set<Path> changed, long now) {
    for (Path path : changed) {
      String name = relative(path);
      if (guard.changed(name, now)) {
        debouncer.changed(name, now);
      }
    }
    if (!changed.isEmpty() && source.rescanEvery() != ChangeSource.NEVER) {
      nextRescan = System.nanoTime() + rescanInterval();
    }
  }

  private String relative(Path path) {
    Path shown = path.startsWith(root) && !path.equals(root) ? root.relativize(path) : path;
    return shown.toString().replace('\\', '/');
  }

  private void report(Settled settled) {
    try {
      onSettled.accept(settled);
    } catch (RuntimeException e) {
      // The watch outlives a receiver's error, but does not hide it.
      problem("the receiver of a file change failed: " + e);
    }
  }

  /// Each problem is told once.
  private void problem(String text) {
    if (problems.size() < MOST_PROBLEMS && problems.add(text)) {
      onProblem.accept(text);
    }
  }

  /// A checksum for the loop guard; "" for what is too large or unreadable, "-" for what is gone.
  private String content(String name) {
    Path path = root.resolve(name);
    if (!Files.exists(path)) {
      return "-";
    }
    try (InputStream in = Files.newInputStream(path)) {
      byte[] bytes = in.readNBytes((int) MOST_HASHED + 1);
      var sum = new CRC32C();
      sum.update(bytes);
      return bytes.length > MOST_HASHED ? "" : sum.getValue() + ":" + bytes.length;
    } catch (IOException e) {
      // Unreadable or just deleted: not known, hence never equal.
      return "";
    }
  }
}
