package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A daemon at a URL as one of many servers, beside one that is a process of Pitstop's.
@DisplayName("many servers: HTTP daemons among them (M1, M2, M6, H1–H4, E1)")
@Tag("all")
class ManyHttpTest {
  @RegisterExtension final ManyBench bench = new ManyBench();

  private HttpDaemonProcess daemon(String... options) {
    HttpDaemonProcess daemon =
        HttpDaemonProcess.scripted(bench.bench(), "--log", "" + log().file());
    return daemon.with(options);
  }

  private HttpLog log() {
    return new HttpLog(bench.path("executed"));
  }

  private static JsonObject entry(HttpDaemonProcess daemon) {
    JsonObject entry = new JsonObject();
    entry.addProperty("url", daemon.url().toString());
    return entry;
  }

  private FixtureServer local() {
    return bench.server("local", "{'tools':['who','echo']}");
  }

  @ParameterizedTest(name = "in the file: {0}")
  @ValueSource(booleans = {true, false})
  @DisplayName("M1, M6, H1: listed as `name__tool` beside a process, and both are called")
  void besides(boolean inFile) {
    FixtureServer local = local();
    try (HttpDaemonProcess daemon = daemon()) {
      daemon.start();
      Hub hub;
      if (inFile) {
        Map<String, JsonObject> servers = new LinkedHashMap<>();
        servers.put("web", entry(daemon));
        servers.put("local", local.entry());
        bench.save(servers);
        hub = bench.hub();
        hub.awaitTool("web__echo");
        hub.awaitTool("local__who");
      } else {
        hub = bench.hub();
        assertThat(hub.add("web", entry(daemon)).toString()).contains("web__echo");
        hub.add("local", local);
      }
      assertThat(hub.tools("web")).containsExactly("web__echo", "web__count", "web__slow");
      assertThat(hub.text("web__echo", "{'text':'größe'}")).isEqualTo("größe");
      assertThat(hub.text("local__echo", "{'text':'x'}")).isEqualTo("x");
      assertThat(hub.row("web").toString()).contains(daemon.url().toString());
      assertThat(log().with("session")).hasSize(1);
    }
  }

  @Test
  @DisplayName("F3, H3: restarted while the client is slow to read what it has answered")
  void slowClient() {
    FixtureServer local = local();
    try (HttpDaemonProcess daemon = daemon()) {
      daemon.start();
      Hub hub = bench.hub();
      RawClient client = hub.client();
      hub.add("web", entry(daemon));
      hub.add("local", local);
      daemon.restartWhileSlow(client, "web__echo");
      assertThat(hub.text("web__echo", "{'text':'after'}")).isEqualTo("after");
      assertThat(hub.text("local__echo", "{'text':'beside'}")).isEqualTo("beside");
    }
  }

  @Test
  @DisplayName(
      "H2, H3, A2: restarted with a tool more: the call waits, list_changed, once executed")
  void restarted() {
    FixtureServer local = local();
    try (HttpDaemonProcess daemon = daemon()) {
      daemon.start();
      Hub hub = bench.hub();
      hub.add("web", entry(daemon));
      hub.add("local", local);
      hub.text("web__echo", "{'text':'before'}");
      int changes = hub.changes("tools");
      daemon.kill();
      hub.awaitStatus("web", "starting");
      CompletableFuture<JsonObject> waits = hub.callAsync("web__count", "{'key':'k'}");
      assertThat(hub.text("local__echo", "{'text':'meanwhile'}")).isEqualTo("meanwhile");
      assertThat(waits).isNotDone();
      daemon.with("--tools", "echo,count,slow,fresh").start();
      assertThat(hub.good(hub.client().toolResult(waits)).lastText()).isEqualTo("1");
      hub.awaitChangesAbove("tools", changes);
      hub.awaitTool("web__fresh");
      assertThat(hub.text("web__fresh")).isEqualTo("fresh of the daemon, spawn 2");
      assertThat(log().executed()).containsEntry("k", 1).containsEntry("fresh", 1);
      assertThat(local.pids()).hasSize(1);
    }
  }

  @Test
  @DisplayName("H2, M1: added before its daemon is there: served when that comes")
  void addedEarly() {
    try (HttpDaemonProcess daemon = daemon()) {
      Hub hub = bench.hub();
      CompletableFuture<JsonObject> added = hub.addAsync("web", entry(daemon));
      hub.awaitStatus("web", "starting");
      daemon.start();
      hub.awaitTool("web__echo");
      assertThat(hub.text("web__echo", "{'text':'late'}")).isEqualTo("late");
      hub.good(hub.client().toolResult(added));
    }
  }

