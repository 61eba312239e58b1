package dev.pitstop.session.solo;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.catalog.Kind;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.front.ClientPort;
import dev.pitstop.session.front.ListChanged;
import dev.pitstop.session.front.ListenFilter;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.SessionFacts;
import dev.pitstop.session.told.SessionServer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The client's open `subscriptions/listen` requests (E3). Each outlives the runs: it is sent again
/// to every new one, acknowledged to the client once, and carries Pitstop's own list changes.
/// Called in turns of the monitor.
final class Subscriptions {
  private static final class Listen {
    final Message.Request request;
    final RequestFacts facts;
    final Reply reply;
    final Set<Kind> wants = EnumSet.noneOf(Kind.class);
    final Set<String> uris = new LinkedHashSet<>();
    final Set<Kind> promised = EnumSet.noneOf(Kind.class); // and acknowledged to the client
    final Set<Kind> missed = EnumSet.noneOf(Kind.class); // changed before the acknowledgement
    final List<Call> calls = new ArrayList<>(); // one for each run that got the listen
    boolean acknowledged;
    boolean subscribed; // its URIs are among those of the session
    Optional<Early> early = Optional.empty();

    Listen(Message.Request request, RequestFacts facts, Reply reply) {
      this.request = request;
      this.facts = facts;
      this.reply = reply;
    }

    String id() {
      return request.id().lexeme();
    }

    boolean knownTo(Run inc) {
      return calls.stream().anyMatch(c -> c.at().filter(inc::equals).isPresent());
    }
  }

  /// The end of a subscription by a run that does not serve yet. It takes effect when the run
  /// serves.
  private record Early(Run by, Runnable end) {}

  private final SessionServer server;
  private final Backend backend;
  private final ClientPort client;
  private final SessionFacts facts;
  private final Map<RequestId, Listen> open = new LinkedHashMap<>();

  Subscriptions(SessionServer server, ClientPort client, SessionFacts facts) {
    this.server = server;
    this.facts = facts;
    this.backend = server.backend();
    this.client = client;
  }

  void open(Message.Request r, RequestFacts facts, Reply reply) {
    if (open.containsKey(r.id())) {
      reply.send(ListenFilter.taken(r.id()));
      return;
    }
    Listen l = new Listen(r, facts, reply);
    l.wants.addAll(ListenFilter.kinds(r.bytes(), r.param("notifications")));
    l.uris.addAll(ListenFilter.uris(r.bytes(), r.param("notifications")));
    open.put(r.id(), l);
    Optional<Run> legacy = backend.serving().filter(this::hasNone);
    if (legacy.isPresent()) {
      subscribe(l, legacy.get());
      backend.catchUp();
      return;
    }
    Call call = call(l, Call.Kind.LISTEN);
    l.calls.add(call);
    backend.submit(call);
  }

  /// Whether a run is of a legacy server, which has no listens.
  private boolean hasNone(Run run) {
    return run.needsBridge(true) && facts.onlyModern();
  }

  /// A legacy server is told the URIs one by one when it is next told of the session, and Pitstop
  /// acknowledges (docs/design/bridge.md).
  private void subscribe(Listen l, Run at) {
    if (l.subscribed) {
      return;
    }
    l.subscribed = true;
    for (Kind kind : l.wants) {
      if (at.offers(kind.listMember())) {
        l.promised.add(kind);
      }
    }
    if (!at.offers("resources", "subscribe")) {
      l.uris.clear();
    }
    for (String uri : l.uris) {
      facts.subscriptions().put(uri, "{\"uri\":" + Json.quote(uri) + "}");
    }
    acknowledge(l);
  }

  /// Nobody listens to its URIs any more.
  private void unsubscribe(Listen gone) {
    boolean any = false;
    for (String uri : gone.uris) {
      if (open.values().stream().noneMatch(l -> l.uris.contains(uri))) {
        any |= facts.subscriptions().remove(uri) != null;
      }
    }
    if (any) {
      backend.catchUp();
    }
  }

  /// A legacy server says that a resource changed: every listen that wants it hears of it.
  void updated(Message.Notification n) {
    byte[] b = n.bytes();
    String uri = Json.string(b, n.param("uri"));
    for (Listen l : open.values()) {
      if (l.uris.stream().anyMatch(whole -> ListenFilter.holds(whole, uri))) {
        client.send(ListenFilter.on(n, l.request.id()));
      }
    }
  }

