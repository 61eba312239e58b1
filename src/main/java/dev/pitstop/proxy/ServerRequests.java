package dev.pitstop.proxy;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Incarnation;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.CallTable;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// The way back: requests of servers to the client (sampling, elicitation, roots, ping) that it has
/// not answered. An id keeps its place until the client has answered, also when the server that
/// asked is gone: so a late answer reaches nobody else (L1). In turns.
final class ServerRequests {
  private static final class Asked {
    Optional<Incarnation> by; // empty once it wants no answer: then only the id's place is kept
    final RequestId id;

    Asked(Incarnation by, RequestId id) {
      this.by = Optional.of(by);
      this.id = id;
    }
  }

  private final Monitor monitor;
  private final Backend backend;
  private final CallTable<Asked> asked;
  private final Map<String, Asked> tokens = new HashMap<>();
  private final Map<Asked, RequestId> knownAs = new HashMap<>();

  ServerRequests(Monitor monitor, Backend backend, String aliasPrefix) {
    this.monitor = monitor;
    this.backend = backend;
    this.asked = new CallTable<>(aliasPrefix);
  }

  /// A server asks the client.
  void ask(Incarnation by, Message.Request r) {
    Asked a = new Asked(by, r.id());
    RequestId id = asked.add(r.id(), a);
    knownAs.put(a, id);
    Span token = Json.path(r.bytes(), r.params(), "_meta", "progressToken");
    if (token.present()) {
      tokens.put(token.text(r.bytes()), a);
    }
    monitor.toClient(
        id.equals(r.id())
            ? r.bytes()
            : new Splice(r.bytes()).replace(r.idSpan(), id.bytes()).apply());
  }

  /// The client answers.
  void answer(RequestId id, Span idSpan, byte[] bytes) {
    take(
        id, a -> id.equals(a.id) ? bytes : new Splice(bytes).replace(idSpan, a.id.bytes()).apply());
  }

  /// The client has answered, but its answer cannot be passed on.
  void refuse(RequestId id, String why) {
    take(id, a -> Messages.error(a.id, Messages.INTERNAL_ERROR, "The client's answer: " + why));
  }

  private void take(RequestId id, Function<Asked, byte[]> answer) {
    Optional<Asked> found = asked.take(id);
    if (found.isEmpty()) {
      return; // nobody asked: a response to nothing is dropped
    }
    Asked a = found.get();
    knownAs.remove(a);
    tokens.values().remove(a);
    if (a.by.isPresent()) {
      backend.tell(a.by.get(), answer.apply(a));
    }
  }

  /// The client reports progress on what it was asked.
  void progress(String token, byte[] bytes) {
    Asked a = tokens.get(token);
    if (a != null && a.by.isPresent()) {
      backend.tell(a.by.get(), bytes);
    }
  }

  /// The server wants the answer no more.
  void cancel(Incarnation by, RequestId id, Message.Notification n, Span idSpan) {
    for (Map.Entry<Asked, RequestId> e : knownAs.entrySet()) {
      Asked a = e.getKey();
      if (a.by.filter(i -> i.gen() == by.gen()).isPresent() && a.id.equals(id)) {
        a.by = Optional.empty();
        monitor.toClient(
            e.getValue().equals(id)
                ? n.bytes()
                : new Splice(n.bytes()).replace(idSpan, e.getValue().bytes()).apply());
        return;
      }
    }
  }

  /// The server is gone: the client is told to stop working for it (cancellation, both directions).
  void lost(Incarnation gone) {
    for (Map.Entry<Asked, RequestId> e : knownAs.entrySet()) {
      Asked a = e.getKey();
      if (a.by.filter(i -> i.gen() == gone.gen()).isPresent()) {
        a.by = Optional.empty();
        monitor.toClient(
            Messages.notification(
                Methods.CANCELLED,
                "{\"requestId\":"
                    + e.getValue().lexeme()
                    + ",\"reason\":\"the server that asked is gone\"}"));
      }
    }
  }
}
