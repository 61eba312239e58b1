package dev.pitstop.session.bridge;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.mcp.ClientFacts;
import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.front.ServerRequests;
import java.util.Map;
import java.util.stream.Collectors;

/// A request of a legacy server to the client, which the server waits for. Called in turns of the
/// monitor.
///
/// @param id as the server knows it
/// @param params as JSON
record Question(Backend at, Run by, RequestId id, String method, String params) {
  static Question of(Backend at, Run by, Message.Request r, ServerRequests names) {
    Splice splice = new Splice(r.bytes());
    names.name(splice, r, at);
    String params =
        Codec.parse(splice.apply()) instanceof Message.Request edited && edited.params().present()
            ? edited.params().text(edited.bytes())
            : "{}";
    return new Question(at, by, r.id(), r.method(), params);
  }

  /// Whether this client's call can carry it: its request has declared what it needs.
  ///
  /// @param known what the client has declared, if the request is no longer kept
  boolean isFor(Call call, String known) {
    String can = call.hasBytes() ? ClientFacts.declared(call.request(), call.facts()) : known;
    return ClientFacts.answers(can, method, params);
  }

  static String asInputRequests(Map<String, Question> all) {
    return all.entrySet().stream()
        .map(e ->
            Json.quote(e.getKey())
                + ":{\"method\":"
                + Json.quote(e.getValue().method())
                + ",\"params\":"
                + e.getValue().params()
                + "}")
        .collect(Collectors.joining(",", "{", "}"));
  }

  /// The client has answered.
  ///
  /// @param result as JSON
  void answer(String result) {
    at.calls().tell(by, Outgoing.of(Messages.result(id, result)));
  }

  void refuse(int code, String why) {
    at.calls().tell(by, Outgoing.of(Messages.error(id, code, why)));
  }
}
