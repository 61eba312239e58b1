package dev.pitstop.session;

import com.google.gson.JsonObject;

/// A call of the tool `ask` by a modern client, in which a legacy server asks something: it waits
/// for the client, who is away (docs/design/eras.md).
///
/// @param s the server
/// @param call as the server has it
/// @param state what the client's next request must name, as JSON
record Parked(FakeServer s, JsonObject call, String state) {
  /// The first call of a session.
  static Parked in(SessionDriver d) {
    return in(d, Bridged.modernClient(d, "ask", "other"), "1");
  }

  /// The server asks with an id that is the number of the request and `0`.
  static Parked in(SessionDriver d, FakeServer s, String id) {
    Bridged.call(d, id, "ask");
    JsonObject call = s.expectCall("ask");
    return new Parked(s, call, Bridged.asks(d, s, id + "0", id));
  }

  /// The client is back with an answer to the first question.
  void retry(SessionDriver d, String id) {
    Bridged.retry(d, id, "ask", Bridged.accepted("q1"), state);
  }

  /// The same, and the server gets that of the first call.
  void answered(SessionDriver d, String id) {
    retry(d, id);
    Bridged.answered(s, "10");
  }
}