  @Test
  @DisplayName("M2: removed while its daemon is waited for: the calls that wait are told")
  void removedWhileWaiting() {
    try (HttpDaemonProcess daemon = daemon()) {
      daemon.start();
      Hub hub = bench.hub();
      hub.add("web", entry(daemon));
      daemon.kill();
      hub.awaitStatus("web", "starting");
      CompletableFuture<JsonObject> waits = hub.callAsync("web__count", "{'key':'k'}");
      hub.remove("web");
      assertThat(hub.refusal(hub.client().toolResult(waits))).contains("removed");
      assertThat(hub.tools("web")).isEmpty();
      daemon.start();
      hub.add("again", entry(daemon));
      assertThat(log().executed()).doesNotContainKey("k");
    }
  }

  @Test
  @DisplayName("R1, H4: `restart` of the entry is run by reload_server; a new process serves")
  void reloaded() throws IOException {
    Path pid = bench.path("daemon.pid");
    try (HttpDaemonProcess daemon = daemon("--tools", "echo,pid")) {
      String run = daemon.shell() + " & echo $! >" + pid;
      JsonObject entry = entry(daemon);
      entry.addProperty("start", run);
      entry.addProperty("restart", "kill -9 $(cat " + pid + "); " + run);
      Hub hub = bench.hub();
      hub.add("web", entry);
      String first = Json.object(hub.text("web__pid")).get("pid").getAsString();
      assertThat(hub.reload("web").text()).contains("session #");
      String second = Json.object(hub.text("web__pid")).get("pid").getAsString();
      assertThat(second).isNotEqualTo(first).isEqualTo(Files.readString(pid).strip());
      assertThat(log().with("started")).hasSize(2);
      hub.remove("web");
      long left = bench.bench().mustEnd(Long.parseLong(second));
      assertThat(Procs.alive(left)).as("it is not ours to end").isTrue();
      Procs.end(List.of(left));
      Procs.awaitGone(left);
    }
  }

  @ParameterizedTest(name = "modern client: {0}, modern daemon: {1}")
  @CsvSource({"false, false", "false, true", "true, false", "true, true"})
  @DisplayName(
      "E1–E3: a client of each era in front of a daemon of each, before and after a restart")
  void eras(boolean modernClient, boolean modernDaemon) {
    try (HttpDaemonProcess daemon = modernDaemon ? daemon("--era", "modern") : daemon()) {
      daemon.start();
      Hub hub = modernClient ? bench.modernHub() : bench.hub();
      hub.add("web", entry(daemon));
      assertThat(hub.tools("web")).containsExactly("web__echo", "web__count", "web__slow");
      assertThat(hub.text("web__echo", "{'text':'größe'}")).isEqualTo("größe");
      daemon.kill();
      hub.awaitStatus("web", "starting");
      CompletableFuture<JsonObject> waits = hub.callAsync("web__count", "{'key':'k'}");
      daemon.with("--tools", "count,other").start();
      assertThat(hub.good(hub.client().toolResult(waits)).lastText()).isEqualTo("1");
      hub.awaitTool("web__other");
      assertThat(hub.tools("web")).containsExactly("web__count", "web__other");
      assertThat(log().executed()).containsEntry("k", 1);
      assertThat(log().with("session").isEmpty()).isEqualTo(modernDaemon);
    }
  }

  @Test
  @DisplayName("H4, 39: remove_server deletes the session and leaves the daemon alone")
  void removed() {
    try (HttpDaemonProcess daemon = daemon()) {
      daemon.start();
      Hub hub = bench.hub();
      hub.add("web", entry(daemon));
      String session = log().with("session").getFirst().get("session").getAsString();
      hub.remove("web");
      Await.until(() -> !log().with("deleted").isEmpty(), () -> hub.client().story());
      assertThat(log().with("deleted").getFirst().get("deleted").getAsString()).isEqualTo(session);
      assertThat(hub.tools("web")).isEmpty();
      hub.add("web", entry(daemon));
      hub.text("web__echo", "{'text':'again'}");
      hub.client().closeStdin();
      assertThat(hub.client().awaitExit()).isZero();
      Await.until(() -> log().with("deleted").size() == 2, () -> hub.client().story());
      assertThat(Procs.alive(daemon.pid())).isTrue();
      assertThat(log().with("started")).hasSize(1);
    }
  }
}
