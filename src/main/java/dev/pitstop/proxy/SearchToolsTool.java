package dev.pitstop.proxy;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Words;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.catalog.ToolSearch;
import dev.pitstop.rpc.Monitor;
import java.util.List;
import java.util.Optional;

/// `search_tools`: the tools that are there now, with their schemas (A5).
final class SearchToolsTool implements Management.Tool {
  private static final int LIMIT = 20;

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
        "Shows the tools the server has now, with their schemas; best matches first.",
        "{\"type\":\"object\",\"properties\":{\"query\":{\"type\":\"string\"}}}",
        "{\"type\":\"object\",\"properties\":{\"total\":{\"type\":\"integer\"},"
            + "\"tools\":{\"type\":\"array\",\"items\":{\"type\":\"object\"}}},"
            + "\"required\":[\"total\",\"tools\"]}",
        Management.Spec.READS);
  }

  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    Catalog[] now = {Catalog.empty()};
    monitor.turn(Monitor.By.OTHER, () -> now[0] = backend.catalog());
    String query = Args.text(arguments, "query");
    List<Entry> found =
        ToolSearch.find(now[0], query.isBlank() ? Optional.empty() : Optional.of(query), LIMIT);
    JsonArray tools = new JsonArray();
    StringBuilder text = new StringBuilder();
    for (Entry e : found) {
      tools.add(e.json());
      text.append('`').append(e.key()).append("` ");
      text.append(e.description().orElse("(no description)")).append("\n  input: ");
      text.append(e.inputSchema().map(Object::toString).orElse("{}")).append('\n');
    }
    int total = now[0].entries(Kind.TOOLS).size();
    text.append(found.isEmpty() ? "No tool matches. " : "");
    text.append("The server has ").append(Words.count(total, "tool"));
    text.append(found.size() < total ? "; " + found.size() + " shown." : ".");
    JsonObject structured = new JsonObject();
    structured.addProperty("total", total);
    structured.add("tools", tools);
    call.answer(text.toString(), structured);
  }
}
