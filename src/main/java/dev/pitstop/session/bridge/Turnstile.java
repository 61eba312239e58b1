package dev.pitstop.session.bridge;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Message;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.ReplyEnd;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Lets calls that may ask the client something go to their server one at a time. These are calls of
/// tools that have asked before, in a way that did not say which call the question belongs to; all
/// others pass. Called in turns of the monitor.
final class Turnstile {
  private static final class Gate {
    final Set<String> asks = new HashSet<>();
    final ArrayDeque<Call> waiting = new ArrayDeque<>();
    Optional<Call> inside = Optional.empty();
  }

  private final Map<Backend, Gate> gates = new HashMap<>();

  private static String name(String method, String tool) {
    return method + " " + tool;
  }

  private static String name(Call c) {
    return name(c.request().method(), c.tool());
  }

  /// This call has asked something, or may have.
  void asks(Backend at, Call call) {
    if (gate(at).asks.add(name(call)) && gate(at).inside.isEmpty()) {
      gate(at).inside = Optional.of(call);
    }
  }

  private Gate gate(Backend at) {
    return gates.computeIfAbsent(at, x -> new Gate());
  }

  /// Whether calls like this go one at a time.
  boolean serial(Backend at, Call call) {
    Gate gate = gates.get(at);
    return gate != null && gate.asks.contains(name(call));
  }

  /// The reply for a request that is about to be submitted, which notices its end.
  Reply noticing(Backend at, Message.Request r, RequestFacts f, String tool, Reply reply) {
    Gate gate = gates.get(at);
    return f.modern() && gate != null && gate.asks.contains(name(r.method(), tool))
        ? new ReplyEnd(reply, () -> look(at))
        : reply;
  }

  /// Gives a call to its server, now or when it is its turn.
  void submit(Backend at, Call call) {
    if (serial(at, call)) {
      gate(at).waiting.add(call);
      look(at);
    } else {
      at.submit(call);
    }
  }

  /// A call may be over.
  void look(Backend at) {
    Gate gate = gate(at);
    while (gate.inside.filter(c -> !c.ended() && !c.cancelled()).isEmpty()
        && !gate.waiting.isEmpty()) {
      Call next = gate.waiting.remove();
      gate.inside = Optional.of(next);
      if (!next.cancelled()) {
        at.submit(next);
      }
    }
  }
}
