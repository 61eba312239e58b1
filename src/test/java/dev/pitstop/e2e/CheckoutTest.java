package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/// What `pitstop` in a checkout runs when its sources are newer than what is built. The checkout
/// has the real scripts, a Maven that does what the test says, and something built that says so.
@DisplayName("the launcher of a checkout")
@Timeout(60)
class CheckoutTest {
  @RegisterExtension final Bench bench = new Bench();

  private static final String BUILT = "the last good build ran";

  private Path checkout = Path.of("");
  private Path maven = Path.of("");
  private Path builds = Path.of("");

  @BeforeEach
  void checkOut() throws IOException {
    checkout = bench.workDir().resolve("checkout");
    Path from = Bench.launcher().resolveSibling(".");
    for (String directory : List.of("scripts", "src/main", "target/dist", ".git/logs")) {
      Files.createDirectories(checkout.resolve(directory));
    }
    for (String file :
        List.of("pitstop", "scripts/build.sh", "scripts/find-jdk.sh", "scripts/launch.sh")) {
      Files.copy(from.resolve(file), checkout.resolve(file));
    }
    Files.writeString(checkout.resolve("pom.xml"), "<project/>");
    Files.writeString(
        checkout.resolve("target/dist/start.sh"),
        "pitstop_java=/bin/sh\nrun_pitstop() { echo '" + BUILT + "'; }\n");
    Files.setLastModifiedTime(
        checkout.resolve("target/dist/start.sh"),
        FileTime.from(Instant.EPOCH.plusSeconds(1_000_000_000)));
    Files.writeString(checkout.resolve(".git/logs/HEAD"), "a pull\n");
    builds = bench.dir().resolve("builds");
    maven = Files.createDirectory(bench.dir().resolve("bin")).resolve("mvn");
  }

  private void mavenIs(String script) throws IOException {
    Files.writeString(maven, "#!/bin/sh\necho $$ >>'" + builds + "'\n" + script + "\n");
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private List<String> begunBuilds() throws IOException {
    return Files.exists(builds) ? Files.readAllLines(builds) : List.of();
  }

  private Map<String, String> environment() {
    Map<String, String> env = new HashMap<>(bench.environment());
    env.remove("PITSTOP_NO_BUILD");
    env.put("PATH", maven.getParent() + ":" + env.getOrDefault("PATH", "/usr/bin:/bin"));
    return env;
  }

  private List<String> launcher() {
    return List.of("sh", checkout.resolve("pitstop").toString(), "--version");
  }

  private Ended start() throws IOException, InterruptedException {
    return Ended.of(launcher(), environment(), bench.workDir());
  }

  private static void assertBuiltRuns(Ended start) {
    assertThat(start.code()).as(start.err()).isZero();
    assertThat(start.out()).isEqualTo(BUILT + "\n");
  }

  /// A build that begins and is cut off with everything that belongs to it, as by a client that
  /// waits no longer.
  private void interruptedBuild(String signal) throws Exception {
    mavenIs("exec sleep 600");
    ProcessBuilder builder =
        new ProcessBuilder(launcher())
            .directory(bench.workDir().toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().clear();
    builder.environment().putAll(environment());
    Process client = builder.start();
    Await.until(
        () -> {
          try {
            return !begunBuilds().isEmpty();
          } catch (IOException notYet) {
            return false;
          }
        },
        () -> "no build has begun");
    List<Long> all = new ArrayList<>();
    client.descendants().forEach(p -> all.add(p.pid()));
    all.addFirst(client.pid());
    all.forEach(pid -> Procs.signalIfAlive(bench.mustEnd(pid), signal));
    Procs.awaitGone(all);
  }

  @Test
  @DisplayName("a build that was killed is begun again at the next start, which says so")
  void killed() throws Exception {
    interruptedBuild("KILL");
    assertBegunAgain();
  }

  @Test
  @DisplayName("so is one that was ended in order, as by Ctrl-C in a terminal")
  void terminated() throws Exception {
    interruptedBuild("TERM");
    assertBegunAgain();
  }

  private void assertBegunAgain() throws Exception {
    mavenIs("echo '[ERROR] broken'; exit 1");
    Ended second = start();
    assertBuiltRuns(second);
    assertThat(begunBuilds()).hasSize(2);
    assertThat(second.err().lines().filter(l -> l.contains("did not finish"))).hasSize(1);

    Ended third = start();
    assertBuiltRuns(third);
    assertThat(begunBuilds()).as("those sources have failed, and have not changed").hasSize(2);
    assertThat(third.err()).contains("the sources do not build");
  }

  @Test
  @DisplayName("without a Maven an unfinished build stays one that is begun again")
  void noMaven() throws Exception {
    interruptedBuild("KILL");
    Files.delete(maven);
    Map<String, String> env = environment();
    env.put("PATH", onlyTools());
    Ended without = Ended.of(launcher(), env, bench.workDir());
    assertBuiltRuns(without);
    assertThat(without.err()).contains("Maven");
    mavenIs("exit 1");
    assertThat(start().err()).contains("did not finish");
    assertThat(begunBuilds()).hasSize(2);
  }

  /// A PATH with what the scripts use, and nothing else.
  private String onlyTools() throws IOException {
    Path tools = Files.createDirectory(bench.dir().resolve("tools"));
    for (String tool :
        List.of(
            "sh", "cat", "date", "dirname", "find", "head", "mkdir", "mv", "rm", "touch", "sleep",
            "sed")) {
      for (String place : List.of("/bin", "/usr/bin")) {
        Path file = Path.of(place, tool);
        if (Files.exists(file) && !Files.exists(tools.resolve(tool))) {
          Files.createSymbolicLink(tools.resolve(tool), file);
        }
      }
    }
    return tools.toString();
  }

  @Test
  @DisplayName("where target/ cannot be written what is built runs, with a warning")
  void notWritable() throws Exception {
    assertBuiltRunsReadOnly();
  }

  private void assertBuiltRunsReadOnly() throws Exception {
    mavenIs("exit 1");
    List<String> argv = new ArrayList<>(OtherUser.command(bench.dir()));
    argv.addAll(launcher());
    Path target = checkout.resolve("target");
    Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("r-xr-xr-x"));
    try {
      Ended start = Ended.of(argv, environment(), bench.workDir());
      assertBuiltRuns(start);
      assertThat(begunBuilds()).isEmpty();
      assertThat(start.err().lines())
          .singleElement()
          .asString()
          .contains("is not writable", "running the last build");
    } finally {
      Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  @Test
  @DisplayName("nor does a lock that a dead build of another user left behind stop it")
  void deadLockNotWritable() throws Exception {
    Path lock = Files.createDirectory(checkout.resolve("target/build.lock"));
    Files.writeString(lock.resolve("pid"), "4194999\n"); // beyond the largest pid there can be
    assertBuiltRunsReadOnly();
  }

  @Test
  @DisplayName("nothing built and nowhere to build is an error, not a hang")
  void nothingBuilt() throws Exception {
    Files.delete(checkout.resolve("target/dist/start.sh"));
    Files.delete(checkout.resolve("target/dist"));
    Files.delete(checkout.resolve("target"));
    Files.writeString(checkout.resolve("target"), "a file in its place\n");
    Ended start = start();
    assertThat(start.code()).isEqualTo(2);
    assertThat(start.out()).isEmpty();
    assertThat(start.err()).contains("cannot build");
  }
}
