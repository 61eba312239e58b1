package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Catalogue K, names: what a client sees is `server__tool`, and a name finds its owner.
@DisplayName("many servers: names (M2, K1–K9)")
@Tag("all")
class ManyNamesTest {
  @RegisterExtension final ManyBench bench = new ManyBench();

  private static String folder(Hub hub, String tool) {
    return Json.object(hub.text(tool)).get("folder").getAsString();
  }

  @Test
  @DisplayName("K1, K5: the same tools in two servers; a second server renames nothing")
  void overlapping() {
    Hub hub = bench.hub();
    PlannedServer a = bench.server("a", "{'tools':['echo','who']}");
    hub.add("a", a);
    assertThat(hub.tools("a")).as("also alone").containsExactly("a__echo", "a__who");
    PlannedServer b = bench.server("b", "{'tools':['who','echo']}");
    hub.add("b", b);
    assertThat(hub.tools("a")).containsExactly("a__echo", "a__who");
    assertThat(hub.tools("b")).containsExactly("b__who", "b__echo");
    assertThat(hub.tools()).containsAll(Hub.OWN).doesNotHaveDuplicates();
    assertThat(folder(hub, "a__who")).isEqualTo("a");
    assertThat(folder(hub, "b__who")).isEqualTo("b");

    hub.remove("a");
    assertThat(hub.tools("a")).isEmpty();
    assertThat(hub.tools("b")).containsExactly("b__who", "b__echo");
    assertThat(hub.who("b").get("pid").getAsLong()).isEqualTo(b.pid());
    assertThat(hub.client().await(hub.callAsync("a__who", "{}")).toString())
        .as("nothing of it comes back")
        .contains("a__who")
        .doesNotContain("\"folder\\\":");
    assertThat(a.files().executionsOf("who")).isEqualTo(1);
  }

  @Test
  @DisplayName("K2: a bad name of a server is refused with the reason")
  void badNames() {
    String characters = "can contain only A-Z, a-z, 0-9";
    Map<String, String> reasons = new LinkedHashMap<>();
    reasons.put("", "empty");
    reasons.put("a__b", "__");
    reasons.put("a_", "_");
    reasons.put("with space", characters);
    reasons.put("größe", characters);
    reasons.put("a.b", characters);
    reasons.put("abcdefghijklmnopqrstuvwxyz0123456", "32");
    Hub hub = bench.hub();
    PlannedServer server = bench.server("s", "{'tools':['echo']}");
    reasons.forEach((name, reason) -> {
      assertThat(hub.refusal(hub.tryAdd(name, server.entry()))).as(name).contains(reason);
      assertThat(server.pids()).isEmpty();
      assertThat(hub.rows()).isEmpty();
      assertThat(hub.tools()).containsExactlyInAnyOrderElementsOf(Hub.OWN);
    });
  }

  @Test
  @DisplayName("M1: a name that is taken is refused, and the server that has it is left alone")
  void takenName() {
    Hub hub = bench.hub();
    PlannedServer first = bench.server("first", "{'tools':['who']}");
    PlannedServer second = bench.server("second", "{'tools':['who']}");
    hub.add("s", first);
    assertThat(hub.refusal(hub.tryAdd("s", second.entry()))).contains("`s`");
    assertThat(second.pids()).isEmpty();
    assertThat(hub.who("s").get("pid").getAsLong()).isEqualTo(first.pid());
    assertThat(hub.serverNames()).containsExactly("s");
  }

  @Test
  @DisplayName("K3: tools whose names hold or begin with `__`")
  void separatorsInTools() {
    Hub hub = bench.hub();
    hub.add("s", bench.server("s", "{'tools':['a__b','__c','_d','__','e_']}"));
    List<String> names = List.of("s__a__b", "s____c", "s___d", "s____", "s__e_");
    assertThat(hub.tools("s")).containsExactlyElementsOf(names);
    for (String name : names) {
      assertThat(hub.text(name)).isEqualTo(name.substring(3) + " of s, spawn 1");
    }
  }

  @Test
  @DisplayName("K4: `my` and `my_db` beside each other, with tools that look like the other's")
  void namesThatBegin() {
    Hub hub = bench.hub();
    PlannedServer my = bench.server("my", "{'tools':['x','_db__x','db__x']}");
    PlannedServer db = bench.server("my_db", "{'tools':['x','_x']}");
    hub.add("my", my);
    hub.add("my_db", db);
    assertThat(hub.text("my__x")).isEqualTo("x of my, spawn 1");
    assertThat(hub.text("my___db__x")).isEqualTo("_db__x of my, spawn 1");
    assertThat(hub.text("my__db__x")).isEqualTo("db__x of my, spawn 1");
    assertThat(hub.text("my_db__x")).isEqualTo("x of my_db, spawn 1");
    assertThat(hub.text("my_db___x")).isEqualTo("_x of my_db, spawn 1");
    hub.remove("my_db");
    assertThat(hub.tools("my")).containsExactly("my__x", "my___db__x", "my__db__x");
    assertThat(hub.text("my___db__x")).isEqualTo("_db__x of my, spawn 1");
    assertThat(my.pids()).hasSize(1);
  }

