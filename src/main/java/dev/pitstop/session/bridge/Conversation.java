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
import dev.pitstop.session.words.Refusals;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// A call that is open at a legacy server, while a modern client answers what the server asks. The
/// client's request is answered with `input_required`, and its next request takes the place of the
/// first (2026-07-28, "Multi Round-Trip Requests"). Called in turns of the monitor.
final class Conversation {
  /// How long questions are gathered before the client gets them: a server may ask several things
  /// at once.
  static final long GATHER_MILLIS = 20;

  /// Where it is found.
  interface Place {
    /// A `requestState` that the client has never had.
    String newState();

    /// It waits for the client's request with this state.
    void waits(String state, Conversation c);

    /// @return whether it still waited
    boolean waitsNoMore(String state);

    /// The call is over for the client.
    void over(Call call);

    /// The question of the call is with the client.
    ///
    /// @param still whether it is, when this is called
    void away(Call call, BooleanSupplier still);

    /// The client is back. `go` goes on with the call when it is its turn.
    void enters(Call call, Runnable go);
  }

  private final Backend at;
  private final Call call;
  private final Wiring wiring;
  private final Place place;
  private final Map<String, Question> asked = new LinkedHashMap<>(); // the client was asked these
  private final Map<String, Question> pending = new LinkedHashMap<>(); // and is to be asked these
  private Optional<String> state = Optional.empty(); // while the client is to come back
  private Optional<Timers.Timer> limit = Optional.empty();
  private Optional<Call.Ending> ending = Optional.empty(); // came while the client was away
  private Optional<Timers.Timer> gathering = Optional.empty();
  private boolean entering; // the client is back, and the call waits for its turn
  private int number;

  Conversation(Backend at, Call call, Wiring wiring, Place place) {
    this.at = at;
    this.call = call;
    this.wiring = wiring;
    this.place = place;
  }

  /// Whether it is about a request of this method, for this tool of this server.
  boolean isAbout(Backend server, String method, String tool) {
    return server.equals(at) && call.request().method().equals(method) && call.tool().equals(tool);
  }

  /// Whether its questions are with the client, or the answers have not reached the server.
  boolean isAway() {
    return state.isPresent() || entering;
  }

  /// Whether the server may ask more: it does not wait for answers. A call that is repeated at
  /// another run asks anew there.
  boolean mayAsk() {
    return !isAway() || asked.isEmpty();
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
    String mine = place.newState();
    state = Optional.of(mine);
    place.waits(mine, this);
    limit = Optional.of(wiring.after(Questions.MILLIS, () -> expire(mine)));
    RequestFacts f = call.facts();
    RequestFacts untold = new RequestFacts(f.name(), f.meta(), Span.NONE, f.modern());
    RequestId id = call.request().id();
    at.continues(call, call.request(), untold, (c, how) -> ending = Optional.of(how));
    place.away(call, () -> state.filter(mine::equals).isPresent());
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
    place.waitsNoMore(state.orElseThrow());
    state = Optional.empty();
    limit.ifPresent(Timers.Timer::cancel);
    at.continues(
        call,
        r,
        f,
        (c, how) -> {
          place.over(call);
          then.ended(c, how);
        });
    if (ending.isPresent()) {
      place.over(call);
      then.ended(call, ending.get());
      answer(r);
      return;
    }
    wiring.tracker().open(at, call, reply);
    entering = true;
    place.enters(call, () -> answer(r));
  }

  /// Passes on the client's answers, and asks again what it has not answered.
  private void answer(Message.Request r) {
    entering = false;
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
    if (place.waitsNoMore(mine)) {
      place.over(call);
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
