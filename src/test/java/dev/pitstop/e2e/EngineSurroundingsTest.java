package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pitstop.engine.Engines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("S1, F7: clients of the engine in strange surroundings")
@Timeout(180)
class EngineSurroundingsTest extends EngineSurroundings {
  private List<String> names(Path in) throws IOException {
    try (Stream<Path> all = Files.list(in)) {
      return all.map(p -> p.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  @DisplayName("Two builds at once: each has its own engine")
  void twoBuilds() throws Exception {
    Path dist = Bench.launcher().resolveSibling("target/dist");
    Path copy = Files.createDirectory(bench.dir().resolve("dist"));
    for (String name : names(dist)) {
      Path from = dist.resolve(name);
      if (Files.isDirectory(from)) {
        Files.createSymbolicLink(copy.resolve(name), from.toRealPath());
      } else {
        Files.copy(from, copy.resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
    RawClient one = begun(PLAINLY);
    FixtureServer first = server;
    server = bench.scripted();
    List<String> argv = new ArrayList<>(List.of(copy.resolve("pitstop").toString(), "--"));
    argv.addAll(server.argv());
    RawClient two = bench.start(argv, environment, bench.workDir()).drainStderr();
    two.handshake();
    assertThat(isJvm(two.pid())).isFalse();
    assertThat(Engines.running(directory()))
        .hasSize(2)
        .allSatisfy(engine -> assertThat(engine.sessions()).isEqualTo(1));
    used(two);
    ended(two);
    server = first;
    used(one);
    ended(one);
  }

  // ---- what a client's process may and has ----

  @ParameterizedTest
  @ValueSource(strings = {"-Urn", "-Uri", "-Uru", "-Urm"})
  @DisplayName(
      "In a namespace of its own: directly, also if an engine is there, and so its servers")
  void container(String namespace) throws Exception {
    List<String> prefix = List.of("unshare", namespace);
    List<String> look = new ArrayList<>(prefix);
    look.add("true");
    assumeTrue(OtherUser.succeeds(look), "nobody may make a namespace here");
    RawClient outside = begun(PLAINLY);
    FixtureServer first = server;
    server = bench.scripted();
    RawClient inside = begun(prefix);
    assertThat(isJvm(inside.pid())).isTrue();
    used(inside);
    for (long pid : server.pids()) {
      if (Procs.alive(pid)) {
        for (String kind : List.of("net", "ipc", "uts", "mnt", "user")) {
          assertThat(namespace(pid, kind)).isEqualTo(namespace(inside.pid(), kind));
        }
        assertThat(namespace(pid, "user")).isNotEqualTo(namespace(outside.pid(), "user"));
      }
    }
    ended(inside);
    server = first;
    used(outside);
    ended(outside);
  }

  private static Path namespace(long pid, String kind) throws IOException {
    return Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "ns", kind));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ulimit -n 20",
        "ulimit -f 20000",
        "ulimit -s 256",
        "ulimit -v 8000000",
        "umask 777"
      })
  @DisplayName("A client with narrow limits beside an engine that others have started")
  void limits(String limit) throws Exception {
    RawClient other = begun(PLAINLY);
    FixtureServer first = server;
    server = bench.scripted();
    boolean inEngine = session(List.of("sh", "-c", limit + "; exec \"$@\"", "sh"));
    assertThat(inEngine).isEqualTo(!limit.startsWith("ulimit -v"));
    server = first;
    used(other);
    ended(other);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/proc", "/no/such/home", ""})
  @DisplayName("A home directory that cannot be written, or none: as it is without an engine")
  void home(String home) {
    for (String name : List.of("HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME")) {
      environment.remove(name);
    }
    environment.remove("XDG_DATA_HOME");
    if (!home.isEmpty()) {
      environment.put("HOME", home);
    }
    List<List<String>> said = new ArrayList<>();
    for (String engine : List.of("on", "off")) {
      environment.put("PITSTOP_ENGINE", engine);
      server = bench.scripted();
      RawClient client = begun(PLAINLY);
      assertThat(isJvm(client.pid())).isEqualTo(engine.equals("off"));
      used(client);
      client.closeStdin();
      assertThat(client.awaitExit()).isZero();
      said.add(
          client
              .stderr()
              .lines()
              .filter(line -> !isUsual(line))
              .map(line -> line.replaceAll("[0-9]+", "N"))
              .distinct()
              .sorted()
              .toList());
    }
    assertThat(said.getFirst()).isEqualTo(said.getLast());
  }
}
