package dev.pitstop.channel.shared;

import dev.pitstop.channel.Events;
import dev.pitstop.channel.Link;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.rpc.Timers;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// The messages between a shared process and the sessions that have a place at it: whose each is,
/// and what changes on its way. In turns of the server's monitor; what leaves for the process does
/// so on the server's lane.
final class Traffic {
  /// Sends the process a message.
  interface Giver {
    Link.Sent give(Outgoing message);
  }

  private final List<? extends Place> seats;
  private final Giver process;
  private final Requests requests;
  private final Handshake handshake = new Handshake();
  private final Wishes wishes = new Wishes();
  private final Tasks tasks = new Tasks();
  private final Questions questions;

  /// @param seats those at the process
  /// @param process takes messages to it
  Traffic(List<? extends Place> seats, Giver process, Timers timers, Consumer<String> note) {
    this.seats = seats;
    this.process = process;
    this.requests = new Requests(timers);
    this.questions = new Questions(seats, requests, tasks, note);
  }

  Handshake handshake() {
    return handshake;
  }

  // ---- to the process ----

  void send(Place from, Message m, Outgoing original) {
    if (m instanceof Message.Request r) {
      request(from, r);
    } else if (m instanceof Message.Notification n) {
      notification(from, n);
    } else if (!(m instanceof Message.Response r) || questions.answers(from, r)) {
      process.give(original);
    }
  }

  private void request(Place from, Message.Request r) {
    byte[] b = r.bytes();
    Splice edits = new Splice(b);
    Optional<String> refusal = tasks.refusal(from, r);
    boolean send = refusal.isEmpty();
    switch (r.method()) {
      case Methods.INITIALIZE -> {
        if (!handshake.begins(from, r, edits)) {
          return;
        }
      }
      case Methods.SUBSCRIBE -> send = wishes.subscribe(from, Json.string(b, r.param("uri")));
      case Methods.UNSUBSCRIBE -> send = wishes.unsubscribe(from, Json.string(b, r.param("uri")));
      case Methods.SET_LEVEL -> {
        Optional<String> level = wishes.level(from, Json.string(b, r.param("level")));
        level.ifPresent(l -> edits.replace(r.param("level"), Messages.utf8(Json.quote(l))));
        send = level.isPresent();
      }
      default -> {}
    }
    if (send) {
      Requests.Sent sent = requests.add(Optional.of(from), r, edits);
      sent.place(process.give(edits.outgoing()));
    } else {
      byte[] answer =
          refusal.isPresent()
              ? Messages.error(r.id(), Messages.INVALID_PARAMS, refusal.get())
              : Messages.result(r.id(), "{}");
      from.hear(Codec.parse(answer));
    }
  }

  private void notification(Place from, Message.Notification n) {
    switch (n.method()) {
      case Methods.INITIALIZED -> {
        if (handshake.initialized()) {
          process.give(Outgoing.of(n.bytes()));
        }
      }
      case Methods.ROOTS_CHANGED -> {} // it was told of no roots
      case Methods.CANCELLED -> {
        Span id = n.param("requestId");
        Optional<Requests.Sent> sent =
            id.present() ? requests.of(from, new RequestId(id.text(n.bytes()))) : Optional.empty();
        if (sent.isPresent() && !sent.get().method().equals(Methods.INITIALIZE)) {
          requests.cancelled(sent.get());
          process.give(new Splice(n.bytes()).replace(id, sent.get().as().bytes()).outgoing());
        }
      }
      default -> process.give(Outgoing.of(n.bytes()));
    }
  }

  /// A session has left. The process stops working for it.
  void left(Place seat) {
    for (Requests.Sent sent : requests.open(seat)) {
      if (!sent.method().equals(Methods.INITIALIZE)) {
        requests.cancelled(sent);
        tell(Methods.CANCELLED, "{\"requestId\":" + sent.as().lexeme() + "}");
      }
    }
    questions.left(seat).forEach(process::give);
    handshake.left(seat);
    tasks.left(seat);
    for (String uri : wishes.left(seat)) {
      RequestId id = RequestId.of(0); // it gets a fresh one
      String params = "{\"uri\":" + Json.quote(uri) + "}";
      if (Codec.parse(Messages.request(id, Methods.UNSUBSCRIBE, params))
          instanceof Message.Request r) {
        Splice edits = new Splice(r.bytes());
        requests.add(Optional.empty(), r, edits).place(process.give(edits.outgoing()));
      }
    }
  }

  private void tell(String method, String params) {
    process.give(Outgoing.of(Messages.notification(method, params)));
  }

  // ---- from the process ----