  @Test
  @DisplayName("K6: one command under two names is two servers")
  void oneCommandTwice() {
    Hub hub = bench.hub();
    PlannedServer server = bench.server("s", "{'tools':['who']}");
    hub.add("one", server);
    hub.add("two", server);
    long one = hub.who("one").get("pid").getAsLong();
    long two = hub.who("two").get("pid").getAsLong();
    assertThat(server.pids()).containsExactly(one, two);
    hub.reload("one");
    assertThat(hub.who("one").get("pid").getAsLong()).isNotEqualTo(one);
    assertThat(hub.who("two").get("pid").getAsLong()).isEqualTo(two);
    hub.remove("one");
    assertThat(hub.who("two").get("pid").getAsLong()).isEqualTo(two);
  }

  @Test
  @DisplayName("K7: what a server calls itself does not matter")
  void equalServerInfo() {
    Hub hub = bench.hub();
    hub.add("a", bench.server("a", "{'name':'same','tools':['who']}"));
    hub.add("b", bench.server("b", "{'name':'same','tools':['who']}"));
    hub.add("c", bench.server("c", "{'name':'a','tools':['who']}"));
    for (String name : List.of("a", "b", "c")) {
      assertThat(folder(hub, name + "__who")).isEqualTo(name);
    }
    assertThat(hub.serverNames()).containsExactly("a", "b", "c");
  }

  @Test
  @DisplayName("K8: overlong names have a short alias that stays, and both can be called")
  void overlong() {
    String begin = "a_tool_with_a_name_that_goes_on_and_on_".repeat(3);
    PlannedServer server =
        bench.server("s", "{'tools':['%sone','%stwo','short']}".formatted(begin, begin));
    Hub hub = bench.hub();
    hub.add("s", server);
    List<String> names = hub.tools("s");
    assertThat(names).hasSize(3).doesNotHaveDuplicates().contains("s__short");
    assertThat(names)
        .allSatisfy(name -> assertThat(name).hasSizeLessThanOrEqualTo(50).startsWith("s__"));
    assertThat(hub.text(names.get(0))).isEqualTo(begin + "one of s, spawn 1");
    assertThat(hub.text(names.get(1))).isEqualTo(begin + "two of s, spawn 1");
    assertThat(hub.text("s__" + begin + "two")).isEqualTo(begin + "two of s, spawn 1");
    hub.reload("s");
    assertThat(hub.tools("s")).as("after a reload").isEqualTo(names);
    assertThat(hub.text(names.get(1))).isEqualTo(begin + "two of s, spawn 2");

    Hub another = bench.hub();
    another.add("s", server);
    assertThat(another.tools("s")).as("in another Pitstop").isEqualTo(names);
  }

  @Test
  @DisplayName("K9: a server that has tools of our names keeps them behind its own")
  void toolsOfOurNames() {
    Hub hub = bench.hub();
    hub.add("s", bench.server("s", "{'tools':['add_server','list_servers','recompile']}"));
    assertThat(hub.tools("s")).containsExactly("s__add_server", "s__list_servers", "s__recompile");
    assertThat(hub.tools()).containsAll(Hub.OWN).doesNotHaveDuplicates();
    assertThat(hub.text("s__add_server")).isEqualTo("add_server of s, spawn 1");
    assertThat(hub.serverNames()).containsExactly("s");
    hub.add("t", bench.server("t", "{'tools':['echo']}"));
    assertThat(hub.serverNames()).containsExactly("s", "t");
  }

  @Test
  @DisplayName("K9: a server under the name of one of our tools hides nothing of ours")
  void serverOfOurName() {
    Hub hub = bench.hub();
    hub.add("list_servers", bench.server("s", "{'tools':['echo']}"));
    assertThat(hub.tools()).containsAll(Hub.OWN).doesNotHaveDuplicates();
    assertThat(hub.serverNames()).containsExactly("list_servers");
    assertThat(hub.text("list_servers__echo", "{'text':'x'}")).isEqualTo("x");
  }

  @Test
  @DisplayName("M2, A3: a name without an owner is answered with the nearest ones")
  void nearest() {
    Hub hub = bench.hub();
    hub.add("cars", bench.server("cars", "{'tools':['list_engines','start']}"));
    for (String name : List.of("car__list_engines", "list_engines")) {
      JsonObject answer = hub.client().await(hub.callAsync(name, "{}"));
      assertThat(answer.toString()).contains("[pitstop]", "cars__list_engines");
    }
    assertThat(hub.client().await(hub.callAsync("cars__list_engine", "{}")).toString())
        .as("its owner says so itself")
        .contains("Unknown tool: list_engine");
  }
}
