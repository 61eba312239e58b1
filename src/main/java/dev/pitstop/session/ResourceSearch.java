package dev.pitstop.session;

import dev.pitstop.backend.Call;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Timers;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// One `resources/read` of a URI that nobody lists, such as one from a result: those that have
/// resources are asked, one after the other, until one has it. Reading changes nothing. One that is
/// silent keeps the others waiting for a short time only (M7). In turns.
final class ResourceSearch {
  /// How long a server may think before the next one is asked as well.
  static final long PATIENCE_MILLIS = 2_000;

  private final Wiring wiring;
  private final ManyCalls calls;
  private final Message.Request request;
  private final RequestFacts facts;
  private final ArrayDeque<Member> left;
  private final Map<Call, Member> open = new LinkedHashMap<>();
  private final Consumer<Member> found;
  private final Reply reply;
  private Outgoing refusal;
  private boolean over;

  /// @param all those that may have it
  /// @param nobody what the client gets if there is nobody to be asked
  /// @param found told who has it
  ResourceSearch(
      Wiring wiring,
      ManyCalls calls,
      Message.Request request,
      RequestFacts facts,
      Collection<Member> all,
      byte[] nobody,
      Consumer<Member> found,
      Reply reply) {
    this.wiring = wiring;
    this.calls = calls;
    this.request = request;
    this.facts = facts;
    this.left = new ArrayDeque<>(all);
    this.refusal = Outgoing.of(nobody);
    this.found = found;
    this.reply = reply;
  }

  void begin() {
    wiring
        .tracker()
        .open(
            request,
            (n, id) -> {
              over = true;
              open.forEach((call, m) -> m.backend().cancel(call, n, id));
              reply.none();
            });
    next();
  }

  private void next() {
    Optional<Member> next = take();
    if (next.isPresent()) {
      ask(next.get());
    } else if (open.isEmpty()) {
      settle(refusal);
    }
  }

  /// One that serves, so that nobody is started, or waited for, just to say no.
  private Optional<Member> take() {
    while (!left.isEmpty()) {
      Member m = left.remove();
      if (!m.removed()
          && m.backend().serving().filter(run -> run.offers("resources")).isPresent()) {
        return Optional.of(m);
      }
    }
    return Optional.empty();
  }

  private void ask(Member m) {
    Timers.Timer patience =
        wiring
            .timers()
            .after(
                PATIENCE_MILLIS,
                () ->
                    wiring
                        .monitor()
                        .turn(
                            Monitor.By.OTHER,
                            () -> {
                              if (!over) {
                                next();
                              }
                            }));
    Call call =
        calls.call(
            request,
            facts,
            "",
            Call.AS_IT_IS,
            (c, ending) -> {
              patience.cancel();
              ended(m, c, ending);
            });
    open.put(call, m);
    m.backend().submit(call);
  }

  private void ended(Member m, Call c, Call.Ending ending) {
    open.remove(c);
    Outgoing answer = calls.answer(m, c, ending, Answers.AS_IT_IS);
    if (ending instanceof Call.Ending.Answered a && a.message() instanceof Message.Result) {
      found.accept(m);
      settle(answer);
    } else {
      refusal = answer;
      next();
    }
  }

  private void settle(Outgoing answer) {
    over = true;
    open.forEach((call, m) -> withdraw(m, call));
    open.clear();
    wiring.tracker().over(request);
    reply.send(answer);
  }

  /// Tells a server that a request, which the client has not cancelled, is of no interest any more.
  static void withdraw(Member m, Call call) {
    if (!call.ended()) {
      m.backend().withdraw(call, "");
    }
  }
}
