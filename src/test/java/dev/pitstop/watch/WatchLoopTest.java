package dev.pitstop.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("the watcher with a source that is not the system's")
class WatchLoopTest {
  /// Says nothing by itself, and gives only so many watches.
  private static final class FakeSource implements ChangeSource {
    final Consumer<Optional<Path>> listener;
    final AtomicBoolean closed = new AtomicBoolean();
    private final BlockingQueue<Path> watched = new LinkedBlockingQueue<>();
    private int left;

    /// Whether the next registration fails as nothing should.
    final AtomicBoolean error = new AtomicBoolean();

    FakeSource(Consumer<Optional<Path>> listener, int watches) {
      this.listener = listener;
      this.left = watches;
    }

    @Override
    public void watch(Path directory) throws IOException {
      if (error.getAndSet(false)) {
        throw new StackOverflowError("on purpose");
      }
      if (--left < 0) {
        throw new IOException("limit of watches reached");
      }
      watched.add(directory);
    }

    void awaitWatch(Path directory) throws InterruptedException {
      Path next;
      do {
        next = watched.poll(30, TimeUnit.SECONDS);
        assertThat(next).as("a registration of %s", directory).isNotNull();
      } while (!directory.equals(next));
    }

    @Override
    public void close() {
      closed.set(true);
    }
  }

  @TempDir Path root;
  private final BlockingQueue<Settled> settled = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> problems = new LinkedBlockingQueue<>();
  private final AtomicReference<FakeSource> source = new AtomicReference<>();
  private WatchLoop loop;

  @BeforeEach
  void realRoot() throws IOException {
    root = root.toRealPath();
  }

  @AfterEach
  void close() {
    loop.close();
    assertThat(source.get().closed).isTrue();
  }

  private void start(int watches, Duration quiet) throws Exception {
    start(watches, quiet, Duration.ofHours(1));
  }

  private void start(int watches, Duration quiet, Duration checkEvery) throws Exception {
    var options =
        new WatchOptions(
            quiet,
            Duration.ofMinutes(5),
            WatchOptions.Method.EVENTS,
            Duration.ofMillis(20),
            checkEvery);
    loop =
        new WatchLoop(
            root,
            Glob.parse(root, List.of("**")),
            options,
            Optional.of(listener -> {
              source.set(new FakeSource(listener, watches));
              return source.get();
            }),
            settled::add,
            problem -> problems.add(problem.text()));
    loop.start();
    loop.ready().join();
  }

  private Settled next() throws InterruptedException {
    Settled one = settled.poll(30, TimeUnit.SECONDS);
    if (one == null) {
      throw new AssertionError("nothing settled; problems: " + problems);
    }
    return one;
  }

  @Test
  void pollingTakesOverWhenThereAreNoWatchesAtTheStart() throws Exception {
    Files.createDirectories(root.resolve("a/b/c"));
    start(2, Duration.ofMillis(50));
    assertThat(problems).anyMatch(text -> text.contains("out of file watches"));
    Files.writeString(root.resolve("a/b/c/f"), "1");
    assertThat(next().sample()).containsExactly("a/b/c/f");
  }

  @Test
  void pollingTakesOverWhenTheWatchesAreUsedUpLater() throws Exception {
    start(50, Duration.ofMillis(50));
    for (int i = 0; i < 60; i++) {
      Files.createDirectory(root.resolve("d" + i));
    }
    source.get().listener.accept(Optional.empty());
    // What changes in the moment of the switch is seen too, and nothing else is reported.
    Files.writeString(root.resolve("d59/e"), "1");
    assertThat(next().sample()).containsExactly("d59/e");
    Files.writeString(root.resolve("d59/f"), "1");
    assertThat(next().sample()).containsExactly("d59/f");
    assertThat(problems).anyMatch(text -> text.contains("out of file watches"));
  }

  @Test
  void lostEventsAreMadeUpForByLookingAtEverything() throws Exception {
    Files.writeString(root.resolve("a"), "1");
    start(50, Duration.ofMillis(50));
    Files.writeString(root.resolve("a"), "22");
    Files.createDirectory(root.resolve("d"));
    Files.writeString(root.resolve("d/b"), "1");
    source.get().listener.accept(Optional.empty());
    assertThat(next().sample()).containsExactly("a", "d/b");
  }

