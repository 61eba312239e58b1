package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Catalogue K: resources by owner, prompts and completions by name.
@DisplayName("many servers: resources, prompts, completion (M3, K21, K29–K32)")
@Tag("all")
class ManyResourcesTest {
  private static final String UPDATED = "notifications/resources/updated";

  @RegisterExtension final ManyBench bench = new ManyBench();

  private static List<String> uris(Hub hub) {
    return hub.listed("resources/list", "resources").stream()
        .map(resource -> resource.get("uri").getAsString())
        .toList();
  }

  private static List<String> updatedUris(Hub hub) {
    return hub.client().notifications(UPDATED).stream()
        .map(n -> Json.at(n, "params").get("uri").getAsString())
        .toList();
  }

  private static boolean wasAsked(PlannedServer server, String method) {
    return server.files().received().stream().anyMatch(FixtureServer.method(method));
  }

  @Test
  @DisplayName("M3: every resource is listed as it is and read from its owner")
  void owners() {
    Hub hub = bench.hub();
    PlannedServer a =
        bench.server(
            "a", "{'resources':[{'uri':'mem://a','name':'x','title':'X','size':3,'odd':{'k':1}}]}");
    PlannedServer b = bench.server("b", "{'resources':['mem://b']}");
    hub.add("a", a);
    hub.add("b", b);
    List<JsonObject> listed = hub.listed("resources/list", "resources");
    assertThat(listed.getFirst())
        .hasToString(
            "{\"uri\":\"mem://a\",\"name\":\"x\",\"title\":\"X\",\"size\":3,\"odd\":{\"k\":1}}");
    assertThat(uris(hub)).containsExactly("mem://a", "mem://b");
    assertThat(hub.read("mem://a")).isEqualTo("mem://a of a");
    assertThat(wasAsked(b, "resources/read")).isFalse();
    assertThat(hub.read("mem://b")).isEqualTo("mem://b of b");
    JsonObject error = hub.error("resources/read", "{'uri':'mem://nowhere'}");
    assertThat(error.get("code").getAsInt()).isEqualTo(-32002);
    assertThat(error.toString()).contains("mem://nowhere");
  }

  @Test
  @DisplayName("K29: one URI in two servers: both can be read, updates name the right one")
  void sameUri() {
    Hub hub = bench.hub();
    PlannedServer a =
        bench.server("a", "{'tools':['updated'],'resources':['mem://same','mem://a']}");
    PlannedServer b =
        bench.server("b", "{'tools':['updated'],'resources':['mem://same','mem://b']}");
    hub.add("a", a);
    hub.add("b", b);
    assertThat(uris(hub)).containsExactly("mem://same", "mem://a", "b+mem://same", "mem://b");
    assertThat(hub.call("list_servers").json() + hub.client().stderr())
        .as("reported")
        .contains("b+mem://same");
    assertThat(hub.read("mem://same")).isEqualTo("mem://same of a");
    assertThat(hub.read("b+mem://same")).isEqualTo("mem://same of b");

    hub.result("resources/subscribe", "{'uri':'b+mem://same'}");
    assertThat(hub.text("a__updated", "{'uri':'mem://same'}")).isEqualTo("[]");
    assertThat(hub.text("b__updated", "{'uri':'mem://same'}")).isEqualTo("[\"mem://same\"]");
    hub.client().awaitNotification(UPDATED);
    assertThat(updatedUris(hub)).containsExactly("b+mem://same");
    hub.result("resources/subscribe", "{'uri':'mem://same'}");
    hub.result("resources/unsubscribe", "{'uri':'b+mem://same'}");
    assertThat(hub.text("b__updated", "{'uri':'mem://same'}")).isEqualTo("[]");
    assertThat(hub.text("a__updated", "{'uri':'mem://same'}")).isEqualTo("[\"mem://same\"]");
    Await.until(() -> updatedUris(hub).size() == 2, hub.client()::story);
    assertThat(updatedUris(hub)).endsWith("mem://same");

    hub.remove("a");
    assertThat(hub.read("mem://same")).as("nobody else has it now").isEqualTo("mem://same of b");
  }

  @Test
  @DisplayName("K30: templates of every kind find their owner")
  void templates() {
    Hub hub = bench.hub();
    Map<String, String> templates =
        Map.of(
            "query", "search://all{?q,page}",
            "path", "files:///{path*}",
            "plain", "raw://{+p}",
            "simple", "item://{id}/part/{n}");
    templates.forEach((name, template) ->
        hub.add(name, bench.server(name, "{'templates':['" + template + "']}")));
    assertThat(hub.listed("resources/templates/list", "resourceTemplates"))
        .extracting(t -> t.get("uriTemplate").getAsString())
        .containsExactlyInAnyOrderElementsOf(templates.values());
    assertThat(hub.read("search://all?q=x%20y&page=2")).endsWith(" of query");
    assertThat(hub.read("search://all")).endsWith(" of query");
    assertThat(hub.read("files:///a/b/c.txt")).endsWith(" of path");
    assertThat(hub.read("raw://x/y?z=1#f")).endsWith(" of plain");
    assertThat(hub.read("item://1/part/2")).endsWith(" of simple");
  }

