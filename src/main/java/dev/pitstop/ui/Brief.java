package dev.pitstop.ui;

import dev.pitstop.monitoring.JsonLine;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import java.nio.charset.StandardCharsets;

/// A line of a journal as the page gets it. A list of calls needs no messages, only some facts of
/// them. A message may be long, and the page asks for it when a person looks at the call. Pure.
final class Brief {
  /// Characters of arguments, or of what a failed call says.
  private static final int MOST = 160;

  private Brief() {}

  /// The line in JSON without `request`, `response` and their beginnings. Instead of them:
  /// - `args`: the beginning of the arguments.
  /// - `says`: the beginning of what a failed call says.
  /// - `asks`: the result asks the client for input (2026-07-28, "Multi Round-Trip Requests"). Its
  ///   value stands for the `requestState`.
  /// - `goesOn`: the request brings such input. Its value is that of the `asks` before it.
  static String of(JsonLine line) {
    return switch (line.type()) {
      case "call" ->
          without(line, call(line, Json.path(line.bytes(), line.at(), "request", "params")));
      case "answer" ->
          without(line, answer(line, Json.member(line.bytes(), line.at(), "response")));
      default -> line.json();
    };
  }

  private static String without(JsonLine line, String facts) {
    byte[] b = line.bytes();
    StringBuilder out = new StringBuilder("{");
    Json.members(
        b,
        line.at(),
        (name, value) -> {
          String key = Json.string(b, name);
          boolean message = key.startsWith("request") || key.startsWith("response");
          if (!message || key.endsWith("Bytes")) {
            out.append(out.length() > 1 ? "," : "").append(name.text(b)).append(':');
            out.append(value.text(b));
          }
        });
    return out.append(facts).append('}').toString();
  }

  private static String call(JsonLine line, Span params) {
    byte[] b = line.bytes();
    Span arguments = Json.member(b, params, "arguments");
    String facts = arguments.present() ? text("args", begin(b, arguments)) : "";
    boolean more = Json.member(b, params, "inputResponses").present();
    Span state = Json.member(b, params, "requestState");
    return more || state.present() ? facts + text("goesOn", stands(b, state)) : facts;
  }

  private static String answer(JsonLine line, Span response) {
    byte[] b = line.bytes();
    Span result = Json.member(b, response, "result");
    if (Json.string(b, Json.member(b, result, "resultType")).equals("input_required")) {
      return text("asks", stands(b, Json.member(b, result, "requestState")));
    }
    return line.text("status").equals("ok") ? "" : text("says", says(b, response, result));
  }

  private static String says(byte[] b, Span response, Span result) {
    String error = Json.string(b, Json.path(b, response, "error", "message"));
    StringBuilder says = new StringBuilder(error);
    for (Span block : Json.elements(b, Json.member(b, result, "content"))) {
      String text = Json.string(b, Json.member(b, block, "text"));
      says.append(says.isEmpty() || text.isEmpty() ? "" : " ").append(text);
    }
    return says.substring(0, Math.min(MOST, says.length()));
  }

  private static String begin(byte[] b, Span value) {
    int length = Math.min(value.length(), MOST); // a character may be cut: then a mark replaces it
    return new String(b, value.from(), length, StandardCharsets.UTF_8);
  }

  /// A short text that is the same for the same state.
  private static String stands(byte[] b, Span state) {
    return state.present() ? Integer.toHexString(state.text(b).hashCode()) : "";
  }

  private static String text(String name, String value) {
    return ",\"" + name + "\":" + Json.quote(value);
  }
}
