package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Catalogue K: the lists of several servers made one, whatever each of them does.
@DisplayName("many servers: lists (F8, M7, K10, K14, K15, K18)")
@Tag("all")
class ManyListsTest {
  @RegisterExtension final ManyBench bench = new ManyBench();

  @Test
  @DisplayName("K10: odd schemas that are valid JSON Schema pass")
  void oddSchemas() {
    String schemas =
        """
        {'name':'any_of','inputSchema':{'type':'object','anyOf':[{'required':['a']},{}]}},
        {'name':'ref','inputSchema':{'type':'object','properties':{'t':{'$ref':'#/$defs/n'}},
        '$defs':{'n':{'type':'object','properties':{'c':{'$ref':'#/$defs/n'}}}}}},
        {'name':'no_description','inputSchema':{'type':'object'}},
        {'name':'größe','inputSchema':{'type':'object'}}\
        """;
    Hub hub = bench.hub();
    hub.add("s", bench.server("s", "{'tools':[" + schemas + "]}"));
    assertThat(hub.tools("s"))
        .containsExactly("s__any_of", "s__ref", "s__no_description", "s__größe");
    assertThat(hub.text("s__größe")).isEqualTo("größe of s, spawn 1");
    JsonObject expected =
        Json.parse(("[" + schemas + "]")).getAsJsonArray().get(1).getAsJsonObject();
    assertThat(hub.tool("s__ref").get("inputSchema")).isEqualTo(expected.get("inputSchema"));
  }

  @Test
  @DisplayName("M8: eight servers that hang stand first in the file: the first list has all others")
  void hangingFirst() {
    Map<String, JsonObject> servers = new LinkedHashMap<>();
    for (int i = 0; i < 8; i++) {
      servers.put("hangs" + i, Json.object("{'command':'sleep','args':['600']}"));
    }
    List<String> tools = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      servers.put("good" + i, bench.server("good" + i, "{'tools':['echo']}").entry());
      tools.add("good" + i + "__echo");
    }
    bench.save(servers);
    Hub hub = bench.hub();
    assertThat(hub.tools().stream().filter(name -> name.contains("__")).toList()).isEqualTo(tools);
  }

  @Test
  @DisplayName("M8: the first list of a first session has one that works for long before it is up")
  void worksFirst() {
    FixtureServer slow = bench.server("slow", "{'tools':['echo']}");
    JsonObject entry = new JsonObject();
    entry.addProperty("command", "sh");
    JsonArray args = new JsonArray();
    args.add("-c");
    args.add("timeout 4 sh -c 'while :; do :; done'; exec \"$0\" \"$@\"");
    slow.argv().forEach(args::add);
    entry.add("args", args);
    bench.save(Map.of("slow", entry));
    Hub hub = bench.hub();
    assertThat(hub.tools("slow")).containsExactly("slow__echo");
  }

  @Test
  @DisplayName("K14: three pages become one, and the servers stand in the order of their coming")
  void pages() {
    Hub hub = bench.hub();
    hub.add("z", bench.server("z", "{'tools':['t1','t2','t3','t4','t5'],'pages':3}"));
    hub.add("a", bench.server("a", "{'tools':['t1']}"));
    List<String> theirs = hub.tools().stream().filter(name -> name.contains("__")).toList();
    assertThat(theirs).containsExactly("z__t1", "z__t2", "z__t3", "z__t4", "z__t5", "a__t1");
    assertThat(hub.tools()).as("the same order every time").isEqualTo(hub.tools());
  }

  @Test
  @DisplayName("K15: a list that changes between its pages is right in the end")
  void changesBetweenPages() {
    Hub hub = bench.hub();
    hub.add("s", bench.server("s", "{'tools':['t1','t2','t3','t4'],'pages':2,'shift':true}"));
    hub.awaitTool("s__shifted_in");
    Await.until(() -> hub.tools("s").size() == 5, () -> "wrong: " + hub.tools("s"));
    assertThat(hub.tools("s")).containsExactly("s__shifted_in", "s__t1", "s__t2", "s__t3", "s__t4");
  }

  @Test
  @DisplayName("K17: a command that is not there: the others work, and list_servers says why")
  void commandNotFound() {
    FixtureServer good = bench.server("good", "{'tools':['echo']}");
    Map<String, JsonObject> servers = new LinkedHashMap<>();
    servers.put("bad", Json.object("{'command':'no-such-command-of-pitstop'}"));
    servers.put("good", good.entry());
    bench.save(servers);
    Hub hub = bench.hub();
    hub.awaitTool("good__echo");
    Await.until(() -> hub.row("bad").has("error"), hub.client()::story);
    assertThat(hub.row("bad").get("error").getAsString()).contains("no-such-command-of-pitstop");
    assertThat(hub.status("good")).isEqualTo("running");
  }

  @Test
  @DisplayName("K18: a server that comes later than a list waits is told by list_changed")
  void comesLater() {
    Path gate = bench.path("gate");
    FixtureServer late = bench.server("late", "{'tools':['echo'],'gate':'" + gate + "'}");
    FixtureServer quick = bench.server("quick", "{'tools':['echo']}");
    bench.save(Map.of("late", late.entry(), "quick", quick.entry()));
    Hub hub = bench.hub("--list-wait", "50ms");
    hub.awaitTool("quick__echo");
    assertThat(hub.tools("late")).isEmpty();
    int changes = hub.changes("tools");
    bench.touch(gate);
    hub.awaitChangesAbove("tools", changes);
    assertThat(hub.tools("late")).as("as soon as it is told").containsExactly("late__echo");
    assertThat(hub.text("late__echo", "{'text':'x'}")).isEqualTo("x");
    assertThat(late.pids()).hasSize(1);
  }

  @Test
  @DisplayName("M7, F8: five thousand tools of one server, and one of another")
  void fiveThousand() {
    Hub hub = bench.hub();
    hub.add("small", bench.server("small", "{'tools':['echo']}"));
    JsonObject added = hub.add("huge", bench.server("huge", "{'count':5000,'pages':5}"));
    assertThat(added.get("tool_count").getAsInt()).isEqualTo(5000);
    List<String> tools = hub.tools("huge");
    assertThat(tools).hasSize(5000).startsWith("huge__tool_0000").endsWith("huge__tool_4999");
    assertThat(hub.text("huge__tool_4321")).isEqualTo("tool_4321 of huge, spawn 1");
    assertThat(hub.text("small__echo", "{'text':'x'}")).isEqualTo("x");
    assertThat(hub.text("search_tools", "{'query':'tool_0815','server':'huge'}"))
        .contains("huge__tool_0815");
    hub.remove("huge");
    assertThat(hub.tools("huge")).isEmpty();
  }
}
