package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Catalogue K, names: what a client sees is `server__tool`, and a name finds its owner.
@DisplayName("many servers: names (K1, K5–K7, K9)")
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
    FixtureServer a = bench.server("a", "{'tools':['echo','who']}");
    hub.add("a", a);
    assertThat(hub.tools("a")).as("also alone").containsExactly("a__echo", "a__who");
    FixtureServer b = bench.server("b", "{'tools':['who','echo']}");
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
    assertThat(a.executionsOf("who")).isEqualTo(1);
  }

  @Test
  @DisplayName("K6: one command under two names is two servers")
  void oneCommandTwice() {
    Hub hub = bench.hub();
    FixtureServer server = bench.server("s", "{'tools':['who']}");
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
}
