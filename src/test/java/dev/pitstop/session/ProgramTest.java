package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.FakeBuilder;
import dev.pitstop.backend.FakeChild;
import dev.pitstop.backend.FakeSpawner;
import dev.pitstop.backend.FakeTimers;
import dev.pitstop.channel.Target;
import dev.pitstop.harness.Await;
import dev.pitstop.harness.Disk;
import dev.pitstop.process.Command;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A session in front of a command-line program, whose processes the test plays.
@DisplayName("what a client sees of a command-line program")
class ProgramTest {
  private static final String COUNT = "{'name':'count','cli_command':['count']}";
  private static final String CHANGED = "notifications/tools/list_changed";

  @TempDir private Path directory;

  private final FakeSpawner spawner = new FakeSpawner();
  private final FakeTimers timers = new FakeTimers();
  private final FakeClient client = new FakeClient();

  @BeforeEach
  void begin() throws IOException {
    Path program = Files.writeString(directory.resolve("tool"), "");
    Target target =
        new Target.Tools(
            new Command(List.of(program.toString()), Map.of(), directory), Target.Calls.USUAL);
    FakeBuilder none = new FakeBuilder();
    TestSession.one(
        Setup.PLAIN.watching(),
        "tool",
        target,
        spawner,
        timers,
        none,
        new FakeOrigin(none),
        client);
  }

  @AfterEach
  void end() {
    client.checkBooks();
    client.end();
  }

  /// The program is asked for its tools, and describes these.
  private void describes(String tools) {
    describe(spawner.next(), tools);
  }

  private void saysUsage() {
    FakeChild child = spawner.next();
    child.say("Usage: tool [OPTIONS]");
    child.exit(0);
  }

  private static void describe(FakeChild child, String tools) {
    child.write(("{'tools':[" + tools + "]}").replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    child.exit(0);
  }

  private void hello() {
    client.request(
        "\"init\"",
        "initialize",
        "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\","
            + "\"version\":\"1\"}}");
  }

  private void connect(String tools) {
    hello();
    describes(tools);
    client.result("\"init\"");
    client.notify("notifications/initialized", "{}");
  }

  private List<String> listed(String id) {
    client.request(id, "tools/list", "{}");
    return Json.names(client.result(id).get("tools"));
  }

  private String count(String id) {
    client.call(id, "count");
    counted();
    return client.text(id);
  }

  private void counted() {
    FakeChild child = spawner.next();
    child.say("counted");
    child.exit(0);
  }

  @Test
  @DisplayName("our tools beside the program's, but no stop_server: nothing can be stopped")
  void ownTools() {
    connect(COUNT);
    assertThat(listed("1"))
        .contains("count", "recompile", "server_status", "binary_info", "server_stderr")
        .doesNotContain("stop_server");
  }

  @Test
  @DisplayName("wrong entries are left out and named, in server_status and once as a notice")
  void wrongEntries() {
    connect(COUNT + ",{'name':'no_place','cli_command':['x','{typo}']}");
    assertThat(listed("1")).contains("count").doesNotContain("no_place");
    assertThat(count("2")).contains("The program's schema has 1 problem", "no_place", "typo");
    assertThat(count("3")).isEqualTo("counted");
    client.call("4", "server_status");
    assertThat(client.text("4")).contains("no_place", "typo");
  }

  @Test
  @DisplayName("its file is saved: asked again, without any option; the same is no news")
  void saved() {
    connect(COUNT);
    listed("1");
    saveUntilAsked();
    describes(COUNT);
    Await.until("the new schema", () -> status().startsWith("Server `tool`: running, schema #2"));
    assertThat(count("3")).isEqualTo("counted");
    client.heardNothing();
    save("changed once more");
    describes(COUNT + ",{'name':'fresh','cli_command':['fresh']}");
    client.heard(CHANGED);
    assertThat(listed("4")).contains("count", "fresh");
    assertThat(count("5")).contains("[pitstop]", "fresh");
  }

  /// The watcher does not see what is saved before its first look.
  private void saveUntilAsked() {
    long[] again = {System.nanoTime()};
    Await.until(
        "the program to be asked again",
        () -> {
          if (System.nanoTime() - again[0] >= 0) {
            save("changed " + again[0]);
            again[0] += 5_000_000_000L;
          }
          return !spawner.noMore();
        });
  }

  private String status() {
    client.call("\"status\"", "server_status");
    return client.text("\"status\"");
  }

  private void save(String text) {
    Disk.io(() -> Files.writeString(directory.resolve("tool"), text));
  }

  @Test
  @DisplayName("while the schema is fetched, status is answered, and calls wait for it")
  void slowSchema() {
    hello();
    FakeChild asked = spawner.next();
    client.call("1", "count");
    Await.until("the start", () -> status().startsWith("Server `tool`: starting"));
    client.waits("1");
    describe(asked, COUNT);
    client.result("\"init\"");
    client.notify("notifications/initialized", "{}");
    counted();
    assertThat(client.text("1")).isEqualTo("counted");
  }

  @Test
  @DisplayName("a call ends where it began, whatever is read meanwhile, and others begin")
  void calledWhileReloading() {
    connect(COUNT);
    client.call("1", "count");
    FakeChild old = spawner.next();
    client.call("2", "recompile");
    FakeChild asked = spawner.next();
    assertThat(count("3")).isEqualTo("counted");
    describe(asked, COUNT);
    assertThat(client.text("2")).contains("schema #2");
    client.waits("1");
    old.say("from the old one");
    old.exit(0);
    assertThat(client.text("1")).isEqualTo("from the old one");
  }

  @Test
  @DisplayName("without a schema at the start the reason is told, and recompile mends it")
  void brokenAtTheStart() {
    hello();
    saysUsage();
    client.result("\"init\"");
    client.notify("notifications/initialized", "{}");
    client.call("1", "count");
    saysUsage();
    assertThat(client.failure("1")).contains("schema", "Usage: tool");
    client.call("2", "recompile");
    describes(COUNT);
    client.text("2");
    client.heard("notifications/tools/list_changed");
    assertThat(count("3")).isEqualTo("counted");
  }

  @Test
  @DisplayName("a schema that is none: the old tools stay, and that is told once")
  void brokenSchema() {
    connect(COUNT);
    List<String> before = listed("1");
    client.call("2", "recompile");
    saysUsage();
    assertThat(client.failure("2"))
        .contains("Usage: tool", "It keeps its old tool list (schema #")
        .contains("each call runs its current file.")
        .doesNotContain("The old server keeps running");
    assertThat(listed("3")).isEqualTo(before);
    assertThat(count("4")).isEqualTo("counted");
    Await.until("nothing runs", spawner::noMore);
  }
}
