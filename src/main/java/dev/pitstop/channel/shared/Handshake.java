package dev.pitstop.channel.shared;

import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The handshake of a shared process: it is initialized once, by the first session. The others get
/// the same answer. It is told of no roots, which each session has its own of. In turns of the
/// server's monitor.
final class Handshake {
  private record Waiter(Place seat, RequestId id) {}

  private Optional<String> asked = Optional.empty(); // the revision that it was asked for
  private Optional<Message.Result> answer = Optional.empty();
  private final List<Waiter> waiting = new ArrayList<>();
  private boolean initialized;

  /// The revision that a request speaks, if it shows one.
  static Optional<String> revision(Message m) {
    if (!(m instanceof Message.Request r)) {
      return Optional.empty();
    }
    if (r.method().equals(Methods.INITIALIZE)) {
      return Optional.of(Json.string(r.bytes(), r.param("protocolVersion")));
    }
    RequestFacts facts = RequestFacts.of(r);
    return facts.modern()
        ? Optional.of(
            Json.string(r.bytes(), Json.member(r.bytes(), facts.meta(), Meta.PROTOCOL_VERSION)))
        : Optional.empty();
  }

  /// The revision that the process has chosen.
  Optional<String> negotiated() {
    return answer.map(a -> Json.string(a.bytes(), a.member("protocolVersion")));
  }

  /// Whether this is an `initialize` for another revision than that of the process.
  boolean refuses(Message m) {
    if (!(m instanceof Message.Request r) || !r.method().equals(Methods.INITIALIZE)) {
      return false;
    }
    Optional<String> wanted = revision(r);
    return asked.isPresent() && !asked.equals(wanted) && !negotiated().equals(wanted);
  }

  /// Takes an `initialize` that it does not refuse.
  ///
  /// @return whether it is to be sent
  boolean begins(Place seat, Message.Request r, Splice edits) {
    if (answer.isPresent()) {
      answer(seat, r.id(), answer.get());
      return false;
    }
    if (asked.isPresent()) {
      waiting.add(new Waiter(seat, r.id()));
      return false;
    }
    asked = revision(r);
    Span can = r.param("capabilities");
    if (Json.isObject(r.bytes(), can)) {
      edits.removeMember(can, "roots");
    }
    return true;
  }

  /// The process has answered. After a refusal the next session may try.
  void answered(Message.Response how) {
    if (how instanceof Message.Result r) {
      answer = Optional.of(r);
    } else {
      asked = Optional.empty();
    }
    List<Waiter> all = List.copyOf(waiting);
    waiting.clear();
    all.forEach(w -> answer(w.seat(), w.id(), how));
  }

  private static void answer(Place seat, RequestId id, Message.Response how) {
    seat.hear(how, new Splice(how.bytes()).replace(how.idSpan(), id.bytes()));
  }

  /// Whether this `notifications/initialized` is the first.
  boolean initialized() {
    boolean first = !initialized;
    initialized = true;
    return first;
  }

  void left(Place seat) {
    waiting.removeIf(w -> w.seat().equals(seat));
  }
}
