package dev.pitstop.backend;

import dev.pitstop.backend.facts.ReplayFailure;
import dev.pitstop.backend.facts.ReplayRule;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// The calls that restore the state of the old run in a new one: for each rule the last successful
/// call, in the order in which they succeeded. Called in turns of the monitor.
public final class ReplayLog {
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
  public boolean remembers(String tool) {
    return rules.stream().anyMatch(rule -> rule.tool().equals(tool));
  }

  public void remember(Call call) {
    Message.Request r = call.request();
    for (ReplayRule rule : rules) {
      if (rule.tool().equals(call.tool()) && matches(rule, r)) {
        params.remove(rule);
        params.put(rule, r.params().text(r.bytes()));
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

  /// Sends the calls that match the run's own rules, one after the other. A call that fails or
  /// times out is noted and does not stop the next.
  ///
  /// @return completes in a turn, after the last one; never, if the run ends before
  CompletableFuture<Void> replay(LiveRun to) {
    CompletableFuture<Void> all = CompletableFuture.completedFuture(null);
    for (ReplayRule rule : params.keySet()) {
      if (to.run.recipe().replay().contains(rule)) {
        String same = params.get(rule);
        all = all.thenCompose(earlier -> again(to, rule.tool(), same));
      }
    }
    return all;
  }

  private CompletableFuture<Void> again(LiveRun to, String tool, String params) {
    long limitMillis = to.run.recipe().settings().startMillis();
    CompletableFuture<Void> over = parts.pause(limitMillis);
    Call call =
        to.askVerbatim(
            Methods.TOOLS_CALL,
            params,
            (c, ending) -> {
              if (ending instanceof Call.Ending.Answered a) {
                refusal(a.message())
                    .ifPresent(why -> failed(to, tool, Optional.of(why), Optional.empty()));
                over.complete(null);
              } else {
                over.cancel(false);
              }
            });
    return over.thenRun(() -> {
      if (!call.ended()) {
        call.cancel();
        to.notify(
            Methods.CANCELLED,
            "{\"requestId\":" + call.sentAs().lexeme() + ",\"reason\":\"timed out\"}");
        failed(to, tool, Optional.empty(), Optional.of(limitMillis));
      }
    });
  }

  private void failed(LiveRun to, String tool, Optional<String> why, Optional<Long> limitMillis) {
    parts.note(
        "the replayed call of `"
            + tool
            + "` failed (--replay)"
            + why.filter(w -> !w.isEmpty()).map(w -> ": " + w).orElse(""));
    to.run.replayFailed(new ReplayFailure(tool, why, limitMillis));
  }

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
