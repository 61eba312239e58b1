package dev.pitstop.session.tools;

import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.texts.OwnToolNames;
import dev.pitstop.text.Words;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// `call_tool` and `read_tool`. They call present tools that the client's list does not show as
/// they are now. `read_tool` calls only what promises to change nothing. They never run themselves.
/// The router gets the request that it stands for, made of the client's own bytes.
public final class CallToolTool {
  static final String NAME = "call_tool";
  static final String READS = "read_tool";

  /// The names of both.
  static final Set<String> NAMES = Set.of(NAME, READS);

  private static final String CLIENT = "mcp__";
  private static final String TAKES = "This tool takes {\"tool\": \"NAME\", \"arguments\": {…}}: ";
  private static final Set<String> OWN = Set.of("tool", "arguments");

  private CallToolTool() {}

  /// The present names of both.
  static Set<String> names(Management management) {
    return NAMES.stream()
        .flatMap(name -> management.exposedName(name).stream())
        .collect(Collectors.toSet());
  }

  /// Rewrites a `tools/call` of `call_tool`. The other parameters stay: `_meta`, and in revision
  /// 2026-07-28 the `inputResponses` and `requestState` of a retry.
  ///
  /// @throws Refused with a text that says how to call
  static Message.Request direct(Message.Request r) {
    byte[] b = r.bytes();
    Span outer = r.param("arguments");
    Span tool = Json.member(b, outer, "tool");
    if (!Json.isString(b, tool)) {
      throw new Refused(TAKES + "`tool` must be a string: the name of a tool.");
    }
    if (hasMore(b, outer)) {
      throw new Refused(
          TAKES
              + "the tool's own arguments belong in `arguments`. Nothing was called. The right"
              + " form: "
              + Words.fill("{\"tool\": {}, \"arguments\": {…}}.", tool.text(b)));
    }
    Splice splice = new Splice(b);
    String name = withoutClient(Json.string(b, tool));
    splice.putMember(r.params(), "name", Messages.utf8(Json.quote(name)));
    Span inner = Json.member(b, outer, "arguments");
    Optional<byte[]> arguments = arguments(b, inner);
    if (arguments.isEmpty()) {
      throw new Refused(TAKES + "`arguments` must be an object.");
    }
    splice.putMember(r.params(), "arguments", arguments.get());
    if (Codec.parse(splice.apply()) instanceof Message.Request direct) {
      return direct;
    }
    throw new Refused(TAKES + "`arguments` nest too deeply."); // those of a message are shallower
  }

  /// Refuses a call that its user must be able to allow or forbid by the tool's own name, and one
  /// of `read_tool` that may change something.
  ///
  /// @param through the tool of Pitstop's that was called
  /// @param name of the tool that it is to call
  /// @param has whether the client has it on its list as it is now
  /// @param reads whether it promises to change nothing
  /// @throws Refused with a text that says what to call
  public static void permit(
      Management.Tool through, String name, boolean has, boolean reads, OwnToolNames tools) {
    if (has) {
      throw new Refused(
          Words.fill("Call `{}` directly: your tool list shows it as it is now.", name));
    }
    if (through.spec().name().equals(READS) && !reads) {
      throw new Refused(
          Words.fill("`{}` is not marked as read-only.", name)
              + tools.call(NAME, " {} can call it.", ""));
    }
  }

  /// The name of the tool that is called.
  public static String toolOf(Message.Request r) {
    return Json.string(r.bytes(), r.param("name"));
  }

  /// The name without what Claude Code, for one, puts before it: `mcp__pitstop__`.
  private static String withoutClient(String name) {
    int end = name.startsWith(CLIENT) ? name.indexOf("__", CLIENT.length()) : -1;
    return end < 0 ? name : name.substring(end + 2);
  }

  /// Whether there are members that would be lost. Some agents write arguments beside `tool`
  /// instead of in `arguments`. A call without them is not what they asked for.
  private static boolean hasMore(byte[] b, Span outer) {
    boolean[] more = {false};
    Json.members(b, outer, (key, value) -> more[0] |= !OWN.contains(Json.string(b, key)));
    return more[0];
  }

  /// Arguments as agents write them: an object, nothing, `null`, or a string that contains an
  /// object.
  private static Optional<byte[]> arguments(byte[] b, Span inner) {
    if (Json.isObject(b, inner)) {
      return Optional.of(Arrays.copyOfRange(b, inner.from(), inner.to()));
    }
    if (!inner.present() || inner.text(b).equals("null")) {
      return Optional.of(new byte[] {'{', '}'});
    }
    byte[] text = Messages.utf8(Json.string(b, inner));
    return Json.validate(text)
        .filter(at -> Json.isObject(text, at))
        // a line break in valid JSON is white space, but would end the message
        .map(at -> Messages.utf8(at.text(text).replaceAll("[\\r\\n]", " ")));
  }
}
