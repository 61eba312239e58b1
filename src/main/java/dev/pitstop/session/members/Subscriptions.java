package dev.pitstop.session.members;

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
import dev.pitstop.session.front.Wiring;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The client's subscriptions, in either era. They outlive the runs. Each server is told in its own
/// era of the resources that it owns, and Pitstop acknowledges an open `subscriptions/listen` once.
/// If there is only one server and it is modern, the client's listens are sent to each of its runs
/// instead. Called in turns of the monitor.
public final class Subscriptions {
  /// An open `subscriptions/listen`.
  private static final class Listen {
    final Message.Request request;
    final RequestFacts facts;
    final Reply reply;
    final Set<Kind> wants;
    final Set<String> uris;
    final Set<Kind> promised = EnumSet.noneOf(Kind.class); // and acknowledged to the client
    final Set<Kind> missed = EnumSet.noneOf(Kind.class); // changed before the acknowledgement
    final List<Call> calls = new ArrayList<>(); // one for each run that got the listen
    boolean acknowledged;
    boolean ours; // Pitstop tells the servers of it, and has acknowledged
    Optional<Early> early = Optional.empty();

    Listen(Message.Request request, RequestFacts facts, Reply reply) {
      this.request = request;
      this.facts = facts;
      this.reply = reply;
      wants = ListenFilter.kinds(request.bytes(), request.param("notifications"));
      uris = ListenFilter.uris(request.bytes(), request.param("notifications"));
    }

    RequestId id() {
      return request.id();
    }

    boolean knownTo(Run inc) {
      return calls.stream().anyMatch(c -> c.at().filter(inc::equals).isPresent());
    }

    /// The filter of an acknowledgement.
    String promises() {
      return "{" + ListenFilter.members(promised, ours ? uris : Set.of()) + "}";
    }
  }

  /// The end of a subscription by a run that does not serve yet. It takes effect when the run
  /// serves.
  private record Early(Run by, Runnable end) {}

  private final ClientPort client;
  private final SessionFacts facts;
  private final Owners owners;
  private final Members members;
  private final Optional<Member> only;
  private final Map<RequestId, Listen> open = new LinkedHashMap<>();
  private final Set<String> early = new LinkedHashSet<>(); // told to the client before the server

  /// @param only the one server of a session that shows its server as it is; empty if there may be
  ///   many
  public Subscriptions(Wiring wiring, Owners owners, Members members, Optional<Member> only) {
    this.client = wiring.client();
    this.facts = wiring.facts();
    this.owners = owners;
    this.members = members;
    this.only = only;
  }

  // The client's.

  public void listen(Message.Request r, RequestFacts facts, Reply reply) {
    if (open.containsKey(r.id())) {
      reply.send(ListenFilter.taken(r.id()));
      return;
    }
    Listen l = new Listen(r, facts, reply);
    open.put(r.id(), l);
    Optional<Run> legacy = only.flatMap(m -> m.backend().serving()).filter(this::hasNone);
    if (only.isEmpty() || legacy.isPresent()) {
      takeOver(l, legacy);
      changed();
    } else {
      backend().submit(call(l, Call.Kind.LISTEN));
    }
  }

  /// Tells the servers of a listen from now on, and acknowledges it.
  ///
  /// @param by the only run, which may be unable to report something; empty if there may be many
  private void takeOver(Listen l, Optional<Run> by) {
    if (l.ours) {
      return;
    }
    l.ours = true;
    for (Kind kind : l.wants) {
      if (by.isEmpty() || by.get().offers(kind.listMember())) {
        l.promised.add(kind);
      }
    }
    if (by.filter(run -> !run.offers("resources", "subscribe")).isPresent()) {
      l.uris.clear();
    }
    l.uris.stream().filter(uri -> owners.resource(uri).isEmpty()).forEach(early::add);
    acknowledge(l);
  }

  /// The client subscribes to a resource that no server is known to have.
  public void expect(String uri) {
    early.add(uri);
  }

  /// The client ends a listen.
  public void cancel(RequestId id, Message.Notification n, Span span) {
    Listen l = open.remove(id);
    if (l != null) {
      for (Call c : l.calls) {
        if (!c.ended()) {
          backend().cancel(c, n, span);
        }
      }
      if (l.ours) {
        changed();
      }
      l.reply.none();
    }
  }

  /// The session ends. Its listens end in order (subscriptions, "graceful").
  public void close() {
    for (Listen l : open.values()) {
      String result = "{\"_meta\":" + ListenFilter.meta(l.id()) + ",\"resultType\":\"complete\"}";
      l.reply.send(Messages.result(l.id(), result));
    }
    open.clear();
  }

  // What servers are told.

  /// Whether a run is of a legacy server, which has no listens.
  boolean hasNone(Run run) {
    return run.needsBridge(true) && facts.onlyModern();
  }

  /// Whether the client's listens go to this run as they are.
  boolean relays(Run run) {
    return only.isPresent() && !hasNone(run) && !(facts.sentInitialize() && run.needsBridge(false));
  }

