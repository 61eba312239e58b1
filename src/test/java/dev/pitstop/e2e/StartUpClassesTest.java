package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/// What a session with one server loads. The cache loads what was seen in training at every start:
/// so what makes a start slow is looked at here by name and number, and not by the clock.
@DisplayName("the classes of a session")
@Timeout(60)
class StartUpClassesTest {
  /// With the program in the runtime image, on JDK 25; a `main` that says hello has some 750. The
  /// JVM loads all classes of the cache at once, also those of the session's socket, which opens
  /// after the first answer, and of a reload; that costs no measurable time.
  private static final int MOST = 2_700;

  /// So many classes of the JDK a training may miss: on a busy machine another thread comes first
  /// now and then.
  private static final int MISSED = 3;

  /// Events of the Flight Recorder are never in a cache.
  private static final String FLIGHT_RECORDER = "jdk.internal.event.";

  /// What calls that are forbidden up to the first answer, and in a first reload, would use.
  /// Classes that the training has put into the cache come from it, so they are looked for by name.
  private static final List<String> FORBIDDEN =
      List.of(
          "java.lang.runtime.", // generated methods of records; a switch over types
          "java.text.", // `%d` and `%f` in a format
          "java.time.format.", // DateTimeFormatter; Instant.toString
          "java.util.Comparator$$Lambda", // Comparator.comparing
          "java.lang.VirtualThread$", // the first virtual thread
          "java.security.SecureRandom", // also for a UUID
          "java.security.MessageDigest",
          "javax.net.ssl.", // the default SSLContext
          "java.net.http.");

  /// The first classes of what begins by the clock, after the first answer: the look for a stale
  /// build, and the socket of the session.
  private static final Set<String> LATER = Set.of("dev.pitstop.session.monitoring.SessionSocket");

  /// The journal begins after the first answer.
  private static final String JOURNAL = "dev.pitstop.session.monitoring.Monitoring";

  private static final String SERVER =
      Bench.launcher().resolveSibling("scripts/training-server.sh").toString();

  @RegisterExtension final Bench bench = new Bench();

  private record Loaded(String name, boolean cached) {
    static Loaded of(String line) {
      String name = line.substring(line.indexOf("] ", line.indexOf("load]")) + 2);
      return new Loaded(
          name.substring(0, name.indexOf(' ')), line.contains("source: shared objects file"));
    }
  }

  private Path log() {
    return bench.dir().resolve("loaded");
  }

  /// The classes that were loaded, up to what begins by the clock: a slow machine may be there
  /// already.
  private List<Loaded> loaded() throws IOException {
    List<Loaded> all = new ArrayList<>();
    for (String line : Files.readAllLines(log())) {
      if (line.contains(" source: ")) {
        Loaded loaded = Loaded.of(line);
        if (isLater(loaded.name()) && !loaded.cached()) {
          return all;
        }
        all.add(loaded);
      } else if (LATER.stream().anyMatch(l -> initializes(line, l))) {
        return all;
      }
    }
    return all;
  }

  /// Also what looks for remembered lists when the server is slow, and the thread that notices the
  /// end of a process, which may be at the end of the session or not any more.
  private static boolean isLater(String name) {
    return LATER.contains(name)
        || name.startsWith("dev.pitstop.session.exposure.ServerLists$Asked$$Lambda")
        || name.endsWith("InnocuousForkJoinWorkerThread");
  }

  /// The classes that were used, up to one of these.
  private List<String> used(Collection<String> until) throws IOException {
    return Files.readAllLines(log()).stream()
        .takeWhile(line -> until.stream().noneMatch(l -> initializes(line, l)))
        .filter(line -> line.contains("Initializing '"))
        .map(line -> line.split("'")[1].replace('/', '.'))
        .toList();
  }

  private static boolean initializes(String line, String name) {
    return line.contains("Initializing '" + name.replace('.', '/') + "'");
  }

  /// Without options and with the server of the training: what a server says may need more, such as
  /// numbers in its schemas.
  private RawClient session() {
    return session(SERVER);
  }

  private RawClient session(String server, String... options) {
    Map<String, String> env = bench.environment();
    env.put("PITSTOP_JAVA_OPTS", "-Xlog:class+load,class+init:file=" + log());
    env.put("PITSTOP_NO_BUILD", "1");
    return bench
        .start(Bench.pitstopArgv(List.of("sh", server), options), env, bench.workDir())
        .drainStderr()
        .greeted();
  }

  private static void assumeImage() {
    Assumptions.assumeTrue(
        Files.exists(Bench.launcher().resolveSibling("target/dist/runtime")),
        "this JDK cannot link a runtime image");
  }

