package dev.pitstop.session.bridge;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Failure.Unfinished;
import dev.pitstop.backend.Run;
import dev.pitstop.mcp.ClientFacts;
import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.ServerRequests;
import dev.pitstop.session.front.ServerRequests.QuestionEdits;
import dev.pitstop.session.front.Tracker;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Asks a legacy client what a modern server wants to know before it answers (2026-07-28, "Multi
/// Round-Trip Requests"): the questions of a result `input_required` become requests to the client,
/// and the client's request goes to the same run once more, with the answers. Called in turns of
/// the monitor.
final class Rounds {
  /// The most rounds of one request.
  static final int MOST = 10;

  private final ServerRequests questions;
  private final Tracker tracker;
  private final Supplier<String> can;
  private final Set<Round> open = new LinkedHashSet<>(); // each equals only itself

  /// @param can the client's capabilities, a JSON object
  Rounds(ServerRequests questions, Tracker tracker, Supplier<String> can) {
    this.questions = questions;
    this.tracker = tracker;
    this.can = can;
  }

  /// Whether this answer of a modern server asks for input.
  static boolean asks(Message.Response answer) {
    return answer instanceof Message.Result r
        && Json.string(r.bytes(), r.member("resultType")).equals("input_required");
  }

  /// A call of a legacy client was answered with questions. From now on it is under way as a round.
  ///
  /// @param edits of the questions
  /// @param reply to the client
  /// @param then takes the call's real end
  void begin(
      Backend at,
      Call call,
      Call.Ending.Answered a,
      QuestionEdits edits,
      Reply reply,
      Call.Ender then) {
    Round round = new Round(at, a.by(), call, edits, then);
    open.add(round);
    tracker.open(
        call.request(),
        (n, id) -> {
          round.cancelled();
          reply.none();
        });
    tracker.over(call);
    round.ask(a.message());
  }

  /// This run is over. Its state means nothing to another run.
  void lost(Run gone) {
    for (Round round : List.copyOf(open)) {
      round.lost(gone);
    }
  }

  /// A request of the client that a server has answered with questions.
  private final class Round {
    private final Backend at;
    private final Run by;
    private final Call first;
    private final QuestionEdits edits;
    private final Call.Ender then;
    private final Map<String, RequestId> asked = new LinkedHashMap<>(); // by the server's keys
    private final Map<String, String> answers = new LinkedHashMap<>(); // JSON, by the same keys
    private Optional<String> state = Optional.empty(); // JSON
    private Optional<Call> again = Optional.empty(); // at the run
    private int number;

    Round(Backend at, Run by, Call first, QuestionEdits edits, Call.Ender then) {
      this.at = at;
      this.by = by;
      this.first = first;
      this.edits = edits;
      this.then = then;
    }

    /// Asks what this answer wants to know, and repeats the request when all is answered.
    void ask(Message.Response answer) {
      if (++number > MOST) {
        fail(Unfinished.Why.TOO_MANY, "");
        return;
      }
      if (!first.hasBytes()) {
        fail(Unfinished.Why.TOO_LARGE, "");
        return;
      }
      byte[] b = answer.bytes();
      Message.Result r = (Message.Result) answer;
      Span wanted = r.member("inputRequests");
      Span token = r.member("requestState");
      state = Json.isString(b, token) ? Optional.of(token.text(b)) : Optional.empty();
      answers.clear();
      List<Wanted> all = new ArrayList<>();
      Json.members(b, wanted, (key, each) -> all.add(Wanted.of(b, key, each)));
      if (all.isEmpty() && state.isEmpty()) {
        fail(Unfinished.Why.NOTHING, "");
        return;
      }
      Optional<Wanted> beyond = all.stream().filter(q -> !q.isFor(can.get())).findFirst();
      if (beyond.isPresent()) {
        fail(Unfinished.Why.CANNOT_ANSWER, beyond.get().method());
        return;
      }
      at.round(by, true);
      for (Wanted q : all) {
        if (open.contains(this)) { // none was refused
          ask(q);
        }
      }
      repeatIfAnswered();
    }

    private void ask(Wanted q) {
      Taking taking = new Taking(q);
      RequestId id = questions.ask(at, by, q.method(), q.params(), edits, taking);
      if (open.contains(this)) {
        asked.put(q.key(), id);
      }
    }

    private final class Taking implements ServerRequests.Taker {
      private final Wanted q;

      Taking(Wanted q) {
        this.q = q;
      }

      @Override
      public void answered(Message.Response answer) {
        asked.remove(q.key());
        if (answer instanceof Message.Result r) {
          answers.put(q.key(), r.result().text(r.bytes()));
          repeatIfAnswered();
        } else if (answer instanceof Message.Failure f) {
          unusable(Json.string(f.bytes(), f.member("message")));
        }
      }

      @Override
      public void unusable(String why) {
        stopAsking();
        fail(Unfinished.Why.REFUSED, why);
      }
    }

    private void repeatIfAnswered() {
      if (!asked.isEmpty() || !open.contains(this)) {
        return;
      }
      Call repeated = first.round((splice, call, to) -> answered(splice, call), this::ended);
      again = Optional.of(repeated);
      at.give(by, repeated);
      at.round(by, false);
    }

    private void answered(Splice splice, Call call) {
      Span params = call.request().params();
      splice.putMember(params, "inputResponses", Messages.utf8(inputResponses(answers)));
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
        tracker.over(first.request());
        then.ended(call, ending);
      }
    }

    /// The client no longer answers, or need not.
    private void stopAsking() {
      List<RequestId> rest = List.copyOf(asked.values());
      asked.clear();
      rest.forEach(id -> questions.withdraw(by, id, "the request is over"));
      at.round(by, false);
    }

    void cancelled() {
      open.remove(this);
      if (again.isPresent()) {
        at.withdraw(again.get(), "");
      } else {
        stopAsking();
      }
    }

    void lost(Run gone) {
      if (gone.equals(by) && again.isEmpty()) {
        asked.clear(); // the client is told by `ServerRequests`
        fail(Unfinished.Why.GONE, "");
      }
    }
  }

  /// The client's answers as `inputResponses`.
  ///
  /// @param answers as JSON, by the server's keys as JSON
  private static String inputResponses(Map<String, String> answers) {
    return answers.entrySet().stream()
        .map(e -> e.getKey() + ":" + e.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }

  /// One question.
  ///
  /// @param key as JSON
  /// @param params as JSON; empty if it has none
  private record Wanted(String key, String method, String params) {
    static Wanted of(byte[] b, Span key, Span request) {
      Span params = Json.member(b, request, "params");
      return new Wanted(
          key.text(b),
          Json.string(b, Json.member(b, request, "method")),
          Json.isObject(b, params) ? params.text(b) : "");
    }

    boolean isFor(String can) {
      return ClientFacts.answers(can, method, params);
    }
  }
}
