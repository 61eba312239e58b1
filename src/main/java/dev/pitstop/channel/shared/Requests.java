package dev.pitstop.channel.shared;

import dev.pitstop.channel.Link;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.CallTable;
import dev.pitstop.rpc.FreshIds;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.rpc.Timers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The requests that a shared process has not answered, of all sessions. Ids and progress tokens
/// stay as they are unless two sessions use the same. In turns of the server's monitor.
final class Requests {
  /// How many cancelled requests are remembered. Servers need not answer them.
  private static final int TOMBSTONES = 1_000;

  /// How long a cancelled request may still be what makes the server ask something.
  private static final long AFTER_CANCEL_MILLIS = 5_000;

  /// A request at the process. Equal only to itself.
  static final class Sent {
    final Optional<Place> by; // empty for a request of Pitstop's own
    final Message.Request request;
    private RequestId as;
    private Optional<RequestId> token = Optional.empty(); // as the process knows it
    private Optional<Link.Sent> place = Optional.empty();
    private long cancelled = -1; // when

    private Sent(Optional<Place> by, Message.Request request) {
      this.by = by;
      this.request = request;
      this.as = request.id();
    }

    String method() {
      return request.method();
    }

    /// Its id at the process.
    RequestId as() {
      return as;
    }

    /// Its progress token, as its session spelt it; an empty text if it has none.
    String ownToken() {
      return RequestFacts.of(request).progressToken().text(request.bytes());
    }

    boolean isCancelled() {
      return cancelled >= 0;
    }

    /// Where it is in the bytes of the process.
    Optional<Link.Sent> place() {
      return place;
    }

    void place(Link.Sent at) {
      place = Optional.of(at);
    }
  }

  private final Timers timers;
  private final CallTable<Sent> calls = new CallTable<>(FreshIds.numbers());
  private final CallTable<Sent> tokens = new CallTable<>(FreshIds.words("pitstop-shared-"));
  private final ArrayDeque<Sent> cancelled = new ArrayDeque<>(); // some may be answered

  Requests(Timers timers) {
    this.timers = timers;
  }

  /// Adds a request.
  ///
  /// @param edits takes the id and the token under which the process gets it
  Sent add(Optional<Place> by, Message.Request r, Splice edits) {
    Sent sent = new Sent(by, r);
    sent.as = calls.add(by.isPresent() ? r.id() : calls.fresh(), sent);
    if (!sent.as.equals(r.id())) {
      edits.replace(r.idSpan(), sent.as.bytes());
    }
    Span token = RequestFacts.of(r).progressToken();
    if (token.present()) {
      RequestId own = new RequestId(token.text(r.bytes()));
      RequestId given = tokens.add(own, sent);
      sent.token = Optional.of(given);
      if (!given.equals(own)) {
        edits.replace(token, given.bytes());
      }
    }
    return sent;
  }

  /// Takes the request that this answers.
  Optional<Sent> answered(RequestId id) {
    Optional<Sent> found = calls.take(id);
    found.ifPresent(this::forgetToken);
    return found;
  }

  private void forgetToken(Sent sent) {
    sent.token.ifPresent(tokens::take);
  }

  Optional<Sent> find(RequestId id) {
    return calls.find(id).or(() -> calls.find(id.normalized()));
  }

  /// The request with this token.
  Optional<Sent> progressed(RequestId token) {
    return tokens.find(token).or(() -> tokens.find(token.normalized()));
  }

  /// The open request that this session knows by this id.
  Optional<Sent> of(Place seat, RequestId id) {
    for (Sent sent : open(seat)) {
      if (sent.request.id().equals(id)) {
        return Optional.of(sent);
      }
    }
    return Optional.empty();
  }

  /// The requests of this session that are not cancelled.
  List<Sent> open(Place seat) {
    List<Sent> all = new ArrayList<>();
    for (Sent sent : calls.all()) {
      if (!sent.isCancelled() && sent.by.filter(seat::equals).isPresent()) {
        all.add(sent);
      }
    }
    return all;
  }

  void cancelled(Sent sent) {
    sent.cancelled = timers.nowMillis();
    forgetToken(sent);
    cancelled.add(sent);
    if (cancelled.size() > TOMBSTONES) {
      Sent old = cancelled.remove();
      if (calls.find(old.as).filter(old::equals).isPresent()) {
        calls.take(old.as);
      }
    }
  }

  /// The sessions with a request that may make the process ask something or say something. One that
  /// was just cancelled may still do so.
  ///
  /// @param questions only those that may make it ask
  Set<Place> busy(boolean questions) {
    Set<Place> all = new LinkedHashSet<>();
    long now = timers.nowMillis();
    for (Sent sent : calls.all()) {
      boolean alive = !sent.isCancelled() || now - sent.cancelled < AFTER_CANCEL_MILLIS;
      boolean asks = Methods.mayAsk(sent.method()) || sent.method().equals(Methods.TASKS_RESULT);
      if (alive && (asks || (!questions && !sent.method().equals(Methods.LISTEN)))) {
        sent.by.ifPresent(all::add);
      }
    }
    return all;
  }
}
