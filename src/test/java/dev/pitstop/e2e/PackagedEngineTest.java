package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.engine.Engines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The archive for Linux, whose sessions use the engine unless they are told not to: as it is
/// installed, and what becomes of sessions when it is replaced or removed under them.
@DisplayName("U1, S1: the engine of the packages")
@Timeout(180)
@Tag("own-way")
class PackagedEngineTest {
  private static final String[] TOOLS = {"sh", "env", "cat", "readlink", "setsid", "node"};
  private static final String NO_VALUE = "none";

  @RegisterExtension final Bench bench = new Bench();

  private final EngineSessions sessions = new EngineSessions(bench);
  private final Map<String, String> user = new HashMap<>();
  private Path place = Path.of("");
  private Path installed = Path.of("");
  private FixtureServer server = FixtureServer.NONE;

  @BeforeEach
  void install() throws Exception {
    Front.assumed();
    Path archive = Packages.forThisSystem("pitstop-{v}-linux-x64.tar.gz");
    place = bench.dir().resolve(Packages.AWKWARD);
    Packages.install(archive, place);
    installed = place.resolve("pitstop-" + Packages.version() + "-linux-x64");
    user.putAll(Packages.withoutJava(bench, TOOLS));
    server = bench.scripted();
  }

  @AfterEach
  void release() throws Exception {
    Packages.release(place);
  }

  private RawClient connected(FixtureServer of) {
    List<String> argv = new ArrayList<>(List.of(installed.resolve("bin/pitstop").toString(), "--"));
    argv.addAll(of.argv());
    RawClient client = bench.start(argv, user, bench.workDir()).drainStderr();
    client.handshake();
    return client;
  }

  private void ended(RawClient client) {
    client.closeStdin();
    assertThat(client.awaitExit()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    NO_VALUE + ", true, false",
    "'', true, false",
    "on, true, false",
    "off, false, false",
    "false, false, true"
  })
  @DisplayName("Who does not say otherwise is in the engine; a value that is none is said")
  void byDefault(String value, boolean inEngine, boolean said) {
    if (!value.equals(NO_VALUE)) {
      user.put("PITSTOP_ENGINE", value);
    }
    RawClient one = connected(server);
    RawClient two = connected(bench.scripted());
    for (RawClient client : List.of(one, two)) {
      assertThat(EngineSessions.isJvm(client)).isEqualTo(!inEngine);
      assertThat(client.call("echo", "{'text':'größe 日本'}").text()).contains("größe 日本");
    }
    assertThat(sessions.engines().stream().map(Engines.Status::sessions).toList())
        .isEqualTo(inEngine ? List.of(2L) : List.of());
    ended(one);
    assertThat(one.stderr().contains("PITSTOP_ENGINE=" + value + " ")).isEqualTo(said);
    assertThat(one.stderr().contains("neither `on` nor `off`")).isEqualTo(said);
  }

  @Test
  @DisplayName("Its start-up cache fits the runtime of the package, and is in use")
  void cached() throws Exception {
    Path log = bench.workDir().resolve("loaded");
    user.put("PITSTOP_JAVA_OPTS", "-Xlog:class+load:file=" + log);
    RawClient client = connected(server);
    assertThat(client.call("echo", "{'text':'a'}").lastText()).isEqualTo("a");
    long engine = sessions.engine().pid();
    ended(client);
    Engines.stop(Engines.directory(user));
    Procs.awaitGone(engine);
    Packages.assertFromCache(log, "dev.pitstop.cli.Resident");
  }

  /// The same package of another build.
  private Path newer() throws IOException, InterruptedException {
    Packages.release(place);
    Path newer = place.resolve("newer");
    Packages.run(place, "cp", "-a", installed.toString(), newer.toString());
    Files.writeString(newer.resolve("lib/build"), "another");
    return newer;
  }

  private void replace(String how, Path newer) throws IOException, InterruptedException {
    if (how.equals("unpacked over it")) {
      Path archive = place.resolve("newer.tar");
      Packages.run(newer, "tar", "-cf", archive.toString(), ".");
      Packages.run(installed, "tar", "-xf", archive.toString());
    } else { // as npm does
      Path old = place.resolve("old");
      Files.move(installed, old);
      Files.move(newer, installed);
      Packages.run(place, "rm", "-rf", old.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"unpacked over it", "in place of its directory"})
  @DisplayName("Replaced by a newer build while sessions are open: that one takes them over")
  void replaced(String how) throws Exception {
    RawClient client = connected(server);
    FixtureServer other = bench.scripted();
    RawClient busy = connected(other);
    CompletableFuture<JsonObject> call = busy.callAsync("wait_for_file", "{'path':'go'}");
    other.awaitCall("wait_for_file");
    long old = sessions.engine().pid();
    replace(how, newer());
    assertThat(client.call("recompile").text()).contains("spawn #2");
    RawClient last = connected(bench.scripted()); // starts the engine of the new build
    Deadline.await(
        () -> sessions.engines().stream().anyMatch(e -> e.pid() != old && e.sessions() == 2),
        () -> "not taken over: " + sessions.engines());
    assertThat(client.call("echo", "{'text':'a'}").notice()).contains("replaced by a newer build");
    Files.createFile(bench.workDir().resolve("go"));
    busy.toolResult(call);
    Procs.awaitGone(old);
    assertThat(busy.call("echo", "{'text':'b'}").notice()).contains("replaced by a newer build");
    for (RawClient each : List.of(client, busy, last)) {
      assertThat(EngineSessions.isJvm(each)).isFalse();
      ended(each);
    }
  }

  private void remove() throws IOException, InterruptedException {
    Packages.release(place);
    Packages.run(place, "rm", "-rf", installed.toString());
  }

  @Test
  @DisplayName("Removed while a session is open: it goes on, and the engine ends with it")
  void removed() throws Exception {
    RawClient client = connected(server);
    long engine = sessions.engine().pid();
    remove();
    EngineSurroundings.used(client);
    ended(client);
    Procs.awaitGone(server.pids());
    Procs.awaitGone(engine);
  }

  @Test
  @DisplayName("Removed, and the engine is killed: the session ends with a sentence")
  void removedAndKilled() throws Exception {
    RawClient client = connected(server);
    client.mayEndBadly();
    remove();
    sessions.kill();
    assertThat(client.awaitExit()).isEqualTo(1);
    assertThat(client.stderr())
        .contains("pitstop: the session ends: this Pitstop has been removed");
    Procs.awaitGone(server.pids());
    assertThat(sessions.engines()).isEmpty();
  }
}
