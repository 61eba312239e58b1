package dev.pitstop.session.tools;

import com.google.gson.JsonObject;
import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.texts.ToolDescriptions;
import dev.pitstop.session.texts.WrongArguments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// `call_tool`. Calls any present tool, for clients that froze their tool list. It never runs
/// itself. The router gets the request that it stands for, made of the client's own bytes.
public final class CallToolTool implements Management.Tool {
  private static final byte[] NOTHING = {'{', '}'};
  private static final String CLIENT = "mcp__";
  private static final int MOST_NAMED = 5;

  /// What a call of `call_tool` becomes.
  public sealed interface Onward {
    /// The request that it stands for: the original with another name and other arguments.
    record Direct(String tool, byte[] message) implements Onward {}

    /// No call; the text says why, and how to call.
    record Refused(String text) implements Onward {}
  }

  @Override
  public Management.Spec spec() {
    return new Management.Spec(
        "call_tool",
        ToolDescriptions.CALL_TOOL,
        "{\"type\":\"object\",\"properties\":{\"tool\":{\"type\":\"string\"},"
            + "\"arguments\":{\"type\":\"object\"}},\"required\":[\"tool\"],"
            + "\"additionalProperties\":false}",
        "{\"openWorldHint\":true}",
        true);
  }

  /// Rewrites a `tools/call` of `call_tool`. The other parameters stay: `_meta`, and in revision
  /// 2026-07-28 the `inputResponses` and `requestState` of a retry.
  public static Onward onward(Message.Request r) {
    byte[] b = r.bytes();
    Span outer = r.param("arguments");
    Span tool = Json.member(b, outer, "tool");
    if (!Json.isString(b, tool)) {
      return new Onward.Refused(WrongArguments.noTool());
    }
    List<String> strange = strangeNames(b, outer);
    if (!strange.isEmpty()) {
      return new Onward.Refused(WrongArguments.misplaced(tool.text(b), strange));
    }
    Splice splice = new Splice(b);
    String name = withoutClient(Json.string(b, tool));
    splice.putMember(r.params(), "name", Messages.utf8(Json.quote(name)));
    Span inner = Json.member(b, outer, "arguments");
    if (Json.isObject(b, inner) && occursOnce(b, r.params(), "arguments")) {
      // Cuts away what surrounds the arguments instead of copying them, because they may be long.
      splice.remove(new Span(outer.from(), inner.from())).remove(new Span(inner.to(), outer.to()));
    } else {
      Optional<byte[]> arguments = arguments(b, inner);
      if (arguments.isEmpty()) {
        return new Onward.Refused(WrongArguments.noInnerObject());
      }
      splice.putMember(r.params(), "arguments", arguments.get());
    }
    return new Onward.Direct(name, splice.apply());
  }

  /// The name without what Claude Code, for one, puts before it: `mcp__pitstop__`.
  private static String withoutClient(String name) {
    int end = name.startsWith(CLIENT) ? name.indexOf("__", CLIENT.length()) : -1;
    return end < 0 ? name : name.substring(end + 2);
  }

  /// Members that would be lost. Some agents write arguments beside `tool` instead of in
  /// `arguments`. A call without them is not what they asked for.
  private static List<String> strangeNames(byte[] b, Span outer) {
    List<String> names = new ArrayList<>();
    Json.members(
        b,
        outer,
        (key, value) -> {
          String name = Json.string(b, key);
          if (!name.equals("tool") && !name.equals("arguments") && names.size() < MOST_NAMED) {
            names.add(name.length() > 60 ? name.substring(0, 60) + "…" : name);
          }
        });
    return names;
  }

  private static boolean occursOnce(byte[] b, Span object, String name) {
    int[] count = {0};
    Json.members(b, object, (key, value) -> count[0] += Json.string(b, key).equals(name) ? 1 : 0);
    return count[0] == 1;
  }

  /// Arguments as agents write them: an object, nothing, `null`, or a string that contains an
  /// object.
  private static Optional<byte[]> arguments(byte[] b, Span inner) {
    if (Json.isObject(b, inner)) {
      return Optional.of(copy(b, inner));
    }
    if (!inner.present() || inner.text(b).equals("null")) {
      return Optional.of(NOTHING);
    }
    byte[] text = Messages.utf8(Json.string(b, inner));
    Optional<Span> value = Json.validate(text);
    if (value.isEmpty() || !Json.isObject(text, value.get())) {
      return Optional.empty();
    }
    for (int i = 0; i < text.length; i++) {
      // A line break in valid JSON is white space, but would end the message.
      text[i] = text[i] == '\n' || text[i] == '\r' ? (byte) ' ' : text[i];
    }
    return Optional.of(copy(text, value.get()));
  }

  private static byte[] copy(byte[] b, Span s) {
    return Arrays.copyOfRange(b, s.from(), s.to());
  }

  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    throw new IllegalStateException("call_tool is passed on, see Management.onward");
  }
}
