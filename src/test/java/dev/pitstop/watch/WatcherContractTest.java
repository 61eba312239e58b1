package dev.pitstop.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pitstop.watch.WatchOptions.Method;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// What every source of changes must do, on the real file system. That something does *not* trigger
/// is shown without waiting: a change that counts follows, and nothing else is reported with it or
/// before.
@DisplayName("file watching")
@ParameterizedClass(name = "{0}")
@EnumSource(Method.class)
class WatcherContractTest {
  private static final long DEADLINE_SECONDS = 30;

  @Parameter Method method;
  @TempDir Path temporary;

  private final Set<String> expected = new TreeSet<>();
  private final BlockingQueue<Settled> settled = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> problems = new LinkedBlockingQueue<>();
  private final List<Watcher> watchers = new ArrayList<>();
  private Path root;

  @BeforeEach
  void makeRoot() throws IOException {
    root = Files.createDirectory(temporary.toRealPath().resolve("root"));
  }

  @AfterEach
  void closeAndLeaveNoThread() {
    for (Watcher watcher : watchers) {
      watcher.close();
    }
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().equals("watch") && thread.isAlive());
  }

  private Watcher watch(String... globs) throws InterruptedException {
    return watch(Duration.ofMillis(60), globs);
  }

  private Watcher watch(Duration quiet, String... globs) throws InterruptedException {
    return watch(quiet, settled::add, globs);
  }

  private Watcher watch(Duration quiet, Consumer<Settled> receiver, String... globs)
      throws InterruptedException {
    Watcher watcher =
        Watcher.start(
            root,
            Arrays.asList(globs),
            new WatchOptions(
                quiet, Duration.ofSeconds(20), method, Duration.ofMillis(20), Duration.ofHours(1)),
            receiver,
            problem -> problems.add(problem.text()));
    watchers.add(watcher);
    watcher.ready().join();
    return watcher;
  }

  private Path write(String file, String text) throws IOException {
    Path path = root.resolve(file).normalize();
    Files.createDirectories(path.getParent());
    return Files.writeString(path, text);
  }

  private Settled next() throws InterruptedException {
    Settled one = settled.poll(DEADLINE_SECONDS, TimeUnit.SECONDS);
    if (one == null) {
      throw new AssertionError("nothing settled; problems: " + problems);
    }
    return one;
  }

  /// Exactly these paths are reported, in one change or several. On a slow machine one that was
  /// expected before may be reported once more: its removal settled before it was made again.
  private void expect(String... paths) throws InterruptedException {
    var wanted = Arrays.asList(paths);
    var seen = new TreeSet<String>();
    expected.addAll(wanted);
    while (!seen.containsAll(wanted)) {
      seen.addAll(next().sample());
      assertThat(expected).as("problems %s", problems).containsAll(seen);
    }
  }

  /// A file that is written is reported.
  private void seen(String file, String text) throws IOException, InterruptedException {
    write(file, text);
    expect(file);
  }

  private static void deleteTree(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  @Test
  void changedCreatedAndDeletedFilesCount() throws Exception {
    Path old = write("src/old.ts", "1");
    Path gone = write("src/deep/gone.ts", "1");
    watch("src/**/*.ts");
    Files.writeString(old, "22");
    expect("src/old.ts");
    seen("src/new.ts", "1");
    Files.delete(gone);
    expect("src/deep/gone.ts");
  }

  @Test
  void whatMatchesNoGlobDoesNotCount() throws Exception {
    write("src/a.ts", "1");
    write("lib/b.ts", "1");
    watch("src/**/*.ts", "!src/gen/**");
    write("src/a.js", "1");
    write("lib/b.ts", "2");
    write("src/gen/x.ts", "2");
    seen("src/sentinel.ts", "1");
  }

  @Test
  void aTouchCounts() throws Exception {
    Path file = write("a.py", "1");
    watch("*.py");
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000_000_000L));
    expect("a.py");
  }

  @Test
  void anAtomicSaveIsOneChangeOfTheFile() throws Exception {
    Path file = write("src/a.ts", "1");
    watch("src/**/*.ts");
    Path temporaryFile = write("src/.a.ts.x7y", "2");
    Files.move(temporaryFile, file, StandardCopyOption.ATOMIC_MOVE);
    expect("src/a.ts");
  }

  @Test
  void anEditorsTemporaryFilesDoNotCount() throws Exception {
    write("a.py", "1");
    watch("**");
    for (String name :
        List.of(
            "a.py~",
            ".#a.py",
            "#a.py#",
            ".a.py.swp",
            ".a.py.swx",
            "4913",
            "x.tmp",
            ".a.py.kate-swp",
            "a.py___jb_tmp___",
            "a.py___jb_old___",
            ".DS_Store")) {
      write(name, "1");
    }
    seen("sentinel", "1");
  }

  @Test
  @Tag("slow")
  void fiveHundredFilesAreOneChange() throws Exception {
    write("src/a.ts", "1");
    watch(Duration.ofSeconds(1), "src/**");
    for (int i = 0; i < 500; i++) {
      write("src/d" + i % 7 + "/f" + i + ".ts", "1");
    }
    Settled one = next();
    assertThat(one.count()).isEqualTo(500);
    assertThat(one.sample()).hasSize(Settled.SAMPLE).isSorted().startsWith("src/d0/f0.ts");
    assertThat(settled).isEmpty();
  }

  /// Far more than the 512 events that the JDK keeps for a directory.
  @Test
  @Tag("slow")
  void nothingIsMissedWhenEventsOverflow() throws Exception {
    watch(Duration.ofSeconds(1), "**");
    for (int i = 0; i < 4_000; i++) {
      write("f" + i, "1");
    }
    int seen = 0;
    while (seen < 4_000) {
      seen += next().count();
    }
    // More if the flood paused, and a file was seen both empty and full.
    assertThat(seen).isGreaterThanOrEqualTo(4_000);
  }

  @Test
  void aNewDirectoryWithFilesInItIsScannedAndWatched() throws Exception {
    watch("src/**/*.ts");
    Path prepared = Files.createDirectories(temporary.resolve("prepared/x/y"));
    Files.writeString(prepared.resolve("a.ts"), "1");
    Files.createDirectory(root.resolve("src"));
    Files.move(temporary.resolve("prepared"), root.resolve("src/new"));
    expect("src/new/x/y/a.ts");
    seen("src/new/x/y/b.ts", "1");
  }

  @Test
  void aRenamedDirectoryIsWatchedUnderItsNewName() throws Exception {
    write("src/a/one/f.ts", "1");
    write("src/b/g.ts", "1");
    watch("src/**/*.ts");
    Files.move(root.resolve("src/a/one"), root.resolve("src/b/two"));
    expect("src/a/one/f.ts", "src/b/two/f.ts");
    seen("src/b/two/f.ts", "changed");
    seen("src/b/two/h.ts", "1");
  }

  @Test
  void aDirectoryThatIsDeletedAndMadeAgainIsPickedUp() throws Exception {
    write("a/b/src/f.ts", "1");
    watch("a/b/src/**/*.ts");
    deleteTree(root.resolve("a"));
    expect("a/b/src/f.ts");
    seen("a/b/src/f.ts", "2");
    seen("a/b/src/f.ts", "3333");
    deleteTree(root.resolve("a/b/src"));
    seen("a/b/src/f.ts", "4");
    seen("a/b/src/g.ts", "5");
  }

  @Test
  void aDirectoryReplacedByAnotherIsPickedUp() throws Exception {
    write("src/f.ts", "1");
    write("other/f.ts", "22");
    watch("src/*.ts");
    Files.move(root.resolve("src"), root.resolve("away"));
    Files.move(root.resolve("other"), root.resolve("src"));
    expect("src/f.ts");
    seen("src/f.ts", "333");
  }

  @Test
  void aRootReplacedByAnotherIsPickedUp() throws Exception {
    write("f.ts", "1");
    watch("*.ts");
    Files.move(root, root.resolveSibling("away"));
    expect("f.ts");
    Files.createDirectory(root);
    seen("f.ts", "22");
    seen("g.ts", "1");
  }

  @Test
  void aDirectoryThatDoesNotYetExistIsSaidAndThenPickedUp() throws Exception {
    watch("later/src/**/*.ts");
    assertThat(problems).anyMatch(text -> text.contains("later/src/**/*.ts"));
    seen("later/src/x/f.ts", "1");
  }

  @Test
  void ordinaryIgnoredDirectoriesDoNotCount() throws Exception {
    watch("**/*.js");
    for (String name :
        List.of(
            "node_modules/p",
            ".git",
            ".venv/lib",
            "__pycache__",
            "build",
            "dist",
            "target/x",
            "out",
            ".idea",
            "sub/node_modules")) {
      write(name + "/x.js", "1");
    }
    write("pkg/package.json", "{}");
    write("pkg/dist/x.js", "1");
    seen("src/build/x.js", "1");
  }

  @Test
  void aGlobThatNamesAnIgnoredDirectoryMeansIt() throws Exception {
    write(".gitignore", "dist\n*.gen.js\nsecret.js\n/tmp/*\n");
    write("dist/x.js", "1");
    write("node_modules/mine/x.js", "1");
    write("secret.js", "1");
    write("tmp/x.js", "1");
    watch("dist/**/*.js", "node_modules/mine/*.js", "secret.js", "tmp/*.js");
    write("dist/node_modules/x.js", "1");
    write("dist/x.js", "22");
    write("node_modules/mine/x.js", "22");
    write("secret.js", "22");
    write("tmp/x.js", "22");
    expect("dist/x.js", "node_modules/mine/x.js", "secret.js", "tmp/x.js");
  }

  @Test
  void gitignoreIsHonouredAndItsChangesAreFollowed() throws Exception {
    write(".gitignore", "*.log\ngen/\n");
    write("sub/.gitignore", "!keep.log\n/local\n");
    watch("**");
    write("a.log", "1");
    write("gen/a", "1");
    write("sub/local", "1");
    seen("sub/keep.log", "1");
    // In one step: a file that is cut first has no rules for a moment, which may be long enough.
    Files.move(
        Files.writeString(root.resolveSibling("rules"), "*.txt\n"),
        root.resolve(".gitignore"),
        StandardCopyOption.ATOMIC_MOVE);
    expect(".gitignore");
    write("b.txt", "1");
    seen("gen/a", "22");
  }

  @Test
  void gitignoreAboveTheRootUpToTheRepositoryCounts() throws Exception {
    Files.createDirectory(temporary.toRealPath().resolve(".git"));
    Files.writeString(temporary.toRealPath().resolve(".gitignore"), "*.gen.ts\n");
    watch("**/*.ts");
    write("a.gen.ts", "1");
    seen("sentinel.ts", "1");
  }

  @Test
  void pathsOutsideTheRootAreWatchedWhereTheyAre() throws Exception {
    Path library = Files.createDirectory(root.resolveSibling("lib"));
    Path absolute = Files.createDirectory(root.resolveSibling("abs"));
    watch("../lib/**", absolute + "/*.conf");
    Files.writeString(library.resolve("x"), "1");
    expect(library.resolve("x").toString());
    Files.writeString(absolute.resolve("y.conf"), "1");
    expect(absolute.resolve("y.conf").toString());
  }

  @Test
  void aLinkToAFileIsTheFileAndLinkLoopsEnd() throws Exception {
    Path first = Files.writeString(temporary.resolve("one"), "1");
    Path second = Files.writeString(temporary.resolve("two"), "22");
    Path link = Files.createSymbolicLink(root.resolve("link"), first);
    Files.createSymbolicLink(root.resolve("loop"), root);
    watch("**");
    Files.delete(link);
    Files.createSymbolicLink(link, second);
    expect("link");
  }

  @Test
  void aRootThatIsALinkIsFollowed() throws Exception {
    Path real = Files.createDirectory(temporary.resolve("real"));
    Files.delete(root);
    Files.createSymbolicLink(root, real);
    watch("*.c");
    Files.writeString(real.resolve("a.c"), "1");
    expect("a.c");
  }

  @Test
  void aDirectoryThatCannotBeReadIsSaidAndTheRestIsWatched() throws Exception {
    Path closed = Files.createDirectory(root.resolve("closed"));
    assumeTrue(
        closed.toFile().setReadable(false) && !Files.isReadable(closed),
        "optional: run by root, who may read everything");
    watch("**");
    seen("a", "1");
    assertThat(problems).anyMatch(text -> text.contains("closed"));
    assertThat(closed.toFile().setReadable(true)).isTrue();
  }

  @Test
  @DisplayName("a build's own writes start no loop")
  void aBuildThatFeedsItselfEndsUntilTheNextSave() throws Exception {
    write("src/a.ts", "1");
    // a busy machine tells of the last write late, and this is how late it may
    Watcher watcher = watch(Duration.ofMillis(600), "src/**");
    for (int i = 0; i <= PendingChanges.FOLLOW_UPS; i++) {
      watcher.buildStarted();
      write("src/gen.ts", "generated " + i);
      watcher.buildFinished();
      if (i < PendingChanges.FOLLOW_UPS) {
        expect("src/gen.ts");
      }
    }
    assertThat(problems.poll(DEADLINE_SECONDS, TimeUnit.SECONDS))
        .contains("src/gen.ts changed while the build command ran, 3 times in a row");
    seen("src/a.ts", "22");
    watcher.buildStarted();
    write("src/gen.ts", "a new row");
    watcher.buildFinished();
    expect("src/gen.ts");
  }

  @Test
  @DisplayName("a file that is saved just after a build is not the build's, however often")
  void savedJustAfterABuild() throws Exception {
    write("src/a.ts", "1");
    Watcher watcher = watch("src/**");
    for (int i = 0; i < 5; i++) {
      watcher.buildStarted();
      watcher.buildFinished();
      Path saved = write("src/a.ts", "save ".repeat(i));
      Files.setLastModifiedTime(
          saved, FileTime.fromMillis(System.currentTimeMillis() + 1_000)); // times are coarse
      expect("src/a.ts");
    }
    assertThat(problems).isEmpty();
  }

  @Test
  @DisplayName("a source saved in the middle of a build asks for one more")
  void aSaveDuringABuildIsReportedAfterIt() throws Exception {
    write("src/a.ts", "1");
    Watcher watcher = watch("src/**");
    watcher.buildStarted();
    write("src/a.ts", "22");
    watcher.buildFinished();
    expect("src/a.ts");
  }

  @Test
  @DisplayName("without an end of the build nothing is reported, with it everything")
  void aBuildHoldsReportsBack() throws Exception {
    write("a", "1");
    Watcher watcher = watch("**");
    watcher.buildStarted();
    for (int i = 0; i < 20; i++) {
      write("f" + i, "1");
    }
    assertThat(settled).isEmpty();
    watcher.buildFinished();
    assertThat(next().count()).isEqualTo(20);
  }

  @Test
  @Timeout(value = 2 * DEADLINE_SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  @DisplayName("a FIFO is no file: nobody waits for who writes into it")
  void aFifoIsNoFile() throws Exception {
    assumeTrue(!System.getProperty("os.name").startsWith("Windows"), "optional: no FIFOs");
    write("sub/a", "1");
    makeFifo("sub/.gitignore");
    Watcher watcher = watch("**");
    watcher.buildStarted();
    makeFifo("fifo");
    Files.createSymbolicLink(root.resolve("link"), root.resolve("fifo"));
    write("sub/a", "22");
    watcher.buildFinished();
    expect("sub/a");
  }

  private void makeFifo(String file) throws IOException, InterruptedException {
    Process made = new ProcessBuilder("mkfifo", root.resolve(file).toString()).start();
    assertThat(made.waitFor()).isZero();
  }

  @Test
  void aFailingReceiverDoesNotEndTheWatch() throws Exception {
    var calls = new LinkedBlockingQueue<Settled>();
    watch(
        Duration.ofMillis(60),
        change -> {
          calls.add(change);
          throw new IllegalStateException("receiver");
        },
        "*");
    write("a", "1");
    assertThat(calls.poll(DEADLINE_SECONDS, TimeUnit.SECONDS)).isNotNull();
    write("b", "1");
    assertThat(calls.poll(DEADLINE_SECONDS, TimeUnit.SECONDS)).isNotNull();
    assertThat(problems).anyMatch(text -> text.contains("receiver"));
  }

  @Test
  void closingIsIdempotentAndEndsTheCallbacks() throws Exception {
    Watcher watcher = watch("*");
    watcher.close();
    watcher.close();
    write("a", "1");
    assertThat(settled).isEmpty();
    watch("*");
    seen("b", "1");
  }

  @Test
  void closingFromTheCallbackDoesNotHang() throws Exception {
    var self = new LinkedBlockingQueue<Watcher>();
    var closed = new LinkedBlockingQueue<Boolean>();
    self.add(
        watch(
            Duration.ofMillis(60),
            _ -> {
              self.element().close();
              closed.add(true);
            },
            "*"));
    write("a", "1");
    assertThat(closed.poll(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void anUnintelligibleGlobIsRefusedAtOnce() {
    assertThatThrownBy(() -> watch("src/[ab"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("src/[ab");
  }
}
