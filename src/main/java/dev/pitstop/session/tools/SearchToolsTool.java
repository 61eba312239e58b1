package dev.pitstop.session.tools;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Kind;
import dev.pitstop.catalog.ToolPage;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.session.told.SessionServer;
import dev.pitstop.session.words.NextSteps;
import dev.pitstop.session.words.ServersText;
import dev.pitstop.session.words.ToolDescriptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// `search_tools`: the present tools, with their schemas (A5).
final class SearchToolsTool implements Management.Tool {
  /// How long a call waits for the first lists of a server that has just been started.
  static final long WAIT_MILLIS = 3_000;

  /// @param trouble why nothing is known of the server's tools; empty if something is
  private record ToolsNow(Catalog catalog, String trouble) {}

  private final SessionServer server;
  private final Backend backend;
  private final Monitor monitor;

  SearchToolsTool(SessionServer server) {
    this.server = server;
    this.backend = server.backend();
    this.monitor = server.monitor();
  }

  @Override
  public Management.Spec spec() {
    return described();
  }

  static Management.Spec described() {
    return new Management.Spec(
        "search_tools",
        ToolDescriptions.SEARCH_TOOLS,
        "{\"type\":\"object\",\"properties\":{\"query\":{\"type\":\"string\"}}}",
        Management.Spec.READS);
  }

  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    Args args = new Args(arguments);
    String query = args.text("query");
    if (args.wrong().isPresent()) {
      call.fail(args.wrong().get());
      return;
    }
    CompletableFuture<Boolean> over = new CompletableFuture<>();
    monitor.turn(() -> backend.whenListed(WAIT_MILLIS, () -> over.complete(true)));
    over.join(); // this thread belongs to the call
    List<ToolsNow> looked = new ArrayList<>();
    monitor.turn(() -> looked.add(look()));
    ToolsNow seen = looked.getFirst();
    if (!seen.trouble().isEmpty()) {
      call.fail(seen.trouble());
      return;
    }
    answer(seen.catalog(), query, ServersText.IT_HAS, call);
  }

  /// Shows the best of these tools.
  ///
  /// @param whose the owner of the tools, with a verb
  static void answer(Catalog catalog, String query, String whose, ManagedCall call) {
    ToolPage page =
        ToolPage.of(catalog, query.isBlank() ? Optional.empty() : Optional.of(query), whose);
    JsonObject facts = new JsonObject();
    facts.addProperty("total", catalog.entries(Kind.TOOLS).size());
    facts.addProperty("matched", page.matched());
    facts.add("tools", page.tools());
    call.answer(page.text(), facts);
  }

  private ToolsNow look() {
    Snapshot now = backend.snapshot();
    if (now.listed()) {
      return new ToolsNow(now.catalog(), "");
    }
    return new ToolsNow(
        Catalog.empty(), NextSteps.notListed(server.naming().tools(), backend, now));
  }
}
