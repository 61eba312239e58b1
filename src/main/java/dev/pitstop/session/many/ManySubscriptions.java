package dev.pitstop.session.many;

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
import dev.pitstop.session.bridge.OwnListens;
import dev.pitstop.session.front.ClientPort;
import dev.pitstop.session.front.ListChanged;
import dev.pitstop.session.front.ListenFilter;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Members;
import dev.pitstop.session.members.Owners;
import dev.pitstop.session.words.Refusals;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The client's subscriptions among many servers, in either era. Each server is told of them in its
/// own era (E3). Pitstop acknowledges a listen of the client once, with the requested filter.
/// Called in turns of the monitor.
final class ManySubscriptions {
  private record Listen(RequestId id, Set<Kind> kinds, Set<String> uris, Reply reply) {}

  private final ClientPort client;
  private final Owners owners;
  private final Members members;
  private final Map<RequestId, Listen> listens = new LinkedHashMap<>();
  private final Set<String> subscribed = new LinkedHashSet<>(); // by `resources/subscribe`
  private final Set<String> early = new LinkedHashSet<>(); // told to the client before the server

  ManySubscriptions(ClientPort client, Owners owners, Members members) {
    this.client = client;
    this.owners = owners;
    this.members = members;
  }

  // The client's.

  void listen(Message.Request r, RequestFacts f, Reply reply) {
    Span filter = r.param("notifications");
    if (!f.modern()) {
      reply.send(Messages.error(r.id(), Messages.METHOD_NOT_FOUND, Refusals.noMethod(r.method())));
      return;
    }
    if (!Json.isObject(r.bytes(), filter)) {
      reply.send(Messages.error(r.id(), Messages.INVALID_PARAMS, Refusals.NO_NOTIFICATIONS));
      return;
    }
    if (listens.containsKey(r.id())) {
      reply.send(ListenFilter.taken(r.id()));
      return;
    }
    byte[] b = r.bytes();
    Set<Kind> kinds = ListenFilter.kinds(b, filter);
    Set<String> uris = ListenFilter.uris(b, filter);
    Listen l = new Listen(r.id(), kinds, uris, reply);
    listens.put(r.id(), l);
    for (String uri : uris) {
      if (owners.resource(uri).isEmpty()) {
        early.add(uri);
      }
    }
    client.send(Messages.notification(Methods.ACKNOWLEDGED, acknowledgement(l)));
    changed();
  }

  private static String acknowledgement(Listen l) {
    StringBuilder filter = ListenFilter.members(l.kinds(), l.uris());
    return "{\"_meta\":" + ListenFilter.meta(l.id()) + ",\"notifications\":{" + filter + "}}";
  }

  /// The client ends a listen.
  void cancel(RequestId id) {
    Listen l = listens.remove(id);
    if (l != null) {
      l.reply().none();
      changed();
    }
  }

  /// The session ends. Its listens end in order (subscriptions, "graceful").
  void end() {
    for (Listen l : listens.values()) {
      String result = "{\"_meta\":" + ListenFilter.meta(l.id()) + ",\"resultType\":\"complete\"}";
      l.reply().send(Messages.result(l.id(), result));
    }
    listens.clear();
  }

  /// `resources/subscribe` and `resources/unsubscribe`.
  void subscribe(String uri, boolean on) {
    if (on && owners.resource(uri).isEmpty()) {
      early.add(uri);
    }
    if (on ? subscribed.add(uri) : subscribed.remove(uri)) {
      changed();
    }
  }

  // The servers'.

  /// The URIs that this server must report, each with the parameters of a `resources/subscribe`.
  Map<String, String> of(Member m) {
    Map<String, String> params = new LinkedHashMap<>();
    for (String uri : wanted()) {
      if (owners.resource(uri).filter(m::equals).isPresent()) {
        params.put(uri, "{\"uri\":" + Json.quote(uri) + "}");
      }
    }
    return params;
  }

  private Set<String> wanted() {
    Set<String> uris = new LinkedHashSet<>(subscribed);
    listens.values().forEach(l -> uris.addAll(l.uris()));
    return uris;
  }

  /// The wanted URIs or their owners have changed.
  void changed() {
    for (Member m : List.copyOf(members.all())) {
      m.backend().catchUp();
    }
    early.retainAll(wanted());
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
    if (subscribed.contains(uri)) {
      client.send(ListenFilter.updated(uri));
    }
    for (Listen l : listens.values()) {
      if (l.uris().contains(uri)) {
        client.send(ListenFilter.updated(uri, l.id()));
      }
    }
  }

  /// Tells a modern run the wanted URIs. A run that serves before it is greeted may be a legacy
  /// one. That happens if a reload comes before the client.
  void resend(Member m, Run to) {
    if (!to.legacy() && m.backend().greeted(to)) {
      m.listens().tell(to, of(m).keySet());
    }
  }

  /// A server says that a resource changed.
  void updated(Member m, Run from, Message.Notification n) {
    Span at = n.param("uri");
    if (!Json.isString(n.bytes(), at) || m.listens().toldTwice(from, n)) {
      return;
    }
    String uri = Json.string(n.bytes(), at);
    if (concerns(subscribed, m, uri)) {
      client.send(legacy(n));
    }
    for (Listen l : listens.values()) {
      if (concerns(l.uris(), m, uri)) {
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

  private static byte[] legacy(Message.Notification n) {
    return OwnListens.isOnAny(n)
        ? new Splice(n.bytes()).removeMember(n.param("_meta"), Meta.SUBSCRIPTION_ID).apply()
        : n.bytes();
  }

  /// Announces a list change on every listen that wants it.
  ///
  /// @return whether there was one
  boolean listChanged(Kind kind) {
    boolean told = false;
    for (Listen l : listens.values()) {
      if (l.kinds().contains(kind)) {
        client.send(
            Messages.notification(
                ListChanged.method(kind), "{\"_meta\":" + ListenFilter.meta(l.id()) + "}"));
        told = true;
      }
    }
    return told;
  }
}
