package dev.pitstop.session.members;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.catalog.Kind;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.session.front.ListenFilter;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.Wiring;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// The client's subscriptions, in either era. They outlive the runs. Each server is told in its own
/// era of what it is to report: a legacy run by `resources/subscribe`, a modern one by {@link
/// OwnListens}. Pitstop answers the client's `subscriptions/listen` itself. Called in turns of the
/// monitor.
public final class Subscriptions {
  private record Listen(RequestId id, Reply reply, JsonObject wants) {
    Set<String> uris() {
      return ListenFilter.uris(wants);
    }
  }

  private final Wiring wiring;
  private final Members members;
  private final Map<RequestId, Listen> open = new LinkedHashMap<>();

  public Subscriptions(Wiring wiring, Members members) {
    this.wiring = wiring;
    this.members = members;
  }

  // The client's.

  /// Acknowledges what was asked for, whatever the servers can report now: a later run may have
  /// what this one has not.
  public void listen(Message.Request r, Reply reply) {
    if (open.containsKey(r.id())) {
      int code = Message.INVALID_REQUEST; // notifications could not be told apart
      reply.send(
          Messages.error(r.id(), code, "An open `subscriptions/listen` already has this id."));
      return;
    }
    if (!Json.isObject(r.bytes(), r.param("notifications"))) {
      reply.send(
          Messages.error(r.id(), Messages.INVALID_PARAMS, "`notifications` must be an object."));
      return;
    }
    JsonObject all = ListenFilter.of(r.bytes(), r.params());
    JsonObject known = // of what the revision does not know, no server in particular could be asked
        ListenFilter.of(kind -> ListenFilter.wants(all, kind), ListenFilter.uris(all));
    Listen l = new Listen(r.id(), reply, members.prefixed() ? known : all);
    tell(l, Methods.ACKNOWLEDGED, "{\"notifications\":" + l.wants + "}");
    open.put(l.id, l);
    changed();
  }

  public void cancel(RequestId id) {
    Optional<Listen> was = Optional.ofNullable(open.remove(id));
    if (was.isPresent()) {
      changed();
      was.get().reply.none();
    }
  }

  /// The listens end in order (subscriptions, "Graceful Closure"): the session or the server ends.
  public void close() {
    for (Listen l : open.values()) {
      String result = "{\"_meta\":" + ListenFilter.meta(l.id) + ",\"resultType\":\"complete\"}";
      l.reply.send(Messages.result(l.id, result));
    }
    open.clear();
  }

  // What servers are told.

  /// The URIs that this server must report.
  public Set<String> of(Member m) {
    Set<String> uris = new LinkedHashSet<>(wiring.facts().subscriptions());
    open.values().forEach(l -> uris.addAll(l.uris()));
    uris.removeIf(uri -> members.resource(uri).filter(m::equals).isEmpty());
    return uris;
  }

  /// What a modern run of this server must report: all changes of lists if Pitstop itself or a
  /// legacy client wants them, otherwise what the client listens for.
  private JsonObject filter(Member m) {
    boolean all = members.prefixed() || wiring.facts().initialize().isPresent();
    List<JsonObject> filters = new ArrayList<>();
    filters.add(ListenFilter.of(kind -> all, of(m)));
    if (!members.prefixed()) {
      open.values().forEach(l -> filters.add(l.wants));
    }
    return ListenFilter.union(filters);
  }

  /// The wanted URIs or their owners have changed.
  public void changed() {
    members.present().forEach(m -> m.backend().catchUp());
  }

  /// Tells a run what it does not know yet. A run of many that serves before it is greeted may be a
  /// legacy one. That happens if a reload comes before the client.
  public void resend(Member m, Run to) {
    if (!to.legacy() && m.backend().greeted(to)) {
      m.listens.tell(to, filter(m), (listen, how) -> ended(m, to, listen.sentAs(), isNo(how)));
    }
  }

  private static boolean isNo(Call.Ending how) {
    return how instanceof Call.Ending.Answered a && a.message() instanceof Message.Failure;
  }

  /// A server refuses a listen, or ends it. A client of one server is told the latter.
  void ended(Member m, Run by, RequestId listen, boolean refused) {
    if (m.listens.ended(by, listen, refused) && !members.prefixed() && by.serving()) {
      close();
    }
  }

  // What the client is told.

  private void tell(Listen l, String method, String params) {
    if (Codec.parse(Messages.notification(method, params)) instanceof Message.Notification n) {
      tell(l, n);
    }
  }

  private void tell(Listen l, Message.Notification n) {
    wiring.client().send(ListenFilter.on(n, l.id));
  }

  /// A server says that a resource changed: whoever wants it hears of it.
  void updated(Member m, Message.Notification n) {
    String uri = Json.string(n.bytes(), n.param("uri"));
    Set<String> subscribed = wiring.facts().subscriptions();
    if (!members.prefixed()
        ? wiring.facts().initialize().isPresent()
        : concerns(subscribed, m, uri)) {
      wiring.client().send(ListenFilter.off(n).outgoing());
    }
    open(l -> concerns(l.uris(), m, uri)).forEach(l -> tell(l, n));
  }

  /// Whether this server's resource is one of the wanted ones, or a part of one (schema,
  /// `resources/updated`: "might be a sub-resource"), and the server may be its owner. It may be if
  /// no server has the resource any more.
  private boolean concerns(Set<String> wanted, Member m, String uri) {
    return wanted.stream()
        .filter(whole -> ListenFilter.holds(whole, uri))
        .anyMatch(whole -> members.resource(whole).filter(o -> !o.equals(m)).isEmpty());
  }

  /// The only server says something on a listen that the revision does not know.
  void said(Message.Notification n) {
    open(l -> ListenFilter.isExtended(l.wants)).forEach(l -> tell(l, n));
  }

  private List<Listen> open(Predicate<Listen> which) {
    return open.values().stream().filter(which).toList();
  }

  /// Whether changes of this list are listened for.
  public boolean want(Kind kind) {
    return !listening(kind).isEmpty();
  }

  private List<Listen> listening(Kind kind) {
    return open(l -> ListenFilter.wants(l.wants, kind));
  }

  /// Announces a list change on every listen that wants it.
  public void changed(Kind kind) {
    listening(kind).forEach(l -> tell(l, kind.changed(), "{}"));
  }
}