  /// The URIs that this server must report, each with the parameters of a `resources/subscribe`.
  public Map<String, String> of(Member m) {
    Map<String, String> uris = wanted();
    for (String uri : List.copyOf(uris.keySet())) {
      if (owners.resource(uri).filter(m::equals).isEmpty()) {
        uris.remove(uri);
      }
    }
    return uris;
  }

  private Map<String, String> wanted() {
    Map<String, String> uris = new LinkedHashMap<>(facts.subscriptions());
    for (Listen l : open.values()) {
      if (l.ours) {
        l.uris.forEach(uri -> uris.putIfAbsent(uri, ListenFilter.params(uri)));
      }
    }
    return uris;
  }

  /// The wanted URIs or their owners have changed.
  public void changed() {
    for (Member m : List.copyOf(members.all())) {
      m.backend().catchUp();
    }
    early.retainAll(wanted().keySet());
    for (String uri : List.copyOf(early)) {
      if (owners.resource(uri).isPresent()) {
        early.remove(uri);
        mayHaveChanged(uri);
      }
    }
  }

  /// The owner has been told, or will be before all that the client asks it from now on. What it
  /// has done before, it has told nobody.
  private void mayHaveChanged(String uri) {
    if (facts.subscriptions().containsKey(uri)) {
      client.send(ListenFilter.updated(uri));
    }
    for (Listen l : open.values()) {
      if (l.uris.contains(uri)) {
        client.send(ListenFilter.updated(uri, l.id()));
      }
    }
  }

  /// Tells a new run about subscriptions that an older run knew and it does not. A run of many that
  /// serves before it is greeted may be a legacy one. That happens if a reload comes before the
  /// client.
  public void resend(Member m, Run to) {
    if (only.isPresent()) {
      for (Listen l : open.values()) {
        resend(l, to);
      }
    }
    boolean tells =
        only.isPresent()
            ? facts.sentInitialize() && to.needsBridge(false)
            : !to.legacy() && m.backend().greeted(to);
    if (tells) {
      m.listens().tell(to, of(m).keySet());
    }
  }

  private void resend(Listen l, Run to) {
    if (hasNone(to)) {
      l.calls.removeIf(backend()::giveUp); // those that wait for a server
      takeOver(l, Optional.of(to));
      return;
    }
    boolean held =
        l.calls.stream()
            .anyMatch(c -> c.kind() == Call.Kind.LISTEN && c.deliveries() == 0 && !c.ended());
    if (!held && !l.knownTo(to)) {
      l.calls.removeIf(c -> c.ended() || c.at().isEmpty());
      backend().give(to, call(l, Call.Kind.RESENT_LISTEN));
    }
  }

  private Backend backend() {
    return only.orElseThrow().backend();
  }

  private Call call(Listen l, Call.Kind kind) {
    Call call = new Call(kind, l.request, l.facts, "", (c, ending) -> ended(l, ending));
    l.calls.add(call);
    return call;
  }

  // What servers say.

  /// A server says that a resource changed: whoever wants it hears of it.
  void updated(Member m, Message.Notification n) {
    String uri = Json.string(n.bytes(), n.param("uri"));
    Set<String> subscribed = facts.subscriptions().keySet();
    if (only.isPresent() ? facts.sentInitialize() : concerns(subscribed, m, uri)) {
      client.send(ListenFilter.off(n).outgoing());
    }
    for (Listen l : open.values()) {
      if (l.ours && concerns(l.uris, m, uri)) {
        client.send(ListenFilter.on(n, l.id()));
      }
    }
  }

  /// Whether this server's resource is one of the wanted ones, or a part of one (schema,
  /// `resources/updated`: "might be a sub-resource"), and the server may be its owner. It may be if
  /// no server has the resource any more.
  private boolean concerns(Set<String> wanted, Member m, String uri) {
    return wanted.stream()
        .filter(whole -> ListenFilter.holds(whole, uri))
        .anyMatch(whole -> owners.resource(whole).filter(o -> !o.equals(m)).isEmpty());
  }

  /// Announces a list change on every listen that wants it. On a listen, nothing precedes the
  /// acknowledgement.
  ///
  /// @return whether there was one
  public boolean changed(Kind kind) {
    boolean told = false;
    for (Listen l : open.values()) {
      if (l.promised.contains(kind)) {
        tell(l, kind);
        told = true;
      } else if (!l.acknowledged && l.wants.contains(kind)) {
        l.missed.add(kind);
      }
    }
    return told;
  }

  private void tell(Listen l, Kind kind) {
    String params = "{\"_meta\":" + ListenFilter.meta(l.id()) + "}";
    client.send(Messages.notification(ListChanged.method(kind), params));
  }

  /// Pitstop's own acknowledgement, for servers that give none to the client.
  private void acknowledge(Listen l) {
    if (l.acknowledged) {
      return;
    }
    l.acknowledged = true;
    promiseOurs(l);
    String meta = "{\"_meta\":" + ListenFilter.meta(l.id());
    String params = meta + ",\"notifications\":" + l.promises() + "}";
    client.send(Messages.notification(Methods.ACKNOWLEDGED, params));
    tellMissed(l);
  }

