package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Catalogue K: the configuration file, read at the start and whenever it is saved.
///
/// That something did *not* happen is seen after a later change of the file did: changes are
/// handled in their order.
@DisplayName("many servers: configuration file (M6, K37–K39)")
@Tag("all")
class ManyConfigTest {
  @RegisterExtension final ManyBench bench = new ManyBench();

  private FixtureServer simple(String name) {
    return bench.server(name, "{'tools':['who','env']}");
  }

  private static String text(JsonObject json) {
    return Json.text(json);
  }

  /// Adds a server by a save and waits for it: what was saved before has been handled then.
  private void fence(Hub hub, String name, String textWithout) {
    String entry = "\"" + name + "\": " + text(simple(name).entry());
    int end = textWithout.lastIndexOf('}', textWithout.lastIndexOf('}') - 1);
    bench.save(
        bench.config(), textWithout.substring(0, end) + "," + entry + textWithout.substring(end));
    hub.awaitTool(name + "__who");
  }

  @ParameterizedTest
  @ValueSource(strings = {"pitstop.json", ".mcp.json", "other.json"})
  @DisplayName("M6: the default files, and the one that --config names")
  void files(String name) {
    FixtureServer a = simple("a");
    bench.save(bench.bench().workDir().resolve(name), ManyBench.text(Map.of("a", a.entry())));
    Hub hub = name.equals("other.json") ? bench.hub("--config", name) : bench.hub();
    hub.awaitTool("a__who");
    assertThat(hub.serverNames()).containsExactly("a");
  }

  @Test
  @DisplayName("M6: pitstop.json goes before .mcp.json")
  void first() {
    bench.save(Map.of("mine", simple("mine").entry()));
    FixtureServer clients = simple("clients");
    bench.save(
        bench.bench().workDir().resolve(".mcp.json"),
        ManyBench.text(Map.of("clients", clients.entry())));
    Hub hub = bench.hub();
    hub.awaitTool("mine__who");
    assertThat(hub.serverNames()).containsExactly("mine");
    assertThat(clients.pids()).isEmpty();
  }

  @Test
  @DisplayName("M6: comments, commas at the end, variables with defaults, env, cwd, disabled")
  void format() {
    FixtureServer a = simple("a");
    FixtureServer off = simple("off");
    String data = bench.bench().dir().resolve("data").toString();
    bench.save(
        bench.config(),
        """
        // What this project needs.
        { /* servers */
          "mcpServers": {
            "a": %s, // the first
            "off": %s,
          }
        }
        """
            .formatted(
                text(
                    a.entry(
                        "{'env':{'X':'${NO_SUCH_VARIABLE:-a default}','Y':'${XDG_DATA_HOME}/y'},"
                            + "'cwd':'${XDG_DATA_HOME}','type':'stdio'}")),
                text(off.entry("{'disabled':true}"))));
    Hub hub = bench.hub();
    hub.awaitTool("a__env");
    assertThat(hub.text("a__env", "{'name':'X'}")).isEqualTo("a default");
    assertThat(hub.text("a__env", "{'name':'Y'}")).isEqualTo(data + "/y");
    assertThat(hub.who("a").get("cwd").getAsString()).isEqualTo(data);
    assertThat(off.pids()).isEmpty();
    assertThat(hub.tools("off")).isEmpty();
  }

  @Test
  @DisplayName("M6: a save adds, removes and restarts just what changed in it")
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
  @DisplayName("M6: a file that is named and is not there is a mistake, told at once")
  void namedButMissing() {
    Hub hub = bench.raw(false, "--config", "nowhere.json");
    hub.client().mayEndBadly();
    assertThat(hub.client().awaitExit()).isEqualTo(2);
    Await.until(() -> hub.client().stderr().contains("nowhere.json"), hub.client()::story);
  }

  @Test
  @DisplayName("K37: a file that is half written changes nothing, and the mistake is told")
  void halfWritten() throws IOException {
    FixtureServer a = simple("a");
    bench.save(Map.of("a", a.entry()));
    Hub hub = bench.hub();
    hub.awaitTool("a__who");
    String whole = ManyBench.text(Map.of("a", a.entry("{'env':{'X':'2'}}")));
    Files.writeString(bench.config(), "\n\n" + whole.substring(0, whole.length() / 2));
    Await.until(() -> hub.client().stderr().contains("pitstop.json:3"), hub.client()::story);
    assertThat(hub.who("a").get("pid").getAsLong()).isEqualTo(a.pid());
    Files.writeString(bench.config(), whole);
    Await.until(() -> hub.said("a__env", "{'name':'X'}").equals("2"), hub.client()::story);
    assertThat(a.pids()).hasSize(2);
  }

  @Test
  @DisplayName("K37: a mistake names file, line and key; the other entries are not lost")
  void mistakes() {
    FixtureServer a = simple("a");
    bench.save(
        bench.config(),
        """
        { "mcpServers": {
          "a": %s,
          "b": { "command": "x",
                 "args": "not a list" } } }
        """
            .formatted(text(a.entry())));
    Hub hub = bench.hub();
    Await.until(() -> hub.client().stderr().contains("pitstop.json:4"), hub.client()::story);
    assertThat(hub.client().stderr()).contains("args");
  }

  @Test
  @DisplayName("R6, M6: the files of a server that is there from the beginning are watched")
  void watched() {
    FixtureServer a = simple("a");
    bench.save(Map.of("a", a.entry("{'watch':'" + a.dir().resolve("plan.json") + "'}")));
    Hub hub = bench.hub();
    hub.awaitTool("a__who");
    a.plan("{'tools':['who','fresh']}");
    hub.awaitTool("a__fresh");
    assertThat(a.pids()).hasSizeGreaterThan(1);
  }

