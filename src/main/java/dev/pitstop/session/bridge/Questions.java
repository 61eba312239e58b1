package dev.pitstop.session.bridge;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.texts.Refusals;
import dev.pitstop.text.Words;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Passes what a legacy server asks on to a modern client (docs/design/eras.md): finds the call
/// that a question belongs to, and the conversation that the client's next request continues.
/// Called in turns of the monitor.
public final class Questions {
  private final Wiring wiring;
  private final Map<Call, Conversation> open = new LinkedHashMap<>();

  Questions(Wiring wiring) {
    this.wiring = wiring;
  }

  /// A legacy server asks the client. The question belongs to the call on whose exchange it came,
  /// otherwise to the only one that is open. With several it is refused: nothing in it says which
  /// of them is meant.
  ///
  /// @param during the call on whose exchange the question came, if the transport says so
  public void ask(Backend at, Run from, Message.Request r, Optional<Call> during) {
    Question q = Question.of(at, from, r, wiring.serverRequests());
    if (r.method().equals(Methods.PING)) {
      q.answer("{}");
      return;
    }
    open.values().removeIf(Conversation::isOver);
    List<Call> may =
        at.calls().mayAsk(from).stream()
            .filter(c -> c.facts().modern() && !c.cancelled() && during.map(c::equals).orElse(true))
            .toList();
    if (may.isEmpty()) {
      q.refuse(Messages.METHOD_NOT_FOUND, Refusals.NO_CALL);
    } else if (may.size() > 1) {
      q.refuse(
          Messages.INTERNAL_ERROR,
          Words.fill(
              "This question cannot be assigned to a call: {} calls are open. The client speaks"
                  + " revision 2026-07-28, in which a question is part of one call. Call one after the other, or move the server to revision"
                  + " 2026-07-28.",
              may.size()));
    } else if (!q.isFor(may.getFirst(), wiring.facts().can())) {
      q.refuse(Messages.METHOD_NOT_FOUND, Refusals.noMethod(q.method()));
    } else {
      open.computeIfAbsent(may.getFirst(), call -> new Conversation(at, call, wiring)).add(q);
    }
  }

  /// Takes a request of the client that continues a conversation.
  ///
  /// @param tool the server's name of the tool in a `tools/call`, otherwise empty
  /// @return whether it is such a request
  public boolean goOn(
      Backend at, Message.Request r, RequestFacts f, String tool, Reply reply, Call.Ender then) {
    Optional<Conversation> next =
        open.values().stream().filter(c -> f.modern() && c.awaits(at, r, tool)).findFirst();
    next.ifPresent(c ->
        c.goOn(
            r,
            f,
            reply,
            (call, how) -> {
              open.remove(call);
              then.ended(call, how);
            }));
    return next.isPresent();
  }

  /// The server withdraws a question.
  ///
  /// @return whether it was one
  public boolean withdrawn(Run by, RequestId id) {
    return open.values().stream()
        .anyMatch(c -> c.drop(q -> q.by().equals(by) && q.id().equals(id)));
  }

  /// This run is over. It needs no answers any more. What the client gets is up to the call.
  void lost(Run gone) {
    open.values().forEach(c -> c.drop(q -> q.by().equals(gone)));
  }
}
