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
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The calls that restore the state of the old run in a new one (R8): for each rule the last
/// successful call, in the order in which they succeeded. Called in turns of the monitor.
final class ReplayLog {
  private final BackendParts parts;
  private List<ReplayRule> rules = List.of(); // of the present recipe
  private final Set<String> tools = new HashSet<>(); // the tools of these rules
  private final Map<ReplayRule, String> params = new LinkedHashMap<>(); // oldest success first

  ReplayLog(BackendParts parts) {
    this.parts = parts;
    follows(parts.recipe().replay());
  }

  /// Calls are remembered by these rules from now on.
  void follows(List<ReplayRule> now) {
    rules = now;
    tools.clear();
    for (ReplayRule rule : now) {
      tools.add(rule.tool());
    }
  }

  /// The tools whose successful calls must be remembered. The set stays up to date: each answer
  /// looks into it.
  Set<String> tools() {
    return Collections.unmodifiableSet(tools);
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
  ///
  /// @param limitMillis how long each may take
  void replay(Asker asker, Run run, long limitMillis, Runnable then) {
    List<Again> calls = new ArrayList<>();
    params.forEach((rule, p) -> {
      if (run.recipe().replay().contains(rule)) {
        calls.add(new Again(rule.tool(), p));
      }
    });
    new Replay(asker, run, limitMillis, calls.iterator(), then).next();
  }

  private record Again(String tool, String params) {}

  private final class Replay {
    private final Asker asker;
    private final Run run;
    private final long limitMillis;
    private final Iterator<Again> calls;
    private final Runnable then;

    Replay(Asker asker, Run run, long limitMillis, Iterator<Again> calls, Runnable then) {
      this.asker = asker;
      this.run = run;
      this.limitMillis = limitMillis;
      this.calls = calls;
      this.then = then;
    }

    void next() {
      if (!calls.hasNext()) {
        then.run();
        return;
      }
      Again again = calls.next();
      Timers.Timer[] limit = new Timers.Timer[1];
      Call call =
          asker.askVerbatim(
              Methods.TOOLS_CALL,
              again.params(),
              (c, ending) -> {
                limit[0].cancel();
                ended(again, ending);
              });
      limit[0] = parts.turnAfter(limitMillis, () -> timeIsUp(again, call));
    }

    private void ended(Again again, Call.Ending ending) {
      if (ending instanceof Call.Ending.Answered a) { // otherwise run and replay are over
        refusal(a.message()).ifPresent(why -> failed(again, why));
        next();
      }
    }

    private void timeIsUp(Again again, Call call) {
      if (call.ended()) {
        return;
      }
      call.cancel();
      asker.notify(
          Methods.CANCELLED,
          "{\"requestId\":" + call.sentAs().lexeme() + ",\"reason\":\"timed out\"}");
      failed(again, new ReplayFailure(again.tool(), Optional.empty(), Optional.of(limitMillis)));
      next();
    }

    private void failed(Again again, String why) {
      failed(again, new ReplayFailure(again.tool(), Optional.of(why), Optional.empty()));
    }

    private void failed(Again again, ReplayFailure how) {
      parts.note(
          "the replayed call of `"
              + again.tool()
              + "` failed (--replay)"
              + how.why().filter(w -> !w.isEmpty()).map(w -> ": " + w).orElse(""));
      run.replayFailed(how);
    }
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
