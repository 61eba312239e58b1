package dev.pitstop.session.bridge;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
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
import java.util.Map;
import java.util.Optional;

/// A call that is open at a legacy server, while a modern client answers what the server asks. The
/// client's request is answered with `input_required`, and its next request takes the place of the
/// first (2026-07-28, "Multi Round-Trip Requests"). Called in turns of the monitor.
final class Conversation {
  /// How long questions are gathered before the client gets them: a server may ask several things
  /// at once.
  static final long GATHER_MILLIS = 20;

  private final Backend at;
  private final Call call;
  private final Wiring wiring;
  private final Questions all;
  private final Map<String, Question> asked = new LinkedHashMap<>(); // the client was asked these
  private final Map<String, Question> pending = new LinkedHashMap<>(); // and is to be asked these
  private Optional<String> state = Optional.empty(); // while the client is to come back
  private Optional<Timers.Timer> limit = Optional.empty();
  private Optional<Call.Ending> ending = Optional.empty(); // came while the client was away
  private Optional<Timers.Timer> gathering = Optional.empty();
  private int number;

  Conversation(Backend at, Call call, Wiring wiring, Questions all) {
    this.at = at;
    this.call = call;
    this.wiring = wiring;
    this.all = all;
  }

  /// Whether it is about a request of this method, for this tool of this server.
  boolean isAbout(Backend server, String method, String tool) {
    return server.equals(at) && call.request().method().equals(method) && call.tool().equals(tool);
  }

  /// Whether its questions are with the client.
  boolean isAway() {
    return state.isPresent();
  }

  /// The server asks something.
  void add(Question q) {
    Optional<Reply> waits = wiring.tracker().reply(call);
    if (state.isEmpty() && waits.isEmpty()) { // it cannot be asked, or did not come back in time
      q.refuse(Messages.INTERNAL_ERROR, number == 0 ? Refusals.NO_CALL : Refusals.NOT_ANSWERED);
      return;
    }
    at.asks(q.by()); // the time limit for calls does not run
    pending.put("q" + ++number, q);
    if (state.isEmpty() && gathering.isEmpty()) {
      gathering = Optional.of(wiring.after(GATHER_MILLIS, this::gathered));
    }
  }

  private void gathered() {
    gathering = Optional.empty();
    if (!isAway()) {
      askOrRefuse();
    }
  }

  /// Asks the client what is to be asked. If it waits for nothing any more, the server is told.
  private void askOrRefuse() {
    Optional<Reply> waits = wiring.tracker().reply(call);
    if (waits.isEmpty()) {
      refuse(pending, Messages.METHOD_NOT_FOUND, Refusals.NO_CALL);
    } else if (!pending.isEmpty()) {
      ask(waits.get());
    }
  }

  private void refuse(Map<String, Question> these, int code, String why) {
    for (Question q : these.values()) {
      at.asksNoMore(q.by());
      q.refuse(code, why);
    }
    these.clear();
  }

  /// Answers the client's request with the questions.
  private void ask(Reply reply) {
    wiring.tracker().over(call);
    asked.clear();
    asked.putAll(pending);
    pending.clear();
    String mine = all.newState();
    state = Optional.of(mine);
    all.waits(mine, this);
    limit = Optional.of(wiring.after(Questions.MILLIS, () -> expire(mine)));
    RequestFacts f = call.facts();
    RequestFacts untold = new RequestFacts(f.name(), f.meta(), Span.NONE, f.modern());
    RequestId id = call.request().id();
    at.continues(call, call.request(), untold, (c, how) -> ending = Optional.of(how));
    reply.send(
        Messages.result(
            id,
            "{\"resultType\":\"input_required\",\"inputRequests\":"
                + Question.asInputRequests(asked)
                + ",\"requestState\":"
                + Json.quote(mine)
                + "}"));
  }

  /// The client comes back with answers. What it has not answered it is asked again.
  void goOn(Message.Request r, RequestFacts f, Reply reply, Call.Ender then) {
    all.waitsNoMore(state.orElseThrow());
    state = Optional.empty();
    limit.ifPresent(Timers.Timer::cancel);
    at.continues(
        call,
        r,
        f,
        (c, how) -> {
          all.over(call);
          then.ended(c, how);
        });
    if (ending.isPresent()) {
      all.over(call);
      then.ended(call, ending.get());
      answer(r);
      return;
    }
    wiring.tracker().open(at, call, reply);
    answer(r);
  }

  /// Passes on the client's answers, and asks again what it has not answered.
  private void answer(Message.Request r) {
    asked.forEach((key, q) -> {
      Span answer = Json.member(r.bytes(), r.param("inputResponses"), key);
      if (Json.isObject(r.bytes(), answer)) {
        at.asksNoMore(q.by());
        q.answer(answer.text(r.bytes()));
      } else {
        pending.put(key, q);
      }
    });
    asked.clear();
    askOrRefuse();
  }

  private void expire(String mine) {
    if (all.waitsNoMore(mine)) {
      all.over(call);
      asked.putAll(pending);
      refuse(asked, Messages.INTERNAL_ERROR, Refusals.NOT_ANSWERED);
      if (!call.ended()) {
        at.withdraw(call, ""); // nobody waits for its result
      }
    }
  }

  /// The server withdraws a question.
  ///
  /// @return whether it was one of these
  boolean withdrawn(Run by, RequestId id) {
    return drop(asked, by, Optional.of(id)) || drop(pending, by, Optional.of(id));
  }

  /// This run needs no answers any more. What the client gets is up to the call.
  void lost(Run gone) {
    drop(asked, gone, Optional.empty());
    drop(pending, gone, Optional.empty());
  }

  private boolean drop(Map<String, Question> from, Run by, Optional<RequestId> id) {
    return from.values()
        .removeIf(q -> {
          boolean meant = q.by().equals(by) && (id.isEmpty() || id.get().equals(q.id()));
          if (meant) {
            at.asksNoMore(by);
          }
          return meant;
        });
  }
}
