package dev.pitstop.session.bridge;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Failure.Unfinished;
import dev.pitstop.backend.Run;
import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.Wiring;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Asks a legacy client what a modern server wants to know before it answers (2026-07-28, "Multi
/// Round-Trip Requests"): the questions of a result `input_required` become requests to the client,
/// and the client's request goes to the same run once more, with the answers. Called in turns of
/// the monitor.
public final class Rounds {
  /// The most rounds of one request.
  static final int MOST = 10;

  private final Wiring wiring;
  private final Set<Round> open = new LinkedHashSet<>(); // each equals only itself

  Rounds(Wiring wiring) {
    this.wiring = wiring;
  }

  static boolean asks(Message.Response answer) {
    return answer instanceof Message.Result r
        && Json.string(r.bytes(), r.member("resultType")).equals("input_required");
  }

  /// A call of a legacy client was answered with questions. From now on it is under way as a round.
  ///
  /// @param then takes the call's real end
  void begin(Backend at, Call call, Call.Ending.Answered a, Reply reply, Call.Ender then) {
    Round round = new Round(at, a.by(), call, then);
    open.add(round);
    wiring
        .tracker()
        .open(
            call.request(),
            (n, id) -> {
              round.cancelled();
              reply.none();
            });
    wiring.tracker().over(call);
    round.ask(a.message());
  }

  /// This run is over. Its state means nothing to another run.
  void lost(Run gone) {
    List.copyOf(open).forEach(round -> round.lost(gone));
  }

  private final class Round {
    private final Backend at;
    private final Run by;
    private final Call first;
    private final Call.Ender then;
    private final Map<String, RequestId> asked = new LinkedHashMap<>(); // by the server's keys
    private final Map<String, String> answers = new LinkedHashMap<>(); // JSON, by the same keys
    private Optional<String> state = Optional.empty(); // JSON
    private Optional<Call> again = Optional.empty(); // at the run
    private int number;

    Round(Backend at, Run by, Call first, Call.Ender then) {
      this.at = at;
      this.by = by;
      this.first = first;
      this.then = then;
    }

    /// Asks what this answer wants to know, and repeats the request when all is answered.
    void ask(Message.Response answer) {
      Message.Result r = (Message.Result) answer;
      byte[] b = r.bytes();
      Span token = r.member("requestState");
      state = Json.isString(b, token) ? Optional.of(token.text(b)) : Optional.empty();
      answers.clear();
      List<Wanted> all = new ArrayList<>();
      Json.members(b, r.member("inputRequests"), (key, each) -> all.add(wanted(b, key, each)));
      if (++number > MOST) {
        fail(Unfinished.Why.TOO_MANY, "");
      } else if (all.isEmpty() && state.isEmpty()) {
        fail(Unfinished.Why.NOTHING, "");
      } else {
        all.forEach(this::ask);
        repeatIfAnswered();
      }
    }

    private void ask(Wanted q) {
      if (!open.contains(this)) {
        return; // one was refused
      }
      Consumer<Message.Response> taker = answer -> answered(q.key(), answer);
      asked.put(q.key(), wiring.serverRequests().ask(at, by, q.method(), q.params(), taker));
    }

    private void answered(String key, Message.Response answer) {
      asked.remove(key);
      if (answer instanceof Message.Result r) {
        answers.put(key, r.result().text(r.bytes()));
        repeatIfAnswered();
      } else if (answer instanceof Message.Failure f) {
        stopAsking();
        fail(Unfinished.Why.REFUSED, Json.string(f.bytes(), f.member("message")));
      }
    }

    private void repeatIfAnswered() {
      if (asked.isEmpty() && open.contains(this)) {
        again = Optional.of(first.round(this::addAnswers, this::ended));
        at.calls().give(by, again.get());
      }
    }

    private void addAnswers(Splice splice, Call call, Run to) {
      Span params = call.request().params();
      String given =
          answers.entrySet().stream()
              .map(e -> e.getKey() + ":" + e.getValue())
              .collect(Collectors.joining(",", "{", "}"));
      splice.putMember(params, "inputResponses", Messages.utf8(given));
      state.ifPresent(s -> splice.putMember(params, "requestState", Messages.utf8(s)));
    }

    private void ended(Call call, Call.Ending ending) {
      again = Optional.empty();
      if (ending instanceof Call.Ending.Answered a && asks(a.message())) {
        ask(a.message());
      } else {
        end(call, ending);
      }
    }

    private void fail(Unfinished.Why why, String detail) {
      end(first, new Call.Ending.Failed(new Unfinished(by, why, detail)));
    }

    private void end(Call call, Call.Ending ending) {
      if (open.remove(this)) {
        wiring.tracker().over(first.request());
        then.ended(call, ending);
      }
    }

    /// The client no longer answers, or need not.
    private void stopAsking() {
      List<RequestId> rest = List.copyOf(asked.values());
      asked.clear();
      rest.forEach(id -> wiring.serverRequests().withdraw(by, id, "the request is over"));
    }

    void cancelled() {
      open.remove(this);
      again.ifPresentOrElse(call -> at.calls().withdraw(call, ""), this::stopAsking);
    }

    void lost(Run gone) {
      if (gone.equals(by) && again.isEmpty()) {
        asked.clear(); // the client is told by `ServerRequests`
        fail(Unfinished.Why.GONE, "");
      }
    }
  }

  /// One question.
  ///
  /// @param key as JSON
  /// @param params as JSON; empty if it has none
  private record Wanted(String key, String method, String params) {}

  private static Wanted wanted(byte[] b, Span key, Span request) {
    Span params = Json.member(b, request, "params");
    return new Wanted(
        key.text(b),
        Json.string(b, Json.member(b, request, "method")),
        Json.isObject(b, params) ? params.text(b) : "");
  }
}