  @Test
  @DisplayName("K38: an atomic rename is seen; backups, order, blanks and comments restart nothing")
  void nothingChanged() throws IOException {
    FixtureServer a = simple("a");
    FixtureServer b = simple("b");
    bench.save(Map.of("a", a.entry(), "b", b.entry()));
    Hub hub = bench.hub();
    hub.awaitTool("a__who");
    hub.awaitTool("b__who");
    for (String backup : List.of("pitstop.json~", ".pitstop.json.swp", "pitstop.json.bak")) {
      Files.writeString(
          bench.config().resolveSibling(backup),
          ManyBench.text(Map.of("backup", simple(backup.replace('~', '-')).entry())));
    }
    String other =
        """
        {
          // turned round
          "mcpServers": {
            "b" : %s ,
            "a" :
               %s
          }
        }
        """
            .formatted(text(b.entry()), text(a.entry()));
    bench.save(bench.config(), other);
    fence(hub, "fence", other);
    assertThat(hub.serverNames()).containsExactlyInAnyOrder("a", "b", "fence");
    assertThat(a.pids()).hasSize(1);
    assertThat(b.pids()).hasSize(1);
    assertThat(hub.who("a").get("pid").getAsLong()).isEqualTo(a.pid());
  }

  @Test
  @DisplayName("R1, M6: an edited entry costs no call that is in flight")
  void callInFlight() {
    FixtureServer a = bench.server("a", "{'tools':['gate','env']}");
    bench.save(Map.of("a", a.entry("{'env':{'X':'1'}}")));
    Hub hub = bench.hub();
    hub.awaitTool("a__gate");
    Path open = bench.path("open");
    var inFlight = hub.callAsync("a__gate", "{\"path\":\"" + open + "\"}");
    a.awaitCall("gate");
    bench.save(Map.of("a", a.entry("{'env':{'X':'2'}}")));
    Await.until(() -> hub.said("a__env", "{\"name\":\"X\"}").endsWith("2"), hub.client()::story);
    bench.touch(open);
    assertThat(hub.good(hub.client().toolResult(inFlight)).lastText())
        .isEqualTo("through the gate");
    Procs.awaitGone(a.pids().getFirst());
  }

  @Test
  @DisplayName("R2, M6: an entry that cannot be run leaves the old one serving, and is told")
  void cannotBeRun() {
    FixtureServer a = simple("a");
    bench.save(Map.of("a", a.entry()));
    Hub hub = bench.hub();
    hub.awaitTool("a__who");
    bench.save(Map.of("a", Json.object("{\"command\":\"no-such-program-of-this-test\"}")));
    Await.until(
        () -> hub.row("a").has("problems"), () -> hub.row("a") + "\n" + hub.client().story());
    ToolResult told = hub.good(hub.call("a__who"));
    assertThat(told.texts().toString())
        .contains(
            "configuration file changed",
            "no-such-program-of-this-test",
            "The old server keeps running");
    assertThat(hub.who("a").get("pid").getAsLong()).isEqualTo(a.pid());
    assertThat(a.pids()).hasSize(1);
    bench.save(Map.of("a", a.entry("{'env':{'X':'2'}}")));
    Await.until(() -> hub.said("a__env", "{\"name\":\"X\"}").endsWith("2"), hub.client()::story);
    assertThat(hub.row("a").has("problems")).isFalse();
  }

  @Test
  @DisplayName("K39: no secret is in any log or answer of ours")
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

  @Test
  @DisplayName(
      "M6: add_server with save writes the entry; order and comments stay, nothing restarts")
  void saved() throws IOException {
    FixtureServer a = simple("a");
    FixtureServer b = simple("b");
    String before =
        """
        {
          // the first one
          "mcpServers": {
            "a": %s /* must stay */
          },
          "theirs": [1, 2.50]
        }
        """
            .formatted(text(a.entry()));
    bench.save(bench.config(), before);
    Hub hub = bench.hub();
    hub.awaitTool("a__who");
    hub.add("b", b.entry("{'save':true,'env':{'X':'1'}}"));
    String after = Files.readString(bench.config());
    assertThat(after)
        .contains("// the first one", "/* must stay */", "\"theirs\": [1, 2.50]", "\"b\"")
        .doesNotContain("\"save\"");
    assertThat(after.indexOf("\"a\"")).isLessThan(after.indexOf("\"b\""));
    fence(hub, "fence", ManyBench.text(Map.of("a", a.entry(), "b", b.entry("{'env':{'X':'1'}}"))));
    assertThat(a.pids()).hasSize(1);
    assertThat(b.pids()).hasSize(1);

    Hub again = bench.hub();
    again.awaitTool("b__env");
    assertThat(again.text("b__env", "{'name':'X'}")).isEqualTo("1");
  }

  @Test
  @DisplayName("M6: add_server with save makes the file where there is none")
  void savedIntoNothing() throws IOException {
    Hub hub = bench.hub();
    hub.add("b", simple("b").entry("{'save':true}"));
    assertThat(Json.object(Files.readString(bench.config())).toString()).contains("\"b\"");
    bench.save(Map.of("b", simple("c").entry(), "d", simple("d").entry()));
    hub.awaitTool("d__who");
    Await.until(() -> hub.said("b__who", "{}").contains("\"c\""), hub.client()::story);
  }
}
