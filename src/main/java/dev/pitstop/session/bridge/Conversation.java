package dev.pitstop.session.bridge;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Timers;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.texts.Refusals;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/// A call that is open at a legacy server, while a modern client answers what the server asks. The
/// client's request is answered with `input_required`, and its next request takes the place of the
/// first (2026-07-28, "Multi Round-Trip Requests"). Called in turns of the monitor.
final class Conversation {
  /// How long a call waits for its client.
  static final long MILLIS = 300_000;

  private final Backend at;
  private final Call call;
  private final Wiring wiring;
  private final Map<String, Question> open = new LinkedHashMap<>(); // by the keys for the client
  private Optional<String> state = Optional.empty(); // while the client is to come back
  private Optional<Timers.Timer> limit = Optional.empty();
  private Optional<Call.Ending> ending = Optional.empty(); // came while the client was away
  private int number;

  Conversation(Backend at, Call call, Wiring wiring) {
    this.at = at;
    this.call = call;
    this.wiring = wiring;
  }

  /// Whether this request of the client continues it.
  ///
  /// @param tool the server's name of the tool in a `tools/call`, otherwise empty
  boolean awaits(Backend server, Message.Request r, String tool) {
    return state.equals(Optional.of(Json.string(r.bytes(), r.param("requestState"))))
        && server.equals(at)
        && call.request().method().equals(r.method())
        && call.tool().equals(tool);
  }

  boolean isOver() {
    return state.isEmpty() && (call.ended() || call.cancelled());
  }

  /// The server asks something. If the client is already to answer something, it waits.
  void add(Question q) {
    Optional<Reply> waits = wiring.tracker().reply(call);
    if (state.isEmpty() && waits.isEmpty()) {
      q.refuse(Messages.METHOD_NOT_FOUND, Refusals.NO_CALL);
      return;
    }
    at.calls().asks(q.by()); // the time limit for calls does not run
    open.put("q" + ++number, q);
    waits.filter(reply -> state.isEmpty()).ifPresent(this::ask);
  }

  private void ask(Reply reply) {
    wiring.tracker().over(call);
    String mine = UUID.randomUUID().toString();
    state = Optional.of(mine);
    limit = Optional.of(wiring.after(MILLIS, this::expire));
    RequestId id = call.request().id();
    RequestFacts f = call.facts();
    RequestFacts untold = new RequestFacts(f.name(), f.meta(), Span.NONE, f.modern());
    at.calls().continues(call, call.request(), untold, (c, how) -> ending = Optional.of(how));
    reply.send(
        Messages.result(
            id,
            "{\"resultType\":\"input_required\",\"inputRequests\":"
                + Question.asInputRequests(open)
                + ",\"requestState\":"
                + Json.quote(mine)
                + "}"));
  }

  /// The client comes back with answers. What it has not answered it is asked again.
  void goOn(Message.Request r, RequestFacts f, Reply reply, Call.Ender then) {
    state = Optional.empty();
    limit.ifPresent(Timers.Timer::cancel);
    at.calls().continues(call, r, f, then);
    if (ending.isPresent()) {
      then.ended(call, ending.get());
    } else {
      wiring.tracker().open(at, call, reply);
    }
    for (Map.Entry<String, Question> e : List.copyOf(open.entrySet())) {
      Span answer = Json.member(r.bytes(), r.param("inputResponses"), e.getKey());
      if (Json.isObject(r.bytes(), answer)) {
        drop(e.getValue()::equals);
        e.getValue().answer(answer.text(r.bytes()));
      }
    }
    if (ending.isPresent()) {
      refuse(Messages.METHOD_NOT_FOUND, Refusals.NO_CALL);
    } else if (!open.isEmpty()) {
      ask(reply);
    }
  }

  private void refuse(int code, String why) {
    List<Question> rest = List.copyOf(open.values());
    drop(q -> true);
    rest.forEach(q -> q.refuse(code, why));
  }

  private void expire() {
    state = Optional.empty();
    refuse(Messages.INTERNAL_ERROR, "The client did not answer within five minutes.");
    if (!call.ended()) {
      at.calls().withdraw(call, ""); // nobody waits for its result
    }
  }

  /// Waits no more for the answers to these questions.
  ///
  /// @return whether there was one
  boolean drop(Predicate<Question> which) {
    return open.values()
        .removeIf(q -> {
          boolean drops = which.test(q);
          if (drops) {
            at.calls().asksNoMore(q.by());
          }
          return drops;
        });
  }
}
