package dev.pitstop.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;

/// The watcher's thread. It waits for events, commands and deadlines, lets the [Scanner] check the
/// files, and passes changes to [PendingChanges]. It is a daemon thread, and a platform thread
/// because it reads files.
final class WatchLoop implements Watcher {
  private static final int MOST_PROBLEMS = 20;

  /// How much mail is kept. More events are dropped, and everything is checked instead.
  private static final int MOST_MAIL = 20_000;

  private static final long CLOSE_WAIT_MILLIS = 2_000;
  private static final long UNKNOWN_AGE = TimeUnit.HOURS.toNanos(1);

  private final Path root;
  private final Optional<Scanner.Opener> opener;
  private final Consumer<Settled> onSettled;
  private final Consumer<WatchProblem> onProblem;

  /// Commands of callers and events, for the watcher's thread to run.
  private final BlockingQueue<Runnable> mailbox = new LinkedBlockingQueue<>();

  private final CompletableFuture<Boolean> ready = new CompletableFuture<>();
  private final Thread thread;

  private volatile boolean dropped; // events, since the last turn

  // Only the watcher's thread uses the fields below.
  private final Scanner scanner;
  private final PendingChanges pending;
  private final Set<String> problems = new HashSet<>();
  private boolean closed;

  WatchLoop(
      Path root,
      List<Glob> globs,
      WatchOptions options,
      Optional<Scanner.Opener> opener,
      Consumer<Settled> onSettled,
      Consumer<WatchProblem> onProblem) {
    this.root = root;
    this.opener = opener;
    this.onSettled = onSettled;
    this.onProblem = onProblem;
    var wanted = new Scope.Wanted(root, globs, true, text -> problem(WatchProblem.other(text)));
    this.scanner = new Scanner(new Tree(wanted), options, this::problem);
    this.pending =
        new PendingChanges(
            options.quiet().toNanos(),
            options.atMost().toNanos(),
            text -> onProblem.accept(new WatchProblem(WatchProblem.Kind.NOT_BUILT, text)));
    this.thread = Thread.ofPlatform().daemon().name("watch").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  @Override
  public void filesRead() {
    tell(PendingChanges::filesRead);
  }

  @Override
  public void buildStarted() {
    tell(PendingChanges::buildStarted);
  }

  @Override
  public void buildFinished() {
    tell(PendingChanges::buildFinished);
  }

  @Override
  public void buildGivenUp() {
    tell(PendingChanges::buildGivenUp);
  }

  /// Tells the watcher's thread what has happened, with the instant of the call.
  private void tell(ObjLongConsumer<PendingChanges> what) {
    long at = System.nanoTime();
    mailbox.add(() -> what.accept(pending, at));
  }

  /// Takes an event, on any thread.
  private void changed(Optional<Path> place) {
    if (mailbox.size() < MOST_MAIL) {
      mailbox.add(() -> scanner.changed(place));
    } else {
      dropped = true;
    }
  }

  @Override
  public CompletableFuture<Boolean> ready() {
    return ready;
  }

  @Override
  public void close() {
    mailbox.add(() -> closed = true);
    if (Thread.currentThread().equals(thread)) {
      return;
    }
    try {
      thread.join(CLOSE_WAIT_MILLIS);
    } catch (InterruptedException e) {
      // The watcher ends anyway. The interrupt belongs to the caller.
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    safely(() -> scanner.open(opener, this::changed));
    ready.complete(true);
    try {
      while (!closed) {
        turn();
      }
    } catch (InterruptedException e) {
      // Only a test harness that ends interrupts this thread. The thread then ends too.
      problem(WatchProblem.other("the watcher was interrupted"));
    } finally {
      scanner.close();
    }
  }

  private void turn() throws InterruptedException {
    List<Runnable> mail = new ArrayList<>();
    Optional.ofNullable(mailbox.poll(untilNextDeadline(), TimeUnit.NANOSECONDS))
        .ifPresent(mail::add);
    mailbox.drainTo(mail);
    long now = System.nanoTime();
    safely(() -> {
      if (dropped) {
        dropped = false;
        scanner.changed(Optional.empty());
      }
      // A command counts before the events that came with it. These then count as the build's,
      // which costs no more than a reload.
      mail.forEach(Runnable::run);
      scanner
          .look(pending.isDue(now))
          .forEach((path, how) -> {
            long at = pending.awaitsLateNews() ? written(path, now) : now;
            pending.changed(relative(path), how, at);
          });
    });
    // This runs even after a failure. Otherwise whatever is due would stay due, and be tried again
    // without a pause. The watch outlives a receiver's error, but does not hide it.
    if (!closed) {
      safely(() -> pending.advance(now).ifPresent(onSettled));
    }
  }

  /// Does one part of a turn. A defect fails only that part, because without this thread saves
  /// would be lost silently.
  private void safely(Runnable part) {
    try {
      part.run();
    } catch (Throwable e) {
      problem(WatchProblem.other("the watcher failed: " + e));
    }
  }

  private long untilNextDeadline() {
    long now = System.nanoTime();
    long look = scanner.untilNextScan(now);
    OptionalLong deadline = pending.deadline();
    return deadline.isPresent() ? Math.min(look, deadline.getAsLong() - now) : look;
  }

  /// The time at which a file was written. A change that is noticed just after a build may be the
  /// build's write or a save. If the file is gone, or has an older time from elsewhere, it counts
  /// as the build's.
  private static long written(Path path, long now) {
    try {
      long wrote = Files.getLastModifiedTime(path).to(TimeUnit.NANOSECONDS);
      long age = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis() + 1) - wrote;
      return now - Math.max(0, age);
    } catch (IOException gone) {
      return now - UNKNOWN_AGE;
    }
  }

  private String relative(Path path) {
    Path shown = path.startsWith(root) && !path.equals(root) ? root.relativize(path) : path;
    return shown.toString().replace('\\', '/');
  }

  /// Reports each problem once.
  private void problem(WatchProblem problem) {
    if (problems.size() < MOST_PROBLEMS && problems.add(problem.text())) {
      onProblem.accept(problem);
    }
  }
}