  private Call call(Listen l, Call.Kind kind) {
    return new Call(kind, l.request, l.facts, "", (c, ending) -> ended(l, ending));
  }

  /// Tells a new run about subscriptions that an older run knew and it does not.
  void resend(Run to) {
    if (hasNone(to)) {
      for (Listen l : open.values()) {
        l.calls.removeIf(backend::giveUp); // those that wait for a server
        subscribe(l, to);
      }
      return;
    }
    for (Listen l : open.values()) {
      boolean held =
          l.calls.stream()
              .anyMatch(c -> c.kind() == Call.Kind.LISTEN && c.deliveries() == 0 && !c.ended());
      if (!held && !l.knownTo(to)) {
        l.calls.removeIf(c -> c.ended() || c.at().isEmpty());
        Call call = call(l, Call.Kind.RESENT_LISTEN);
        l.calls.add(call);
        backend.give(to, call);
      }
    }
  }

  /// Whether this run's messages on a subscription go to the client. A replaced run still speaks
  /// while it drains. A run that starts beside a serving one does not speak yet.
  private boolean speaks(Run from) {
    return from.serving() || from.leaving() || backend.serving().isEmpty();
  }

  /// Whether a subscription ends when this run ends it. The end by a leaving run does not count.
  private boolean mayEnd(Run from) {
    return from.serving() || (backend.serving().isEmpty() && !from.leaving());
  }

  /// Lets a run end a subscription. If the run does not serve yet, the subscription ends when it
  /// does.
  private void end(Listen l, Run by, Runnable end) {
    if (mayEnd(by)) {
      end.run();
    } else if (!by.leaving()) {
      l.early = Optional.of(new Early(by, end));
    }
  }

  /// This run serves from now on.
  void serving(Run now) {
    for (Listen l : List.copyOf(open.values())) {
      Optional<Early> early = l.early;
      l.early = Optional.empty();
      if (early.isPresent() && early.get().by().equals(now)) {
        early.get().end().run();
      }
    }
  }

  private void ended(Listen l, Call.Ending ending) {
    if (!open.containsValue(l)) {
      return;
    }
    if (ending instanceof Call.Ending.Answered a) {
      end(l, a.by(), () -> answered(l, a.message()));
    } else if (ending instanceof Call.Ending.Failed f) {
      open.remove(l.request.id());
      String text = server.failure(l.calls.getLast(), f.why());
      l.reply.send(Messages.error(l.request.id(), Messages.INTERNAL_ERROR, text));
    }
  }

  private void answered(Listen l, Message.Response message) {
    if (message instanceof Message.Failure f && f.member("code").text(f.bytes()).equals("-32601")) {
      acknowledge(l); // the server has none, but Pitstop's own list changes still need one
      return;
    }
    open.remove(l.request.id());
    Splice splice = new Splice(message.bytes());
    if (!message.answers(l.request.id())) {
      splice.replace(message.idSpan(), l.request.id().bytes());
      if (message instanceof Message.Result r) {
        Span id = Json.member(r.bytes(), r.member("_meta"), Meta.SUBSCRIPTION_ID);
        if (id.present()) {
          splice.replace(id, l.request.id().bytes());
        }
      }
    }
    l.reply.send(splice.apply());
  }

  /// Pitstop's own acknowledgement, for a server that cannot give one.
  private void acknowledge(Listen l) {
    if (l.acknowledged) {
      return;
    }
    l.acknowledged = true;
    promiseOurs(l);
    client.send(
        Messages.notification(
            Methods.ACKNOWLEDGED,
            "{\"_meta\":"
                + ListenFilter.meta(l.request.id())
                + ",\"notifications\":"
                + promises(l)
                + "}"));
    tellMissed(l);
  }

  /// Promises what Pitstop sends in any case: changes of the tools, since every server here has
  /// Pitstop's own. Pitstop sends other kinds only if the server promised them, as with the
  /// capabilities of the handshake (F6).
  private static void promiseOurs(Listen l) {
    if (l.wants.contains(Kind.TOOLS)) {
      l.promised.add(Kind.TOOLS);
    }
  }

  /// Its URIs of which the legacy servers are told.
  private Set<String> told(Listen l) {
    Set<String> uris = new LinkedHashSet<>(l.uris);
    uris.retainAll(facts.subscriptions().keySet());
    return uris;
  }

