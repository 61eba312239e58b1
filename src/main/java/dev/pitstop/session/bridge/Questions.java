package dev.pitstop.session.bridge;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.session.front.ServerRequests.QuestionEdits;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.texts.Refusals;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Passes what a legacy server asks on to a modern client (docs/design/bridge.md): finds the call
/// that a question belongs to, and the conversation that the client's next request continues.
/// Called in turns of the monitor.
final class Questions {
  /// The most calls that wait for their client.
  static final int MOST = 64;

  /// How long they wait.
  static final long MILLIS = 300_000;

  /// How long a cancelled call counts as open. The server may have asked before it read the
  /// cancellation, or may work on; and it need not answer a cancelled call, so that nothing else
  /// shows that it is done. Longer than a busy machine keeps a server from its stdin.
  static final long LATE_MILLIS = 5_000;

  private final Wiring wiring;
  private final Map<Call, Conversation> open = new LinkedHashMap<>();
  private final Map<String, Conversation> away = new HashMap<>(); // by the state, while it waits
  private final States states = new States();
  private boolean used;

  Questions(Wiring wiring) {
    this.wiring = wiring;
  }

  /// A legacy server asks the client. The question belongs to the call on whose exchange it came,
  /// otherwise to the only one that is open. With several it is refused: nothing in it says which
  /// of them is meant.
  ///
  /// @param during the call on whose exchange the question came, if the transport says so
  void ask(Backend at, Run from, Message.Request r, Optional<Call> during, QuestionEdits edits) {
    Question q = Question.of(at, from, r, edits);
    if (r.method().equals(Methods.PING)) {
      q.answer("{}");
      return;
    }
    used = true;
    open.entrySet().removeIf(e -> e.getKey().cancelled() && !e.getValue().isAway());
    List<Call> may =
        at.mayAsk(from).stream()
            .filter(
                c -> c.facts().modern() && during.map(c::equals).orElseGet(() -> countsAsOpen(c)))
            .toList();
    if (may.stream().allMatch(Call::cancelled)) {
      q.refuse(Messages.METHOD_NOT_FOUND, Refusals.NO_CALL);
    } else if (may.size() > 1) {
      q.refuse(Messages.INTERNAL_ERROR, Refusals.severalCalls(may.size()));
    } else {
      put(may.getFirst(), q);
    }
  }

  private boolean countsAsOpen(Call c) {
    return !c.cancelled() || wiring.timers().nowMillis() - c.cancelledMillis() < LATE_MILLIS;
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
      known = new Conversation(q.at(), call, wiring, this);
      open.put(call, known);
    }
    known.add(q);
  }

  /// A `requestState` that the client has never had.
  String newState() {
    return states.make();
  }

  /// A conversation waits for the client's request with this state.
  void waits(String state, Conversation c) {
    away.put(state, c);
  }

  /// @return whether a conversation still waited with this state
  boolean waitsNoMore(String state) {
    return away.remove(state) != null;
  }

  /// The call is over for the client.
  void over(Call call) {
    open.remove(call);
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
    boolean waited = false;
    for (Conversation c : open.values()) {
      waited |= c.withdrawn(by, id);
    }
    return waited;
  }

  /// This run is over.
  void lost(Run gone) {
    open.values().forEach(c -> c.lost(gone));
  }
}