  @Test
  @DisplayName("a defect of ours costs the events, not the watch, and no save")
  void theWatchOutlivesADefect() throws Exception {
    Path file = Files.writeString(root.resolve("a"), "1");
    start(50, Duration.ofMillis(50));
    source.get().error.set(true);
    Files.writeString(Files.createDirectory(root.resolve("d")).resolve("b"), "1");
    Files.writeString(file, "22");
    source.get().listener.accept(Optional.of(root.resolve("d")));
    source.get().listener.accept(Optional.of(file));
    var seen = new HashSet<String>();
    while (!seen.containsAll(Set.of("a", "d/b"))) {
      seen.addAll(next().sample());
    }
    assertThat(problems).filteredOn(text -> text.contains("on purpose")).hasSize(1);
  }

  @Test
  @DisplayName("a file that changes without an event is seen, told, and from then on polled")
  void pollingTakesOverWhereThereAreNoEvents() throws Exception {
    Path file = Files.writeString(root.resolve("a"), "1");
    start(50, Duration.ofMillis(10), Duration.ofMillis(20));
    Files.writeString(file, "22");
    assertThat(next().sample()).containsExactly("a");
    assertThat(problems.poll(30, TimeUnit.SECONDS))
        .contains("the system does not report all changes (", "a changed unnoticed); scanning");
    Files.writeString(file, "333");
    assertThat(next().sample()).containsExactly("a");
  }

  @Test
  @Tag("slow")
  @DisplayName("a change that is found before its event is no reason to poll")
  void lateEvents(@TempDir Path elsewhere) throws Exception {
    Path file = Files.writeString(root.resolve("a"), "1");
    // An old time: an event for a young file counts once more, see the next test.
    Path old = Files.writeString(elsewhere.resolve("a"), "22");
    Files.setLastModifiedTime(old, FileTime.from(Instant.now().minusSeconds(60)));
    start(50, Duration.ofMillis(10), Duration.ofSeconds(2));
    Files.move(old, file, StandardCopyOption.REPLACE_EXISTING);
    assertThat(next().sample()).containsExactly("a");
    source.get().listener.accept(Optional.of(file));
    Files.writeString(root.resolve("b"), "1");
    assertThat(next().sample()).containsExactly("b");
    assertThat(problems).isEmpty();
    assertThat(source.get().closed).isFalse();
  }

  @Test
  @DisplayName("a second write of the same size within one step of the clock is not missed")
  void sameTime() throws Exception {
    Path file = Files.writeString(root.resolve("a"), "1");
    start(50, Duration.ofMillis(10));
    Files.writeString(file, "2");
    FileTime time = Files.getLastModifiedTime(file);
    source.get().listener.accept(Optional.of(file));
    assertThat(next().sample()).containsExactly("a");
    Files.writeString(file, "3");
    Files.setLastModifiedTime(file, time);
    source.get().listener.accept(Optional.of(file));
    assertThat(next().sample()).containsExactly("a");
  }

  @Test
  @DisplayName("a build that starts covers what has changed, but not yet settled, before it")
  void aBuildCoversPendingChanges() throws Exception {
    start(50, Duration.ofSeconds(2));
    Files.writeString(root.resolve("before"), "1");
    source.get().listener.accept(Optional.of(root.resolve("before")));
    // A new directory is registered in the same turn or a later one: then "before" has its time.
    Path marker = Files.createDirectory(root.resolve("marker"));
    source.get().listener.accept(Optional.of(root.resolve("marker")));
    source.get().awaitWatch(marker);
    loop.buildStarted();
    loop.buildFinished();
    Files.writeString(root.resolve("after"), "1");
    source.get().listener.accept(Optional.of(root.resolve("after")));
    Settled one = next();
    while (!one.sample().contains("after")) {
      one = next();
    }
    assertThat(one.sample()).containsExactly("after");
  }
}
