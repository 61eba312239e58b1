package dev.pitstop.session.bridge;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Timers;
import dev.pitstop.session.front.ServerRequests.QuestionEdits;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.words.Refusals;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/// Passes what a legacy server asks on to a modern client (docs/design/bridge.md): finds the call
/// that a question belongs to, and the conversation that the client's next request continues.
/// Called in turns of the monitor.
final class Questions {
  /// The most calls that wait for their client.
  static final int MOST = 64;

  /// How long they wait.
  static final long MILLIS = 300_000;

  /// How long a question may wait until only one call can be meant.
  static final long UNCLEAR_MILLIS = 3_000;

  /// A question that may belong to several calls.
  private record Unclear(Question question, Askers.Could could, Timers.Timer limit) {}

  private final Wiring wiring;
  private final Turnstile turnstile;
  private final Askers askers;
  private final Map<Call, Conversation> open = new LinkedHashMap<>();
  private final Map<String, Conversation> away = new HashMap<>(); // by the state, while it waits
  private final List<Unclear> unclear = new ArrayList<>();
  private final States states;
  private boolean used;

  Questions(Wiring wiring, Turnstile turnstile) {
    this.wiring = wiring;
    this.turnstile = turnstile;
    states = new States();
    askers =
        new Askers(turnstile, wiring.timers(), c -> open.containsKey(c) && !open.get(c).mayAsk());
  }

  /// A legacy server asks the client.
  ///
  /// @param during the call on whose exchange the question came, if the transport says so
  void ask(Backend at, Run from, Message.Request r, Optional<Call> during, QuestionEdits edits) {
    if (r.method().equals(Methods.PING)) {
      Question.of(at, from, r, edits).answer("{}");
      return;
    }
    used = true;
    open.entrySet().removeIf(e -> e.getKey().cancelled() && !e.getValue().isAway());
    Question q = Question.of(at, from, r, edits);
    if (during.isPresent()) {
      if (Askers.isOpen(q, during.get())) {
        put(during.get(), q);
      } else { // it is one of Pitstop's own, or cancelled
        q.refuse(Messages.METHOD_NOT_FOUND, Refusals.NO_CALL);
      }
      return;
    }
    Askers.Could could = askers.could(q);
    if (!settled(q, askers.verdict(q, could))) {
      unclear.add(new Unclear(q, could, wiring.after(UNCLEAR_MILLIS, () -> unclear(q))));
    }
  }

  private boolean settled(Question q, Askers.Verdict v) {
    switch (v) {
      case Askers.Verdict.Of of -> {
        turnstile.asks(q.at(), of.call());
        put(of.call(), q);
      }
      case Askers.Verdict.Nobodys n -> q.refuse(Messages.METHOD_NOT_FOUND, Refusals.NO_CALL);
      case Askers.Verdict.Unclear u -> {
        return false;
      }
    }
    return true;
  }

  /// It stays unclear. The next time, the tools that may have asked are called one at a time.
  private void unclear(Question q) {
    look();
    for (Unclear u : List.copyOf(unclear)) {
      if (u.question().equals(q)) {
        unclear.remove(u);
        Askers.Could left = Askers.left(q, u.could());
        left.may().forEach(c -> turnstile.asks(q.at(), c));
        q.refuse(Messages.INTERNAL_ERROR, Refusals.unclear(left.may().size() + left.old().size()));
      }
    }
  }

  /// A call has ended: another may be the only one now.
  void look() {
    for (Unclear u : List.copyOf(unclear)) {
      Askers.Verdict v = askers.verdict(u.question(), u.could());
      if (!(v instanceof Askers.Verdict.Unclear)) {
        unclear.remove(u);
        u.limit().cancel();
        settled(u.question(), v);
      }
    }
  }

  /// Whether {@link #look} has anything to do.
  boolean areUnclear() {
    return !unclear.isEmpty();
  }

  private void put(Call call, Question q) {
    if (!q.isFor(call, wiring.facts().can())) {
      q.refuse(Messages.METHOD_NOT_FOUND, Refusals.noMethod(q.method()));
      return;
    }
    Conversation known = open.get(call);
    if (known == null && away.size() >= MOST) {
      q.refuse(Messages.INTERNAL_ERROR, Refusals.tooManyWait(MOST));
      return;
    }
    if (known == null) {
      known = new Conversation(q.at(), call, wiring, new Table(q.at()));
      open.put(call, known);
    }
    known.add(q);
  }

  /// Where conversations are found.
  private final class Table implements Conversation.Place {
    private final Backend at;

    Table(Backend at) {
      this.at = at;
    }

    @Override
    public String newState() {
      return states.make();
    }

    @Override
    public void waits(String state, Conversation c) {
      away.put(state, c);
    }

    @Override
    public boolean waitsNoMore(String state) {
      return away.remove(state) != null;
    }

    @Override
    public void over(Call call) {
      open.remove(call);
    }

    @Override
    public void away(Call call, BooleanSupplier still) {
      turnstile.away(at, call, still);
    }

    @Override
    public void enters(Call call, Runnable go) {
      turnstile.enter(at, call, go);
    }
  }

  /// Whether any server has ever asked.
  boolean used() {
    return used;
  }

  /// The conversation that this request of the client continues.
  ///
  /// @param tool the server's name of the tool in a `tools/call`, otherwise empty
  Optional<Conversation> find(Backend at, Message.Request r, String tool) {
    return Optional.ofNullable(away.get(state(r))).filter(c -> c.isAbout(at, r.method(), tool));
  }

  /// Whether the state of this request was made in this session, perhaps by another process.
  boolean isOurs(Message.Request r) {
    return states.isOurs(state(r));
  }

  private static String state(Message.Request r) {
    return Json.string(r.bytes(), r.param("requestState"));
  }

  /// The server withdraws a question.
  ///
  /// @return whether it was one
  boolean withdrawn(Run by, RequestId id) {
    boolean waited = drop(q -> q.by().equals(by) && q.id().equals(id));
    for (Conversation c : open.values()) {
      waited |= c.withdrawn(by, id);
    }
    return waited;
  }

  /// This run is over.
  void lost(Run gone) {
    drop(q -> q.by().equals(gone));
    open.values().forEach(c -> c.lost(gone));
  }

  /// Some unclear questions need no answer any more.
  ///
  /// @return whether there was one
  private boolean drop(Predicate<Question> these) {
    boolean any = false;
    for (Unclear u : List.copyOf(unclear)) {
      if (these.test(u.question())) {
        unclear.remove(u);
        u.limit().cancel();
        any = true;
      }
    }
    return any;
  }
}
