package dev.pitstop.monitoring;

import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// A request of the client's and how it ended, as the journal says it.
///
/// @param begun its line `call`; with the number alone if the journal no longer has it
/// @param answer its line `answer`; without members if there is none yet
public record Call(JsonLine begun, JsonLine answer) {
  /// The status of a call without an answer.
  public static final String PENDING = "pending";

  /// A call of which nothing is known but its number.
  public static Call unknown(long number) {
    return new Call(JsonLine.read("{\"type\":\"call\",\"call\":" + number + "}"), JsonLine.NONE);
  }

  public boolean isPending() {
    return !answer.has("call");
  }

  public long number() {
    return begun.number("call");
  }

  /// When it arrived, in milliseconds since 1970.
  public long millis() {
    long ended = answer.number("t") - answer.number("micros") / 1_000;
    return begun.has("t") ? begun.number("t") : Math.max(0, ended);
  }

  /// The client's name of the tool or prompt, or the URI; may be empty.
  public String name() {
    return begun.text("name");
  }

  /// The server that had it; empty if none had, or not yet.
  public String server() {
    return answer.text("server");
  }

  public String status() {
    return isPending() ? PENDING : answer.text("status");
  }

  /// The tool by the name that its own server gave it: with many servers, the client's name begins
  /// with the server's.
  public String ownName() {
    String prefix = server() + "__";
    return name().startsWith(prefix) ? name().substring(prefix.length()) : name();
  }

  /// Its request; empty if the journal does not have it whole.
  public Optional<Message.Request> request() {
    return message(begun, "request")
        .flatMap(m -> m instanceof Message.Request r ? Optional.of(r) : Optional.empty());
  }

  /// Its response; empty if there is none, or if the journal does not have it whole.
  public Optional<Message.Response> response() {
    return message(answer, "response")
        .flatMap(m -> m instanceof Message.Response r ? Optional.of(r) : Optional.empty());
  }

  private static Optional<Message> message(JsonLine line, String member) {
    return line.json(member).map(json -> Codec.parse(json.getBytes(StandardCharsets.UTF_8)));
  }

  /// The line `call`, with the line `answer` as its member.
  public String json() {
    String call = begun.json();
    return isPending()
        ? call
        : call.substring(0, call.length() - 1) + ",\"answer\":" + answer.json() + "}";
  }
}
