package dev.pitstop.session.exposure;

import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Tasks;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The capabilities of many servers that Pitstop's own handshake passes on: `experimental` and
/// `extensions`, about which Pitstop knows nothing, without that of tasks. Immutable, for use on
/// any thread.
final class Capabilities {
  private static final List<String> NAMES = List.of("experimental", "extensions");

  private Capabilities() {}

  /// Those of a server, from its `initialize` or `server/discover` result: a JSON object, or empty
  /// if there are none.
  static String of(Message.Result handshake) {
    byte[] b = handshake.bytes();
    Span all = handshake.member("capabilities");
    return NAMES.stream()
        .filter(name -> Json.isObject(b, Json.member(b, all, name)))
        .map(name -> Json.quote(name) + ":" + Json.member(b, all, name).text(b))
        .collect(
            Collectors.collectingAndThen(
                Collectors.joining(","), members -> members.isEmpty() ? "" : "{" + members + "}"));
  }

  /// The union of these, in their order: of two servers with the same extension the first counts,
  /// because settings of two would be those of neither.
  ///
  /// @param each as [#of] made it; a text that is none, because a file is damaged, counts as empty
  /// @return members of an object, each with a comma before it
  static String union(Collection<String> each) {
    Map<String, Map<String, String>> union = new LinkedHashMap<>();
    for (String one : each) {
      byte[] message = Messages.utf8("{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":" + one + "}");
      if (!one.isEmpty() && Codec.parse(message) instanceof Message.Result r) {
        NAMES.forEach(name ->
            Json.members(
                message,
                r.member(name),
                (key, value) -> {
                  String kind = Json.string(message, key);
                  if (!Tasks.isExtension(kind)) {
                    union
                        .computeIfAbsent(name, n -> new LinkedHashMap<>())
                        .putIfAbsent(kind, onOneLine(value.text(message)));
                  }
                }));
      }
    }
    StringBuilder members = new StringBuilder();
    union.forEach((name, values) ->
        members
            .append(',')
            .append(Json.quote(name))
            .append(":{")
            .append(
                values.entrySet().stream()
                    .map(e -> Json.quote(e.getKey()) + ":" + e.getValue())
                    .collect(Collectors.joining(",")))
            .append('}'));
    return members.toString();
  }

  /// A file may have been edited. Strings in JSON contain no line breaks.
  private static String onOneLine(String json) {
    return json.replace('\n', ' ').replace('\r', ' ');
  }
}