  private String promises(Listen l) {
    return "{" + ListenFilter.members(l.promised, told(l)) + "}";
  }

  /// A notification that may belong to a subscription.
  ///
  /// @return whether it did, and was handled
  boolean notification(Run from, Message.Notification n) {
    byte[] b = n.bytes();
    Span id = Json.member(b, n.param("_meta"), Meta.SUBSCRIPTION_ID);
    if (!id.present()) {
      return false;
    }
    Optional<Call> call =
        backend.call(from, new RequestId(id.text(b))).filter(c -> c.isListen() && !c.cancelled());
    Listen l = call.map(c -> open.get(c.request().id())).orElse(null);
    if (l == null || !l.calls.contains(call.get())) {
      return true; // of a subscription that is over
    }
    boolean ack = n.method().equals(Methods.ACKNOWLEDGED);
    if (ack ? l.acknowledged : !speaks(from)) {
      return true; // the client gets the first acknowledgement of any run, whichever serves
    }
    Splice splice = new Splice(b);
    if (!id.text(b).equals(l.id())) {
      splice.replace(id, l.request.id().bytes());
    }
    if (ack) {
      l.acknowledged = true;
      promise(l, splice, n);
    }
    client.send(splice.apply());
    if (ack) {
      tellMissed(l);
    }
    return true;
  }

  /// Announces what changed before the acknowledgement.
  private void tellMissed(Listen l) {
    for (Kind kind : l.missed) {
      if (l.promised.contains(kind)) {
        tell(l, ListChanged.method(kind));
      }
    }
    l.missed.clear();
  }

  /// Adds the list changes that Pitstop sends to the server's acknowledgement.
  private void promise(Listen l, Splice splice, Message.Notification n) {
    byte[] b = n.bytes();
    Span filter = n.param("notifications");
    promiseOurs(l);
    for (Kind kind : l.wants) {
      if (Json.isTrue(b, Json.member(b, filter, ListenFilter.name(kind)))) {
        l.promised.add(kind);
      }
    }
    if (!Json.isObject(b, filter)) {
      splice.putMember(n.params(), "notifications", Messages.utf8(promises(l)));
      return;
    }
    for (Kind kind : l.promised) {
      if (!Json.isTrue(b, Json.member(b, filter, ListenFilter.name(kind)))) {
        splice.putMember(filter, ListenFilter.name(kind), Messages.utf8("true"));
      }
    }
  }

  /// Announces a list change on every subscription that wants it. On a subscription, nothing
  /// precedes the acknowledgement.
  ///
  /// @return whether there was one
  boolean changed(Kind kind) {
    boolean told = false;
    for (Listen l : open.values()) {
      if (l.promised.contains(kind)) {
        tell(l, ListChanged.method(kind));
        told = true;
      } else if (!l.acknowledged && l.wants.contains(kind)) {
        l.missed.add(kind);
      }
    }
    return told;
  }

  private void tell(Listen l, String method) {
    String meta = ListenFilter.meta(l.request.id());
    client.send(Messages.notification(method, "{\"_meta\":" + meta + "}"));
  }

  /// The client ends a subscription.
  void cancel(RequestId id, Message.Notification n, Span span) {
    Listen l = open.remove(id);
    if (l != null) {
      for (Call c : l.calls) {
        if (!c.ended()) {
          backend.cancel(c, n, span);
        }
      }
      unsubscribe(l);
      l.reply.none();
    }
  }

  /// A server ends a subscription by `notifications/cancelled` (cancellation page, 2026-07-28).
  ///
  /// @return whether the id is one of a subscription
  boolean cancelledByServer(Run from, RequestId id, Message.Notification n, Span span) {
    Optional<Call> call = backend.call(from, id).filter(Call::isListen);
    if (call.isEmpty()) {
      return false;
    }
    Listen l = open.get(call.get().request().id());
    if (l != null) {
      end(l, from, () -> cancelled(l, id, n, span));
    }
    return true;
  }

  private void cancelled(Listen l, RequestId id, Message.Notification n, Span span) {
    open.remove(l.request.id());
    client.send(
        id.equals(l.request.id())
            ? n.bytes()
            : new Splice(n.bytes()).replace(span, l.request.id().bytes()).apply());
  }
}
