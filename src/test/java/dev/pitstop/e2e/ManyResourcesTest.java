package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Catalogue K: resources by owner, prompts and completions by name.
@DisplayName("many servers: resources, prompts, completion (K30, K32)")
@Tag("all")
class ManyResourcesTest {
  @RegisterExtension final ManyBench bench = new ManyBench();

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
}
