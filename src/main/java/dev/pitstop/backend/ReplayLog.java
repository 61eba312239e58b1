package dev.pitstop.backend;

import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The calls that bring a new incarnation where the old one was (R8): of each rule the last
/// successful one, in the order in which they succeeded. In turns.
public final class ReplayLog {
  /// @param tool the tool's name
  /// @param argument `NAME=VALUE` that the call's arguments must have, if given
  public record Rule(String tool, Optional<Argument> argument) {}

  public record Argument(String name, String value) {}

  private final List<Rule> rules;
  private final Map<Rule, String> params = new LinkedHashMap<>(); // oldest success first

  public ReplayLog(List<Rule> rules) {
    this.rules = List.copyOf(rules);
  }

  /// Whether the call, should it succeed, is one to be remembered.
  boolean wants(Call call) {
    return rules.stream().anyMatch(r -> r.tool().equals(call.tool()));
  }

  void remember(Call call) {
    Message.Request r = call.request();
    for (Rule rule : rules) {
      if (rule.tool().equals(call.tool()) && matches(rule, r)) {
        params.remove(rule);
        params.put(rule, withoutProgress(call));
      }
    }
  }

  private static boolean matches(Rule rule, Message.Request r) {
    if (rule.argument().isEmpty()) {
      return true;
    }
    Argument a = rule.argument().get();
    Span value = Json.path(r.bytes(), r.params(), "arguments", a.name());
    String text =
        Json.isString(r.bytes(), value) ? Json.string(r.bytes(), value) : value.text(r.bytes());
    return value.present() && text.equals(a.value());
  }

  /// The progress token was good for the original call only.
  private static String withoutProgress(Call call) {
    Message.Request r = call.request();
    Span meta = call.facts().meta();
    if (!call.facts().progressToken().present()) {
      return r.params().text(r.bytes());
    }
    byte[] b = new Splice(r.bytes()).removeMember(meta, "progressToken").apply();
    return Codec.parse(b) instanceof Message.Request edited
        ? edited.params().text(b)
        : r.params().text(r.bytes());
  }

  /// Sends them one after the other; a failed one is noted and does not stop the next.
  void replay(Backend to, Incarnation inc, Runnable then) {
    next(to, inc, new ArrayList<>(params.values()), 0, then);
  }

  private void next(Backend to, Incarnation inc, List<String> calls, int i, Runnable then) {
    if (i == calls.size()) {
      then.run();
      return;
    }
    to.askVerbatim(
        inc,
        Methods.TOOLS_CALL,
        calls.get(i),
        (call, ending) -> {
          switch (ending) {
            case Call.Ending.Failed f -> {} // the incarnation is gone, and the replay with it
            case Call.Ending.Answered a -> {
              boolean failed =
                  switch (a.message()) {
                    case Message.Result r ->
                        Json.isTrue(r.bytes(), Json.member(r.bytes(), r.result(), "isError"));
                    default -> true;
                  };
              if (failed) {
                to.note("a replayed call failed (--replay)");
              }
              next(to, inc, calls, i + 1, then);
            }
          }
        });
  }
}
