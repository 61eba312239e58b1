package dev.pitstop.proxy;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Run;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.CallTable;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// The way back: requests of servers to the client (sampling, elicitation, roots, ping) that it has
/// not answered. An id or a progress token keeps its place until the client has answered, also when
/// the server that asked is gone: so a late answer reaches nobody else (L1). In turns.
final class ServerRequests {
  /// A client that obeys the specification never answers a cancelled request: older ones are
  /// forgotten.
  private static final int TOMBSTONES = 1_000;

  private static final class Asked {
    final Run by;
    final RequestId id;
    RequestId knownAs; // its id at the client
    Optional<RequestId> token = Optional.empty(); // as the server spelt it
    Optional<RequestId> tokenAs = Optional.empty(); // its key in the table of tokens
    boolean cancelled; // wants no answer: then only its places are kept

    Asked(Run by, RequestId id) {
      this.by = by;
      this.id = id;
      this.knownAs = id;
    }
  }

  /// Two incarnations may use the same ids.
  private record Key(Run run, RequestId id) {}

  private final Monitor monitor;
  private final Backend backend;
  private final CallTable<Asked> asked;
  private final Map<RequestId, Asked> tokens = new HashMap<>(); // as the client knows them
  private final Map<Key, Asked> open = new HashMap<>(); // those that want an answer
  private final ArrayDeque<Asked> cancelled = new ArrayDeque<>(); // may contain answered ones

  ServerRequests(Monitor monitor, Backend backend, String aliasPrefix) {
    this.monitor = monitor;
    this.backend = backend;
    this.asked = new CallTable<>(aliasPrefix);
  }

  /// A server asks the client.
  void ask(Run by, Message.Request r) {
    Asked a = new Asked(by, r.id());
    a.knownAs = asked.add(r.id(), a);
    open.put(new Key(by, a.id), a);
    Splice splice = new Splice(r.bytes());
    boolean same = a.knownAs.equals(a.id);
    if (!same) {
      splice.replace(r.idSpan(), a.knownAs.bytes());
    }
    Span span = Json.path(r.bytes(), r.params(), "_meta", "progressToken");
    if (isToken(r.bytes(), span)) {
      RequestId token = new RequestId(span.text(r.bytes()));
      RequestId as = token.normalized(); // however the client may spell it
      if (tokens.containsKey(as)) {
        as = asked.fresh();
        same = false;
        splice.replace(span, as.bytes());
      }
      tokens.put(as, a);
      a.token = Optional.of(token);
      a.tokenAs = Optional.of(as);
    }
    monitor.toClient(same ? r.bytes() : splice.apply());
  }

  /// Whether it is a string or a number, like an id.
  private static boolean isToken(byte[] bytes, Span span) {
    if (!span.present()) {
      return false;
    }
    byte first = bytes[span.from()];
    return first == '"' || first == '-' || (first >= '0' && first <= '9');
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
    a.tokenAs.ifPresent(tokens::remove);
    open.remove(new Key(a.by, a.id), a);
    if (!a.cancelled) {
      backend.tell(a.by, Outgoing.of(answer.apply(a)));
    }
  }

  /// The client reports progress on what it was asked.
  ///
  /// @param span of the token
  void progress(Span span, byte[] bytes) {
    if (!isToken(bytes, span)) {
      return;
    }
    RequestId token = new RequestId(span.text(bytes));
    Asked a = tokens.get(token.normalized());
    if (a != null && !a.cancelled) {
      RequestId own = a.token.orElse(token);
      backend.tell(
          a.by,
          own.equals(token)
              ? Outgoing.of(bytes)
              : new Splice(bytes).replace(span, own.bytes()).outgoing());
    }
  }

  /// The server wants the answer no more.
  void cancel(Run by, RequestId id, Message.Notification n, Span idSpan) {
    Asked a = open.remove(new Key(by, id));
    if (a != null) {
      bury(a);
      monitor.toClient(
          a.knownAs.equals(id)
              ? n.bytes()
              : new Splice(n.bytes()).replace(idSpan, a.knownAs.bytes()).apply());
    }
  }

  private void bury(Asked a) {
    a.cancelled = true;
    cancelled.add(a);
    if (cancelled.size() > TOMBSTONES) {
      Asked old = cancelled.remove();
      if (asked.find(old.knownAs).filter(old::equals).isPresent()) {
        asked.take(old.knownAs);
        old.tokenAs.ifPresent(tokens::remove);
      }
    }
  }

  /// The server is gone: the client is told to stop working for it (cancellation, both directions).
  void lost(Run gone) {
    for (Asked a : asked.all()) {
      if (!a.cancelled && a.by.equals(gone)) {
        open.remove(new Key(a.by, a.id));
        bury(a);
        monitor.toClient(
            Messages.notification(
                Methods.CANCELLED,
                "{\"requestId\":"
                    + a.knownAs.lexeme()
                    + ",\"reason\":\"the server that asked is gone\"}"));
      }
    }
  }
}
