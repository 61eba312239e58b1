package dev.pitstop.session.bridge;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Timers;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.ReplyEnd;
import dev.pitstop.session.front.Wiring;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/// Lets calls that may ask the client something go to their server one at a time, so that a
/// question can only belong to one. These are calls of tools that have asked before, in a way that
/// did not say which call the question belongs to; all others pass. A call whose question is with
/// the client asks nothing meanwhile: if the client is slow, the next passes. A cancelled call
/// keeps its place until the server has answered it, or for a while. Called in turns of the
/// monitor.
final class Turnstile {
  /// How long the client may answer before the next call passes.
  static final long PATIENCE_MILLIS = 10_000;

  /// How long a cancelled call may still ask something. The server may have asked before it read
  /// the cancellation, or may work on; and it need not answer a cancelled call, so that nothing
  /// else shows that it is done. Longer than a busy machine keeps a server from its stdin, shorter
  /// than people wait in vain for the next call.
  static final long LATE_MILLIS = 5_000;

  /// @param go begins its work at the server, or goes on with it; the call may be over by then
  private record Waiting(Call call, Runnable go) {}

  private static final class Gate {
    final Set<String> asks = new HashSet<>();
    final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    Optional<Call> inside = Optional.empty();
    Optional<Timers.Timer> late = Optional.empty(); // while the call inside is cancelled
  }

  private final Wiring wiring;
  private final Map<Backend, Gate> gates = new HashMap<>();

  Turnstile(Wiring wiring) {
    this.wiring = wiring;
  }

  private static String name(String method, String tool) {
    return method + " " + tool;
  }

  private static String name(Call c) {
    return name(c.request().method(), c.tool());
  }

  /// This call has asked something, or may have.
  void asks(Backend at, Call call) {
    Gate gate = gates.computeIfAbsent(at, x -> new Gate());
    if (gate.asks.add(name(call)) && gate.inside.isEmpty()) {
      gate.inside = Optional.of(call);
      look(at, gate); // it may be over for the client
    }
  }

  /// Whether it is this call's turn.
  boolean isInside(Backend at, Call call) {
    Gate gate = gates.get(at);
    return gate != null && gate.inside.filter(call::equals).isPresent();
  }

  /// Whether calls like this go one at a time.
  boolean serial(Backend at, Call call) {
    Gate gate = gates.get(at);
    return gate != null && gate.asks.contains(name(call));
  }

  /// The reply for a request that is about to be submitted, which notices its end. Calls to a run
  /// that needs no bridge are left as they are.
  Reply noticing(Backend at, Message.Request r, Reply reply) {
    boolean may = gates.containsKey(at) || at.serving().filter(s -> !s.needsBridge(true)).isEmpty();
    return may && Methods.mayAsk(r.method()) ? new ReplyEnd(reply, () -> look(at)) : reply;
  }

  /// A call at this server may be over.
  void look(Backend at) {
    Optional.ofNullable(gates.get(at)).ifPresent(gate -> look(at, gate));
  }

  /// A run is over.
  void look() {
    List.copyOf(gates.keySet()).forEach(this::look);
  }

  /// Lets a call go to its server, or go on there: now, or when it is its turn.
  void enter(Backend at, Call call, Runnable go) {
    Gate gate = gates.get(at);
    if (gate != null && serial(at, call) && !isInside(at, call)) {
      gate.waiting.add(new Waiting(call, go));
      look(at, gate);
    } else {
      go.run();
    }
  }

  /// The question of this call is with the client.
  ///
  /// @param still whether it is, when this is called
  void away(Backend at, Call call, BooleanSupplier still) {
    if (isInside(at, call)) {
      wiring.after(
          PATIENCE_MILLIS,
          () -> {
            if (still.getAsBoolean()) {
              leaves(at, call);
            }
          });
    }
  }

  private void leaves(Backend at, Call call) {
    Gate gate = gates.get(at);
    if (gate != null && isInside(at, call)) {
      empty(gate);
      look(at, gate);
    }
  }

  private static void empty(Gate gate) {
    gate.inside = Optional.empty();
    gate.late.ifPresent(Timers.Timer::cancel);
    gate.late = Optional.empty();
  }

  private void look(Backend at, Gate gate) {
    while (isFree(at, gate) && !gate.waiting.isEmpty()) {
      Waiting next = gate.waiting.remove();
      gate.inside = Optional.of(next.call());
      next.go().run();
    }
  }

  private boolean isFree(Backend at, Gate gate) {
    Optional<Call> inside = gate.inside;
    if (inside.isEmpty()) {
      return true;
    }
    Call call = inside.get();
    if (!call.ended() && !call.cancelled()) {
      return false;
    }
    if (at.has(call)) { // it is over for the client only
      if (gate.late.isEmpty()) {
        gate.late = Optional.of(wiring.after(LATE_MILLIS, () -> leaves(at, call)));
      }
      return false;
    }
    empty(gate);
    return true;
  }
}
