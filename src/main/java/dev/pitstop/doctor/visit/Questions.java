package dev.pitstop.doctor.visit;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.pitstop.doctor.check.EraFacts;
import dev.pitstop.doctor.check.ListFacts;
import dev.pitstop.doctor.check.Outcome;
import dev.pitstop.doctor.check.Parts;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.Revisions;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.RequestId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// The requests that clients of both eras send to a server.
final class Questions {
  static final int MOST_PAGES = 100;

  /// How long an answer may take once a server has started.
  static final long ANSWER_MILLIS = 10_000;

  private final String client;

  /// @param version of Pitstop
  Questions(String version) {
    this.client = "{\"name\":\"pitstop-doctor\",\"version\":" + Json.quote(version) + "}";
  }

  Outcome initialize(Conversation with, long limitMillis) {
    Outcome outcome =
        with.ask(
            Methods.INITIALIZE,
            """
            {"protocolVersion":"%s","capabilities":{"roots":{"listChanged":true}},"clientInfo":%s}\
            """
                .formatted(Revisions.NEWEST_LEGACY, client),
            limitMillis);
    if (outcome instanceof Outcome.Answer) {
      with.tell(Methods.INITIALIZED, "");
    }
    return outcome;
  }

  /// A session that begins with `initialize`. If that is answered, the lists and `ping` follow.
  Interview.Legacy legacy(Conversation with, long limitMillis) {
    Outcome initialize = initialize(with, limitMillis);
    long millis = with.millis();
    if (!(initialize instanceof Outcome.Answer a)) {
      return new Interview.Legacy(with, initialize, millis, List.of(), Optional.empty());
    }
    List<ListFacts> lists = lists(with, a.result(), false);
    Outcome ping = with.ask(Methods.PING, "", ANSWER_MILLIS);
    return new Interview.Legacy(with, initialize, millis, lists, Optional.of(ping));
  }

  /// A session that begins with `server/discover`, as the TypeScript SDK sends it.
  ///
  /// @param before the session before; if it read no lists, this one reads them
  Interview.Modern modern(Conversation with, Interview.Legacy before, long limitMillis) {
    Outcome discover =
        with.ask(
            RequestId.of("server-discover-probe-1"),
            Methods.DISCOVER,
            "{" + meta() + "}",
            limitMillis);
    long millis = with.millis();
    Optional<JsonElement> greeting =
        new EraFacts(before.initialize(), Optional.of(discover)).discovered();
    List<ListFacts> lists =
        greeting.isPresent() && !before.answered() ? lists(with, greeting.get(), true) : List.of();
    return new Interview.Modern(with, Optional.of(discover), millis, lists);
  }

  private String meta() {
    return "\"_meta\":{\"%s\":\"%s\",\"%s\":%s,\"%s\":{}}"
        .formatted(
            Meta.PROTOCOL_VERSION,
            Revisions.MODERN,
            Meta.CLIENT_INFO,
            client,
            Meta.CLIENT_CAPABILITIES);
  }

  /// Reads all lists whose capability the server declares.
  ///
  /// @param greeting the result of `initialize` or `server/discover`
  private List<ListFacts> lists(Conversation with, JsonElement greeting, boolean modern) {
    List<ListFacts> lists = new ArrayList<>();
    for (ListFacts.Kind kind : ListFacts.Kind.ALL) {
      if (Parts.object(greeting, "capabilities")
          .filter(c -> c.has(kind.capability()))
          .isPresent()) {
        lists.add(read(kind, params -> page(with, kind, params, modern)));
      }
    }
    return lists;
  }

  private Outcome page(Conversation with, ListFacts.Kind kind, String params, boolean modern) {
    String all = modern ? params + (params.isEmpty() ? "" : ",") + meta() : params;
    return with.ask(kind.method(), all.isEmpty() ? "" : "{" + all + "}", ANSWER_MILLIS);
  }

  /// Reads all pages of a list, up to a limit.
  ///
  /// @param ask sends the request for a page, with further parameters: `"cursor":"…"` or nothing
  static ListFacts read(ListFacts.Kind kind, Function<String, Outcome> ask) {
    List<JsonElement> items = new ArrayList<>();
    Set<String> cursors = new HashSet<>();
    String params = "";
    for (int pages = 1; ; pages++) {
      Outcome came = ask.apply(params);
      if (!(came instanceof Outcome.Answer answer)) {
        return ListFacts.of(kind, items, pages - 1, new ListFacts.End.Failed(came));
      }
      if (!(answer.result() instanceof JsonObject o
          && o.get(kind.key()) instanceof JsonArray page)) {
        return ListFacts.of(kind, items, pages - 1, new ListFacts.End.NoList());
      }
      items.addAll(page.asList());
      Optional<String> next = Parts.string(answer.result(), "nextCursor");
      if (next.isEmpty()) {
        return ListFacts.of(kind, items, pages, new ListFacts.End.Whole());
      }
      if (!cursors.add(next.get())) {
        return ListFacts.of(kind, items, pages, new ListFacts.End.Repeats(next.get()));
      }
      if (pages >= MOST_PAGES) {
        return ListFacts.of(kind, items, pages, new ListFacts.End.Endless(next.get()));
      }
      params = "\"cursor\":" + Json.quote(next.get());
    }
  }
}
