package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A daemon at a URL as one of many servers, beside one that is a process of Pitstop's.
@DisplayName("many servers: HTTP daemons among them")
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

  @Test
  @DisplayName("restarted while the client is slow to read what it has answered")
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
  @DisplayName("restarted with a tool more: the call waits, list_changed, once executed")
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
  @DisplayName("`restart` of the entry is run by reload_server; a new process serves")
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

  @Test
  @DisplayName("remove_server deletes the session and leaves the daemon alone")
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