  private void assertTrained(List<Loaded> classes) throws IOException {
    List<Loaded> outside =
        classes.stream().filter(c -> !c.cached() && !c.name().startsWith(FLIGHT_RECORDER)).toList();
    assertThat(outside)
        .as("from outside the cache")
        .hasSizeLessThanOrEqualTo(MISSED)
        .noneMatch(c -> c.name().startsWith("dev.pitstop."));
    assertThat(used(LATER))
        .filteredOn(c -> FORBIDDEN.stream().anyMatch(c::startsWith))
        .as("of forbidden calls")
        .isEmpty();
  }

  @Test
  @DisplayName("Before the first answer: few, and all from the cache")
  void start() throws IOException {
    assumeImage();
    session();
    List<Loaded> classes = loaded();
    assertThat(classes).hasSizeBetween(700, MOST);
    assertTrained(classes);
    assertThat(used(List.of(JOURNAL)))
        .hasSizeGreaterThan(300)
        .noneMatch(c -> c.startsWith("dev.pitstop.journal.") || c.contains(".beside."));
  }

  @Test
  @DisplayName("The same for a program that was built, of which is looked later whether it is old")
  void built() throws IOException {
    assumeImage();
    Path server = bench.workDir().resolve("dist/server");
    Files.createDirectories(server.getParent());
    Files.copy(Path.of(SERVER), server);
    session("dist/server");
    assertTrained(loaded());
  }

  @Test
  @DisplayName("A list, a call, reloads and the end of the session need none besides")
  void wholeSession() throws IOException {
    assumeImage();
    RawClient client = session();
    client.result(client.request("tools/list", "{}"));
    assertThat(client.call("echo").text()).isEqualTo("a");
    ToolResult recompile = client.call("recompile");
    assertThat(recompile.isError()).as(recompile.json().toString()).isFalse();
    assertThat(client.call("echo").isError()).isFalse();
    client.finish();
    assertTrained(loaded());
  }

  @Test
  @DisplayName("Nor does the second session, which reads how the server called itself in the first")
  void secondSession() throws IOException {
    assumeImage();
    RawClient first = session();
    first.result(first.request("tools/list", "{}"));
    Await.until(this::isRemembered, first::story);
    first.finish();
    RawClient second = session();
    List<Loaded> classes = loaded();
    assertThat(classes).hasSizeBetween(700, MOST);
    assertTrained(classes);
    assertThat(second.stderr()).contains(" server=training ").doesNotContain("training-server");
  }

  @Test
  @DisplayName("Nor does the search of a reload for sources that are newer than the program")
  void newerSources() throws IOException {
    assumeImage();
    Path program = Files.createDirectories(bench.workDir().resolve("bin")).resolve("server");
    Files.setLastModifiedTime(Files.writeString(program, "\0"), FileTime.fromMillis(0));
    Files.writeString(bench.workDir().resolve("main.c"), "");
    Files.writeString(bench.workDir().resolve(".gitignore"), "*.log\n");
    RawClient client = session(SERVER, "--set", "binary=bin/server");
    assertThat(client.call("recompile").text()).contains("bin/server is older than main.c");
    List<String> search =
        Files.readAllLines(log()).stream()
            .filter(line ->
                line.contains("] dev.pitstop.watch.") || line.contains("] dev.pitstop.project."))
            .toList();
    assertThat(search).hasSizeGreaterThan(20);
    assertThat(search)
        .filteredOn(line -> !Loaded.of(line).cached())
        .hasSizeLessThanOrEqualTo(MISSED);
  }

  @Test
  @DisplayName("What is named here is named as in the program")
  void names() throws IOException {
    Path sources = Bench.launcher().resolveSibling("src/main/java");
    List<String> program;
    try (Stream<Path> files = Files.walk(sources)) {
      program = files.map(f -> sources.relativize(f).toString().replace('/', '.')).toList();
    }
    assertThat(Stream.concat(LATER.stream(), Stream.of(JOURNAL)))
        .allMatch(name -> program.stream().anyMatch(c -> c.startsWith(name.split("\\$")[0])));
  }

  private boolean isRemembered() {
    try (Stream<Path> files = Files.list(bench.dir().resolve("cache/pitstop"))) {
      return files.anyMatch(f -> f.toString().endsWith(".json"));
    } catch (IOException notYet) {
      return false;
    }
  }

  @Test
  @DisplayName("Nor does a list that is joined outside turns, as each is while something is there")
  void listOutsideTurns() throws IOException {
    assumeImage();
    RawClient client = session();
    client.result(client.request("prompts/list", "{}"));
    client.finish();
    assertTrained(loaded());
  }
}