  /// @return where the request was that this answers
  Optional<Link.Sent> answered(Message.Response r) {
    Optional<RequestId> id =
        r instanceof Message.Result result
            ? Optional.of(result.id())
            : r instanceof Message.Failure f ? f.id() : Optional.empty();
    Optional<Requests.Sent> found = id.flatMap(requests::answered);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Requests.Sent sent = found.get();
    if (sent.method().equals(Methods.INITIALIZE)) {
      handshake.answered(r);
    } else if (sent.method().equals(Methods.SUBSCRIBE)) {
      String uri = Json.string(sent.request.bytes(), sent.request.param("uri"));
      wishes.subscribed(sent.by, uri, r instanceof Message.Result);
    }
    Optional<Place> whom = here(found);
    if (whom.isPresent()) {
      if (r instanceof Message.Result result) {
        tasks.answered(whom.get(), result);
      }
      Splice edits = new Splice(r.bytes()).replace(r.idSpan(), sent.request.id().bytes());
      if (r instanceof Message.Result result) {
        subscription(edits, result.bytes(), result.member("_meta"), sent);
      }
      boolean same = r.answers(sent.request.id());
      hear(whom.get(), r, same ? Optional.empty() : Optional.of(edits));
    }
    return sent.place();
  }

  /// Whose request this is, if that session has still its place.
  private Optional<Place> here(Optional<Requests.Sent> sent) {
    return sent.flatMap(s -> s.by).filter(seats::contains);
  }

  private static void hear(Place seat, Message m, Optional<Splice> edits) {
    if (edits.isPresent()) {
      seat.hear(m, edits.get());
    } else {
      seat.hear(m);
    }
  }

  /// Gives a `subscriptionId` the id by which the session knows its listen.
  private static void subscription(Splice edits, byte[] b, Span meta, Requests.Sent listen) {
    Span id = Json.member(b, meta, Meta.SUBSCRIPTION_ID);
    if (id.present()) {
      edits.replace(id, listen.request.id().bytes());
    }
  }

  /// @return what the process is answered at once
  Optional<Outgoing> asks(Message.Request q) {
    return questions.ask(q);
  }

  void unusable(Events.Unusable what) {
    Optional<Requests.Sent> sent = what.id().flatMap(requests::find);
    Optional<Place> whom = here(sent);
    if (sent.isPresent() && whom.isPresent()) {
      Optional<RequestId> own = Optional.of(sent.get().request.id());
      Events.Unusable told =
          switch (what) {
            case Events.Unusable.TooLong t ->
                new Events.Unusable.TooLong(own, t.answer(), t.length());
            case Events.Unusable.NoMemory n ->
                new Events.Unusable.NoMemory(own, n.answer(), n.length());
            case Events.Unusable.Malformed m ->
                new Events.Unusable.Malformed(own, m.detail(), m.line());
            case Events.Unusable.CutOff c -> new Events.Unusable.CutOff(own, c.how());
            case Events.Unusable.Refused r ->
                new Events.Unusable.Refused(own, r.text(), r.status(), r.shortly());
          };
      whom.get().unusable(told);
      requests.answered(sent.get().as());
    }
  }

  void notifies(Message.Notification n) {
    byte[] b = n.bytes();
    Span listen = Json.member(b, n.param("_meta"), Meta.SUBSCRIPTION_ID);
    if (listen.present()) {
      Optional<Requests.Sent> sent = requests.find(new RequestId(listen.text(b)));
      Optional<Place> listens = here(sent);
      if (sent.isPresent() && listens.isPresent()) {
        Splice edits = new Splice(b).replace(listen, sent.get().request.id().bytes());
        listens.get().hear(n, edits);
      }
      return;
    }
    switch (n.method()) {
      case Methods.PROGRESS -> progress(n);
      case Methods.CANCELLED -> {
        Span id = n.param("requestId");
        if (id.present()) {
          questions.withdrawn(new RequestId(id.text(b))).ifPresent(seat -> seat.hear(n));
        }
      }
      case Methods.UPDATED -> toAll(wishes.subscribers(Json.string(b, n.param("uri"))), n);
      case Methods.MESSAGE -> logged(n);
      case Methods.TASK_CHANGED, "notifications/tasks/status" ->
          tasks.owner(Json.string(b, n.param("taskId"))).ifPresent(seat -> seat.hear(n));
      default -> toAll(seats, n);
    }
  }

  private void progress(Message.Notification n) {
    Span token = n.param("progressToken");
    if (!token.present()) {
      return;
    }
    RequestId known = new RequestId(token.text(n.bytes()));
    Optional<Requests.Sent> sent =
        known.lexeme().startsWith("\"") || Json.isNumber(n.bytes(), token)
            ? requests.progressed(known)
            : Optional.empty();
    Optional<Place> whom = here(sent);
    if (sent.isPresent() && whom.isPresent()) {
      String own = sent.get().ownToken();
      boolean same = own.equals(known.lexeme());
      Splice edits = new Splice(n.bytes()).replace(token, Messages.utf8(own));
      hear(whom.get(), n, same ? Optional.empty() : Optional.of(edits));
    }
  }

  /// A log message does not say what it is about: it goes to the sessions with requests in flight,
  /// or to all if there are none.
  private void logged(Message.Notification n) {
    Set<Place> busy = requests.busy(false);
    String level = Json.string(n.bytes(), n.param("level"));
    Collection<? extends Place> whom = busy.isEmpty() ? seats : busy;
    toAll(whom.stream().filter(s -> wishes.hears(s, level)).toList(), n);
  }

  private static void toAll(Collection<? extends Place> whom, Message.Notification n) {
    whom.forEach(seat -> seat.hear(n));
  }
}
