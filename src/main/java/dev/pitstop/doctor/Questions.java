package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.Revisions;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.RequestId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The requests that clients of both eras send to a server.
final class Questions {
  /// How long an answer may take once a server has started.
  static final long ANSWER_MILLIS = 10_000;

  private final String client;

  /// @param version of Pitstop
  Questions(String version) {
    this.client = "{\"name\":\"pitstop-doctor\",\"version\":" + Json.quote(version) + "}";
  }

  Reply initialize(Conversation with, long limitMillis) {
    Reply reply =
        with.ask(
            Methods.INITIALIZE,
            "{\"protocolVersion\":\""
                + Revisions.NEWEST_LEGACY
                + "\",\"capabilities\":{\"roots\":{\"listChanged\":true}},\"clientInfo\":"
                + client
                + "}",
            limitMillis);
    if (reply instanceof Reply.Answer) {
      with.tell(Methods.INITIALIZED, "");
    }
    return reply;
  }

  /// Sends `server/discover` as the TypeScript SDK does.
  Reply discover(Conversation with, long limitMillis) {
    return with.ask(
        RequestId.of("server-discover-probe-1"), Methods.DISCOVER, "{" + meta() + "}", limitMillis);
  }

  private String meta() {
    return "\"_meta\":{\""
        + Meta.PROTOCOL_VERSION
        + "\":\""
        + Revisions.MODERN
        + "\",\""
        + Meta.CLIENT_INFO
        + "\":"
        + client
        + ",\""
        + Meta.CLIENT_CAPABILITIES
        + "\":{}}";
  }

  /// Reads all lists whose capability the server declares.
  ///
  /// @param greeting the result of `initialize` or `server/discover`
  List<Listed> lists(Conversation with, JsonElement greeting, boolean modern) {
    List<Listed> lists = new ArrayList<>();
    for (Listed.Kind kind : Listed.Kind.values()) {
      boolean declared =
          Parts.object(greeting, "capabilities").filter(c -> c.has(kind.capability())).isPresent();
      if (declared) {
        lists.add(ListReader.read(kind, params -> page(with, kind, params, modern)));
      }
    }
    return lists;
  }

  /// Reads the lists and sends `ping`, if `initialize` was answered.
  Heard heard(Conversation with, Reply initialize) {
    return initialize instanceof Reply.Answer a
        ? new Heard(a.result(), lists(with, a.result(), false), Optional.of(ping(with)))
        : new Heard(JsonNull.INSTANCE, List.of(), Optional.empty());
  }

  private Reply page(Conversation with, Listed.Kind kind, String params, boolean modern) {
    String all = modern ? params + (params.isEmpty() ? "" : ",") + meta() : params;
    return with.ask(kind.method(), all.isEmpty() ? "" : "{" + all + "}", ANSWER_MILLIS);
  }

  private Reply ping(Conversation with) {
    return with.ask("ping", "", ANSWER_MILLIS);
  }
}
