package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Catalogue K: the configuration file, read at the start and whenever it is saved.
///
/// That something did *not* happen is seen after a later change of the file did: changes are
/// handled in their order.
@DisplayName("many servers: configuration file")
@Tag("all")
class ManyConfigTest {
  @RegisterExtension final ManyBench bench = new ManyBench();

  private FixtureServer simple(String name) {
    return bench.server(name, "{'tools':['who','env']}");
  }

  @Test
  @DisplayName("a save adds, removes and restarts just what changed in it")
  void save() {
    FixtureServer same = simple("same");
    FixtureServer gone = simple("gone");
    FixtureServer changed = simple("changed");
    FixtureServer fresh = simple("fresh");
    bench.save(Map.of("same", same.entry(), "gone", gone.entry(), "changed", changed.entry()));
    Hub hub = bench.hub();
    for (String name : List.of("same", "gone", "changed")) {
      hub.awaitTool(name + "__who");
    }
    hub.add("byhand", simple("byhand"));
    bench.save(
        Map.of(
            "changed", changed.entry("{'env':{'X':'2'}}"),
            "fresh", fresh.entry(),
            "same", same.entry()));
    hub.awaitTool("fresh__who");
    hub.awaitNoTool("gone__who");
    Await.until(() -> hub.said("changed__env", "{'name':'X'}").equals("2"), hub.client()::story);
    assertThat(hub.serverNames()).containsExactlyInAnyOrder("same", "changed", "fresh", "byhand");
    assertThat(same.pids()).hasSize(1);
    assertThat(fresh.pids()).hasSize(1);
    assertThat(changed.pids()).hasSize(2);
    Procs.awaitGone(gone.pid(), changed.pids().getFirst());
    assertThat(hub.who("byhand").get("spawn").getAsInt()).isEqualTo(1);
  }

  @Test
  @DisplayName("no secret is in any log or answer of ours")
  void secrets() throws IOException {
    String secret = "s3cr3t-of-this-test";
    FixtureServer a = simple("a");
    FixtureServer dies = bench.server("dies", "{'exit':{'code':3,'stderr':'no key'}}");
    bench.save(
        Map.of(
            "a", a.entry("{'env':{'TOKEN':'" + secret + "'}}"),
            "dies", dies.entry("{'env':{'TOKEN':'" + secret + "'}}")));
    Hub hub = bench.hub("--log-level", "debug");
    hub.awaitTool("a__who");
    hub.awaitStatus("dies", "crashed");
    bench.save(
        Map.of(
            "a", a.entry("{'env':{'TOKEN':'" + secret + "2'}}"),
            "dies", dies.entry("{'env':{'TOKEN':'" + secret + "2','X':'1'}}")));
    a.awaitSpawns(2);
    hub.awaitTool("a__who");
    assertThat(hub.call("list_servers").json().toString()).doesNotContain(secret);
    assertThat(hub.call("server_status", "{'server':'a'}").json().toString())
        .doesNotContain(secret);
    assertThat(hub.client().stderr()).doesNotContain(secret);
    for (String folder : List.of("home", "state", "cache", "data", "run", "tmp")) {
      try (Stream<Path> files = Files.walk(bench.path(folder))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
              .as(file.toString())
              .doesNotContain(secret);
        }
      }
    }
  }
}