  /// Promises what Pitstop sends in any case: changes of the tools, since every server here has
  /// Pitstop's own. Pitstop sends other kinds only if the server promised them, as with the
  /// capabilities of the handshake.
  private static void promiseOurs(Listen l) {
    if (l.wants.contains(Kind.TOOLS)) {
      l.promised.add(Kind.TOOLS);
    }
  }

  /// Announces what changed before the acknowledgement.
  private void tellMissed(Listen l) {
    for (Kind kind : l.missed) {
      if (l.promised.contains(kind)) {
        tell(l, kind);
      }
    }
    l.missed.clear();
  }

  // The client's listens at the only server.

  /// A notification of a run that may belong to a listen of the client.
  ///
  /// @return whether it did, and was handled
  boolean relayed(Run from, Message.Notification n) {
    byte[] b = n.bytes();
    Span id = ListenFilter.subscription(n);
    if (!id.present()) {
      return false;
    }
    Optional<Call> call =
        backend().call(from, new RequestId(id.text(b))).filter(c -> c.isListen() && !c.cancelled());
    Listen l = call.map(c -> open.get(c.request().id())).orElse(null);
    if (l == null || !l.calls.contains(call.get())) {
      return true; // of a subscription that is over
    }
    boolean ack = n.method().equals(Methods.ACKNOWLEDGED);
    if (ack ? l.acknowledged : !only.orElseThrow().speaks(from)) {
      return true; // the client gets the first acknowledgement of any run, whichever serves
    }
    Splice splice = new Splice(b);
    if (!id.text(b).equals(l.id().lexeme())) {
      splice.replace(id, l.id().bytes());
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

  /// Adds the list changes that Pitstop sends to the server's acknowledgement.
  private static void promise(Listen l, Splice splice, Message.Notification n) {
    Span filter = n.param("notifications");
    Set<Kind> theirs = ListenFilter.kinds(n.bytes(), filter);
    promiseOurs(l);
    theirs.stream().filter(l.wants::contains).forEach(l.promised::add);
    if (!Json.isObject(n.bytes(), filter)) {
      splice.putMember(n.params(), "notifications", Messages.utf8(l.promises()));
      return;
    }
    for (Kind kind : l.promised) {
      if (!theirs.contains(kind)) {
        splice.putMember(filter, ListenFilter.name(kind), Messages.utf8("true"));
      }
    }
  }

  /// Lets a run end a listen. If the run does not serve yet, the listen ends when it does. The end
  /// by a leaving run does not count.
  private void end(Listen l, Run by, Runnable end) {
    if (by.leaving()) {
      return;
    }
    if (by.serving() || backend().serving().isEmpty()) {
      end.run();
    } else {
      l.early = Optional.of(new Early(by, end));
    }
  }

  /// This run serves from now on.
  public void serving(Run now) {
    for (Listen l : List.copyOf(open.values())) {
      Optional<Early> end = l.early;
      l.early = Optional.empty();
      end.filter(e -> e.by().equals(now)).ifPresent(e -> e.end().run());
    }
  }

  private void ended(Listen l, Call.Ending ending) {
    if (!open.containsValue(l)) {
      return;
    }
    if (ending instanceof Call.Ending.Answered a) {
      end(l, a.by(), () -> answered(l, a.message()));
    } else if (ending instanceof Call.Ending.Failed f) {
      open.remove(l.id());
      String text = only.orElseThrow().server().failure(l.calls.getLast(), f.why());
      l.reply.send(Messages.error(l.id(), Messages.INTERNAL_ERROR, text));
    }
  }

  private void answered(Listen l, Message.Response message) {
    if (message instanceof Message.Failure f && f.member("code").text(f.bytes()).equals("-32601")) {
      acknowledge(l); // the server has none, but Pitstop's own list changes still need one
      return;
    }
    open.remove(l.id());
    Splice splice = new Splice(message.bytes());
    if (!message.answers(l.id())) {
      splice.replace(message.idSpan(), l.id().bytes());
      if (message instanceof Message.Result r) {
        Span id = Json.member(r.bytes(), r.member("_meta"), Meta.SUBSCRIPTION_ID);
        if (id.present()) {
          splice.replace(id, l.id().bytes());
        }
      }
    }
    l.reply.send(splice.apply());
  }

  /// A server ends a listen by `notifications/cancelled` (cancellation page, 2026-07-28).
  ///
  /// @return whether the id is one of a listen
  boolean cancelledByServer(Run from, RequestId id, Message.Notification n, Span span) {
    Optional<Call> call = only.flatMap(m -> m.backend().call(from, id)).filter(Call::isListen);
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
    open.remove(l.id());
    client.send(
        id.equals(l.id())
            ? n.bytes()
            : new Splice(n.bytes()).replace(span, l.id().bytes()).apply());
  }
}