  @Test
  @DisplayName("K31: links and embedded resources can be read as they were returned")
  void links() {
    Hub hub = bench.hub();
    PlannedServer a = bench.server("a", "{'tools':['echo'],'resources':['mem://a']}");
    String raw =
        "{'name':'raw','inputSchema':{'type':'object'},"
            + "'_meta':{'ui':{'resourceUri':'ui://widget'}}}";
    PlannedServer b =
        bench.server(
            "b",
            "{'tools':[" + raw + "],'hidden':['mem://linked','mem://embedded','ui://widget']}");
    hub.add("a", a);
    hub.add("b", b);
    String result =
        """
        {'content':[{'type':'resource_link','uri':'mem://linked','name':'l'},
        {'type':'resource','resource':{'uri':'mem://embedded','text':'t'}}]}\
        """;
    assertThat(Json.text(hub.call("b__raw", "{'result':" + result + "}").json()))
        .as("untouched")
        .isEqualTo(Json.text(Json.object(result)));
    assertThat(Json.at(hub.tool("b__raw"), "_meta", "ui").get("resourceUri").getAsString())
        .isEqualTo("ui://widget");
    for (String uri : List.of("mem://linked", "mem://embedded", "ui://widget")) {
      assertThat(hub.read(uri)).isEqualTo(uri + " of b");
    }
  }

  @Test
  @DisplayName("M3: prompts are server__prompt, complete but for the name")
  void prompts() {
    Hub hub = bench.hub();
    String prompt =
        "{'name':'greet','title':'T','arguments':[{'name':'who','required':true}],'odd':[1]}";
    hub.add("a", bench.server("a", "{'prompts':[" + prompt + ",'a__b']}"));
    hub.add("b", bench.server("b", "{'prompts':['greet']}"));
    List<JsonObject> listed = hub.listed("prompts/list", "prompts");
    assertThat(listed)
        .extracting(p -> p.get("name").getAsString())
        .containsExactly("a__greet", "a__a__b", "b__greet");
    assertThat(Json.text(listed.getFirst()))
        .isEqualTo(Json.text(Json.object(prompt.replace("'greet'", "'a__greet'"))));
    for (String name : List.of("a__greet", "b__greet", "a__a__b")) {
      JsonObject got = hub.result("prompts/get", "{'name':'" + name + "'}");
      assertThat(got.toString()).contains(name.substring(3) + " of " + name.charAt(0));
    }
    JsonObject error = hub.error("prompts/get", "{'name':'b__nothing'}");
    assertThat(error.get("code").getAsInt()).isEqualTo(-32602);
  }

  @Test
  @DisplayName("K32: completion by the owner of the prompt or of the template")
  void completion() {
    Hub hub = bench.hub();
    hub.add("a", bench.server("a", "{'prompts':['greet'],'templates':['a://{id}']}"));
    hub.add("b", bench.server("b", "{'prompts':['greet'],'templates':['b://{id}']}"));
    assertThat(complete(hub, "{'type':'ref/prompt','name':'a__greet'}")).isEqualTo("greet/x of a");
    assertThat(complete(hub, "{'type':'ref/prompt','name':'b__greet'}")).isEqualTo("greet/x of b");
    assertThat(complete(hub, "{'type':'ref/resource','uri':'a://{id}'}"))
        .isEqualTo("a://{id}/x of a");
    assertThat(complete(hub, "{'type':'ref/resource','uri':'b://{id}'}"))
        .isEqualTo("b://{id}/x of b");
  }

  private static String complete(Hub hub, String ref) {
    JsonObject result =
        hub.result(
            "completion/complete", "{'ref':" + ref + ",'argument':{'name':'who','value':'x'}}");
    return Json.at(result, "completion").getAsJsonArray("values").get(0).getAsString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"crash", "reload"})
  @DisplayName("K21, L4: subscriptions and log level are there again in a new process")
  void afterRestart(String how) {
    Hub hub = bench.hub();
    PlannedServer a =
        bench.server(
            "a", "{'tools':['crash','level','updated'],'resources':['mem://a','mem://x']}");
    PlannedServer b = bench.server("b", "{'tools':['updated'],'resources':['mem://b']}");
    hub.add("a", a.entry("{'onCrash':'respawn'}"));
    hub.add("b", b);
    hub.result("logging/setLevel", "{'level':'alert'}");
    for (String uri : List.of("mem://a", "mem://b", "mem://x")) {
      hub.result("resources/subscribe", "{'uri':'" + uri + "'}");
    }
    hub.result("resources/unsubscribe", "{'uri':'mem://x'}");
    if (how.equals("crash")) {
      hub.call("a__crash");
    } else {
      hub.reload("a");
    }
    assertThat(hub.text("a__level")).isEqualTo("alert");
    assertThat(hub.text("a__updated", "{'uri':'mem://a'}")).isEqualTo("[\"mem://a\"]");
    hub.client().awaitNotification(UPDATED);
    assertThat(hub.text("b__updated", "{'uri':'mem://b'}")).isEqualTo("[\"mem://b\"]");
    Await.until(() -> updatedUris(hub).size() == 2, hub.client()::story);
    assertThat(updatedUris(hub)).containsExactly("mem://a", "mem://b");
    assertThat(uris(hub)).containsExactly("mem://a", "mem://x", "mem://b");
  }

  @Test
  @DisplayName("M3: a subscription to a URI whose server comes later holds for it")
  void subscribedBeforeAdded() {
    Hub hub = bench.hub();
    PlannedServer server = bench.server("s", "{'tools':['updated'],'resources':['mem://s']}");
    hub.add("s", server);
    hub.result("resources/subscribe", "{'uri':'mem://s'}");
    hub.remove("s");
    hub.add("s", server);
    hub.awaitTool("s__updated");
    Await.until(
        () -> hub.text("s__updated", "{'uri':'mem://s'}").equals("[\"mem://s\"]"),
        hub.client()::story);
  }
}
