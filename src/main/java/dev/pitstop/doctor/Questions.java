package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.pitstop.catalog.JsonTree;
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
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// The requests that clients of both eras send in a session with a server.
///
/// @param version of Pitstop
record Questions(Conversation with, String version) {
  static final int MOST_PAGES = 100;

  /// How long an answer may take once a server has started.
  static final long ANSWER_MILLIS = 10_000;

  private String client() {
    return "{\"name\":\"pitstop-doctor\",\"version\":" + Json.quote(version) + "}";
  }

  Outcome initialize(long limitMillis) {
    Outcome outcome =
        with.ask(
            Methods.INITIALIZE,
            """
            {"protocolVersion":"%s","capabilities":{"roots":{"listChanged":true}},"clientInfo":%s}\
            """
                .formatted(Revisions.NEWEST_LEGACY, client()),
            limitMillis);
    outcome.answer().ifPresent(answer -> with.tell(Methods.INITIALIZED));
    return outcome;
  }

  /// A session that begins with `initialize`. If that is answered, the lists and `ping` follow.
  Interview.Session legacy(long limitMillis) {
    Outcome initialize = initialize(limitMillis);
    long millis = with.millis();
    List<ListFacts> lists = lists(initialize.answer(), params -> params);
    Optional<Outcome> ping =
        initialize.answer().map(a -> with.ask(Methods.PING, "", ANSWER_MILLIS));
    return new Interview.Session(with, initialize, millis, lists, ping);
  }

  /// A session that begins with `server/discover`, as the TypeScript SDK sends it.
  ///
  /// @param before the session before; if it was not answered, this one reads the lists
  Interview.Session modern(Interview.Session before, long limitMillis) {
    String meta =
        "\"_meta\":{\"%s\":\"%s\",\"%s\":%s,\"%s\":{}}"
            .formatted(
                Meta.PROTOCOL_VERSION,
                Revisions.MODERN,
                Meta.CLIENT_INFO,
                client(),
                Meta.CLIENT_CAPABILITIES);
    RequestId id = RequestId.of("server-discover-probe-1");
    Outcome discover = with.ask(id, Methods.DISCOVER, "{" + meta + "}", limitMillis);
    long millis = with.millis();
    List<ListFacts> lists =
        lists(
            discover.discovered().filter(g -> !before.answered()),
            params -> params + (params.isEmpty() ? "" : ",") + meta);
    return new Interview.Session(with, discover, millis, lists, Optional.empty());
  }

  /// Reads all lists whose capability the server declares.
  ///
  /// @param greeting the result of `initialize` or `server/discover`, if there is one
  /// @param complete adds the parameters that every request has
  private List<ListFacts> lists(Optional<JsonElement> greeting, UnaryOperator<String> complete) {
    JsonObject has =
        greeting.flatMap(g -> JsonTree.object(g, "capabilities")).orElseGet(JsonObject::new);
    return Stream.of(Kind.values())
        .filter(kind -> has.has(kind.announcedAs().listMember()))
        .map(kind -> list(kind, complete))
        .toList();
  }

  /// Reads all pages of a list, up to a limit.
  private ListFacts list(Kind kind, UnaryOperator<String> complete) {
    List<JsonElement> items = new ArrayList<>();
    Set<String> cursors = new HashSet<>();
    String params = "";
    for (int pages = 1; ; pages++) {
      String all = complete.apply(params);
      Outcome came = with.ask(kind.method(), all.isEmpty() ? "" : "{" + all + "}", ANSWER_MILLIS);
      if (!(came instanceof Outcome.Answer answer)) {
        return new ListFacts(kind, items, pages - 1, new ListFacts.End.Failed(came));
      }
      items.addAll(JsonTree.elements(answer.result(), kind.listMember()));
      Optional<String> next = JsonTree.string(answer.result(), "nextCursor");
      if (next.isEmpty()) {
        return new ListFacts(kind, items, pages, new ListFacts.End.Whole());
      }
      if (!cursors.add(next.get()) || pages >= MOST_PAGES) {
        return new ListFacts(kind, items, pages, new ListFacts.End.Endless(next.get()));
      }
      params = "\"cursor\":" + Json.quote(next.get());
    }
  }
}
