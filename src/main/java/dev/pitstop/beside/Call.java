package dev.pitstop.beside;

import dev.pitstop.rpc.Json;

/// A request of the client's and how it ended.
///
/// @param number of the call in its session
/// @param millis when it arrived, since 1970
/// @param by `person`, `rerun`, or empty for the agent
/// @param method of the request; empty if the journal no longer has its beginning
/// @param name of the tool or prompt as the client sees it, or the URI; may be empty
/// @param server that answered; empty if none did, or not yet
/// @param run of the server; 0 if none had it
/// @param deliveries how often a run was given the call
/// @param status as in the journal, or [#PENDING]
/// @param micros from the request to the end
public record Call(
    long number,
    long millis,
    String by,
    String method,
    String name,
    long requestBytes,
    String server,
    long run,
    long deliveries,
    String status,
    long micros,
    long responseBytes) {
  /// The status of a call without an answer.
  public static final String PENDING = "pending";

  /// A call that has begun.
  static Call began(JsonLine line) {
    return new Call(
        line.number("call"),
        line.number("t"),
        line.text("by"),
        line.text("method"),
        line.text("name"),
        line.number("requestBytes"),
        "",
        0,
        0,
        PENDING,
        0,
        0);
  }

  /// The call of an answer whose beginning the journal no longer has.
  static Call without(JsonLine answer) {
    long began = Math.max(0, answer.number("t") - answer.number("micros") / 1_000);
    return new Call(answer.number("call"), began, "", "", "", 0, "", 0, 0, PENDING, 0, 0);
  }

  /// The call after its answer.
  Call ended(JsonLine answer) {
    return new Call(
        number,
        millis,
        by,
        method,
        name,
        requestBytes,
        answer.text("server"),
        answer.number("run"),
        answer.number("deliveries"),
        answer.text("status"),
        answer.number("micros"),
        answer.number("responseBytes"));
  }

  public boolean isPending() {
    return status.equals(PENDING);
  }

  /// The tool by the name that its own server gave it: with many servers, the client's name begins
  /// with the server's.
  public String ownName() {
    String prefix = server + "__";
    return !server.isEmpty() && name.startsWith(prefix) ? name.substring(prefix.length()) : name;
  }

  /// The call as a line of JSON, with the members of both its lines in the journal.
  public String json() {
    StringBuilder out =
        new StringBuilder("{\"call\":").append(number).append(",\"t\":").append(millis);
    text(out, "by", by);
    text(out, "method", method);
    text(out, "name", name);
    text(out, "server", server);
    text(out, "status", status);
    number(out, "run", run);
    number(out, "deliveries", deliveries);
    number(out, "micros", micros);
    number(out, "requestBytes", requestBytes);
    number(out, "responseBytes", responseBytes);
    return out.append('}').toString();
  }

  private static void text(StringBuilder out, String name, String value) {
    if (!value.isEmpty()) {
      out.append(",\"").append(name).append("\":").append(Json.quote(value));
    }
  }

  private static void number(StringBuilder out, String name, long value) {
    out.append(",\"").append(name).append("\":").append(value);
  }
}
