package dev.pitstop.proxy;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Backend;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Kind;
import dev.pitstop.catalog.ToolPage;
import dev.pitstop.rpc.Monitor;
import java.util.Optional;

/// `search_tools`: the tools that are there now, with their schemas (A5).
final class SearchToolsTool implements Management.Tool {
  private final Backend backend;
  private final Monitor monitor;

  SearchToolsTool(Backend backend, Monitor monitor) {
    this.backend = backend;
    this.monitor = monitor;
  }

  @Override
  public Management.Spec spec() {
    return new Management.Spec(
        "search_tools",
        "Search tools",
        "Shows the tools the server has now; best matches first, the first few with their schemas.",
        "{\"type\":\"object\",\"properties\":{\"query\":{\"type\":\"string\"}}}",
        "{\"type\":\"object\",\"properties\":{\"total\":{\"type\":\"integer\"},"
            + "\"matched\":{\"type\":\"integer\"},"
            + "\"tools\":{\"type\":\"array\",\"items\":{\"type\":\"object\"}}},"
            + "\"required\":[\"total\",\"tools\"]}",
        Management.Spec.READS);
  }

  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    Catalog[] now = {Catalog.empty()};
    monitor.turn(Monitor.By.OTHER, () -> now[0] = backend.catalog());
    String query = Args.text(arguments, "query");
    ToolPage page = ToolPage.of(now[0], query.isBlank() ? Optional.empty() : Optional.of(query));
    JsonObject structured = new JsonObject();
    structured.addProperty("total", now[0].entries(Kind.TOOLS).size());
    structured.addProperty("matched", page.matched());
    structured.add("tools", page.tools());
    call.answer(page.text(), structured);
  }
}
