package dev.pitstop.session.tools;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Kind;
import dev.pitstop.catalog.ToolPage;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.session.notices.SessionServer;
import dev.pitstop.session.texts.NextSteps;
import dev.pitstop.session.texts.ServersText;
import dev.pitstop.session.texts.ToolDescriptions;
import java.util.Optional;

/// `search_tools`: the present tools, with their schemas.
record SearchToolsTool(SessionServer server) implements Management.Tool {
  /// How long a call waits for the first lists of a server that has just been started.
  static final long WAIT_MILLIS = 3_000;

  @Override
  public Management.Spec spec() {
    return spec("");
  }

  /// @param more further arguments, as JSON with a comma before each
  static Management.Spec spec(String more) {
    return new Management.Spec(
        "search_tools",
        ToolDescriptions.SEARCH_TOOLS,
        "{\"type\":\"object\",\"properties\":{\"query\":{\"type\":\"string\"}" + more + "}}",
        Management.Spec.READS);
  }

  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    String query = new Args(arguments).text("query");
    Backend backend = server.backend();
    Monitor monitor = server.monitor();
    server.awaitLists(WAIT_MILLIS); // this thread belongs to the call
    String unlisted = monitor.inTurn(this::unlisted);
    if (unlisted.isEmpty()) {
      answer(monitor.inTurn(backend::catalog), query, ServersText.IT_HAS, call);
    } else {
      call.fail(unlisted);
    }
  }

  /// Says that the server has not listed its tools; empty if it has.
  private String unlisted() {
    Snapshot now = server.backend().snapshot();
    return now.listed() ? "" : NextSteps.notListed(server.naming().tools(), server.backend(), now);
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
}
