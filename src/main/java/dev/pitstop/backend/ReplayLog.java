package dev.pitstop.backend;

import dev.pitstop.backend.facts.ReplayFailure;
import dev.pitstop.backend.facts.ReplayRule;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.rpc.Timers;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The calls that restore the state of the old run in a new one: for each rule the last successful
/// call, in the order in which they succeeded. Called in turns of the monitor.
final class ReplayLog {
  private final BackendParts parts;
  private List<ReplayRule> rules; // of the present recipe
  private final Map<ReplayRule, String> params = new LinkedHashMap<>(); // oldest success first

  ReplayLog(BackendParts parts) {
    this.parts = parts;
    rules = parts.recipe().replay();
  }

  /// Calls are remembered by these rules from now on.
  void follows(List<ReplayRule> now) {
    rules = now;
  }

  /// Whether successful calls of this tool must be remembered. Each answer asks.
  boolean remembers(String tool) {
    for (ReplayRule rule : rules) {
      if (rule.tool().equals(tool)) {
        return true;
      }
    }
    return false;
  }

  /// A call of one of the tools succeeded.
  void remember(Call call) {
    Message.Request r = call.request();
    for (ReplayRule rule : rules) {
      if (rule.tool().equals(call.tool()) && matches(rule, r)) {
        params.remove(rule);
        params.put(rule, withoutProgress(call));
      }
    }
  }

  private static boolean matches(ReplayRule rule, Message.Request r) {
    if (rule.argument().isEmpty()) {
      return true;
    }
    ReplayRule.Argument a = rule.argument().get();
    Span value = Json.path(r.bytes(), r.params(), "arguments", a.name());
    String text =
        Json.isString(r.bytes(), value) ? Json.string(r.bytes(), value) : value.text(r.bytes());
    return value.present() && text.equals(a.value());
  }

  /// The progress token was valid for the original call only.
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

  /// Sends the calls that match the run's own rules, one after the other, then runs `then`. A call
  /// that fails or times out is noted and does not stop the next.
  void replay(LiveRun to, Runnable then) {
    List<Again> calls = new ArrayList<>();
    params.forEach((rule, p) -> {
      if (to.run.recipe().replay().contains(rule)) {
        calls.add(new Again(rule.tool(), p));
      }
    });
    next(to, calls.iterator(), then);
  }

  private record Again(String tool, String params) {}

  private void next(LiveRun to, Iterator<Again> calls, Runnable then) {
    if (!calls.hasNext()) {
      then.run();
      return;
    }
    Again again = calls.next();
    long limitMillis = to.run.recipe().settings().startMillis();
    Timers.Timer[] limit = new Timers.Timer[1];
    Call call =
        to.askVerbatim(
            Methods.TOOLS_CALL,
            again.params(),
            (c, ending) -> {
              limit[0].cancel();
              if (ending instanceof Call.Ending.Answered a) { // otherwise run and replay are over
                refusal(a.message())
                    .ifPresent(why -> failed(to, again, Optional.of(why), Optional.empty()));
                next(to, calls, then);
              }
            });
    limit[0] =
        parts.turnAfter(
            limitMillis,
            () -> {
              if (!call.ended()) {
                call.cancel();
                to.notify(
                    Methods.CANCELLED,
                    "{\"requestId\":" + call.sentAs().lexeme() + ",\"reason\":\"timed out\"}");
                failed(to, again, Optional.empty(), Optional.of(limitMillis));
                next(to, calls, then);
              }
            });
  }

  private void failed(LiveRun to, Again again, Optional<String> why, Optional<Long> limitMillis) {
    parts.note(
        "the replayed call of `"
            + again.tool()
            + "` failed (--replay)"
            + why.filter(w -> !w.isEmpty()).map(w -> ": " + w).orElse(""));
    to.run.replayFailed(new ReplayFailure(again.tool(), why, limitMillis));
  }

  /// The server's words about a replayed call that did not succeed this time.
  private static Optional<String> refusal(Message.Response answer) {
    return switch (answer) {
      case Message.Result r -> {
        boolean error = Json.isTrue(r.bytes(), r.member("isError"));
        yield error ? Optional.of("") : Optional.empty();
      }
      case Message.Failure f -> Optional.of(Json.string(f.bytes(), f.member("message")));
    };
  }
}
