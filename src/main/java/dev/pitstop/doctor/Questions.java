package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.pitstop.catalog.Kind;
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
import java.util.stream.Stream;

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
  Interview.Session legacy(Conversation with, long limitMillis) {
    Outcome initialize = initialize(with, limitMillis);
    long millis = with.millis();
    List<ListFacts> lists = lists(with, initialize.answer(), false);
    Optional<Outcome> ping =
        initialize.answer().map(a -> with.ask(Methods.PING, "", ANSWER_MILLIS));
    return new Interview.Session(with, initialize, millis, lists, ping);
  }

  /// A session that begins with `server/discover`, as the TypeScript SDK sends it.
  ///
  /// @param before the session before; if it was not answered, this one reads the lists
  Interview.Session modern(Conversation with, Interview.Session before, long limitMillis) {
    RequestId id = RequestId.of("server-discover-probe-1");
    Outcome discover = with.ask(id, Methods.DISCOVER, "{" + meta() + "}", limitMillis);
    long millis = with.millis();
    Optional<JsonElement> greeting = discover.discovered().filter(g -> !before.answered());
    List<ListFacts> lists = lists(with, greeting, true);
    return new Interview.Session(with, discover, millis, lists, Optional.empty());
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
  /// @param greeting the result of `initialize` or `server/discover`, if there is one
  private List<ListFacts> lists(Conversation with, Optional<JsonElement> greeting, boolean modern) {
    JsonObject has =
        greeting.flatMap(g -> Parts.object(g, "capabilities")).orElseGet(JsonObject::new);
    return Stream.of(Kind.values())
        .filter(kind -> has.has(kind.announcedAs().listMember()))
        .map(kind -> read(kind, params -> page(with, kind, params, modern)))
        .toList();
  }

  private Outcome page(Conversation with, Kind kind, String params, boolean modern) {
    String all = modern ? params + (params.isEmpty() ? "" : ",") + meta() : params;
    return with.ask(kind.method(), all.isEmpty() ? "" : "{" + all + "}", ANSWER_MILLIS);
  }

  /// Reads all pages of a list, up to a limit.
  ///
  /// @param ask sends the request for a page, with further parameters: `"cursor":"…"` or nothing
  static ListFacts read(Kind kind, Function<String, Outcome> ask) {
    List<JsonElement> items = new ArrayList<>();
    Set<String> cursors = new HashSet<>();
    String params = "";
    for (int pages = 1; ; pages++) {
      Outcome came = ask.apply(params);
      if (!(came instanceof Outcome.Answer answer)) {
        return ListFacts.of(kind, items, pages - 1, new ListFacts.End.Failed(came));
      }
      items.addAll(Parts.elements(answer.result(), kind.listMember()));
      Optional<String> next = Parts.string(answer.result(), "nextCursor");
      if (next.isEmpty()) {
        return ListFacts.of(kind, items, pages, new ListFacts.End.Whole());
      }
      if (!cursors.add(next.get()) || pages >= MOST_PAGES) {
        return ListFacts.of(kind, items, pages, new ListFacts.End.Endless(next.get()));
      }
      params = "\"cursor\":" + Json.quote(next.get());
    }
  }
}
