package dev.pitstop.proxy;

import com.google.gson.JsonObject;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// `call_tool`: calls any present tool of the server, for clients that froze their tool list (A5).
/// A good call never comes here: the router passes it on as the `tools/call` that it stands for.
final class CallToolTool implements Management.Tool {
  static final String NAME = "call_tool";

  @Override
  public Management.Spec spec() {
    return new Management.Spec(
        NAME,
        "Call a tool",
        "Calls any tool the server has now, including ones added after you connected."
            + " See search_tools.",
        "{\"type\":\"object\",\"properties\":{\"tool\":{\"type\":\"string\"},"
            + "\"arguments\":{\"type\":\"object\"}},\"required\":[\"tool\"]}",
        "",
        "{\"openWorldHint\":true}");
  }

  /// The members of the parameters of the call that it stands for, if the arguments are right.
  static Optional<String> parameters(String arguments) {
    byte[] b = arguments.getBytes(StandardCharsets.UTF_8);
    Span all = new Span(0, b.length);
    Span tool = Json.member(b, all, "tool");
    Span inner = Json.member(b, all, "arguments");
    if (!Json.isString(b, tool) || (inner.present() && !Json.isObject(b, inner))) {
      return Optional.empty();
    }
    String args = inner.present() ? ",\"arguments\":" + inner.text(b) : "";
    return Optional.of("\"name\":" + tool.text(b) + args);
  }

  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    call.fail(
        "call_tool takes {\"tool\": \"NAME\", \"arguments\": {…}}: `tool` must be a string and"
            + " `arguments` an object. search_tools lists the tools with their schemas.");
  }
}
