package dev.pitstop.session;

import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.catalog.Kind;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// What the client is subscribed to among many servers, in either era, and what each server is told
/// of that in its own (E3). A listen of the client is acknowledged by us, once, with what it asked
/// for. In turns.
final class ManySubscriptions {
  private static final Map<Kind, String> FILTERS =
      Map.of(
          Kind.TOOLS, "toolsListChanged",
          Kind.PROMPTS, "promptsListChanged",
          Kind.RESOURCES, "resourcesListChanged");

  private record Listen(RequestId id, Set<Kind> kinds, Set<String> uris, Reply reply) {}

  private final ClientPort client;
  private final Owners owners;
  private final Supplier<Collection<Member>> all;
  private final Map<RequestId, Listen> listens = new LinkedHashMap<>();
  private final Set<String> subscribed = new LinkedHashSet<>(); // by `resources/subscribe`

  ManySubscriptions(ClientPort client, Owners owners, Supplier<Collection<Member>> all) {
    this.client = client;
    this.owners = owners;
    this.all = all;
  }

  // The client's.

  void listen(Message.Request r, RequestFacts f, Reply reply) {
    if (listens.containsKey(r.id())) {
      // nobody could tell the notifications of the one from those of the other
      reply.send(
          Messages.error(
              r.id(),
              Message.Problem.INVALID_REQUEST.code(),
              "The id is that of an open `subscriptions/listen`."));
      return;
    }
    byte[] b = r.bytes();
    Span filter = r.param("notifications");
    Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    for (Map.Entry<Kind, String> e : FILTERS.entrySet()) {
      if (Json.isTrue(b, Json.member(b, filter, e.getValue()))) {
        kinds.add(e.getKey());
      }
    }
    Set<String> uris = new LinkedHashSet<>();
    Span wanted = Json.member(b, filter, "resourceSubscriptions");
    if (Json.isArray(b, wanted)) {
      for (Span uri : Json.elements(b, wanted)) {
        if (Json.isString(b, uri)) {
          uris.add(Json.string(b, uri));
        }
      }
    }
    Listen l = new Listen(r.id(), kinds, uris, reply);
    listens.put(r.id(), l);
    client.send(Messages.notification(Methods.ACKNOWLEDGED, acknowledgement(l)));
    changed();
  }

  private static String acknowledgement(Listen l) {
    StringBuilder filter = new StringBuilder();
    for (Kind kind : l.kinds()) {
      filter.append(filter.isEmpty() ? "" : ",");
      filter.append(Json.quote(FILTERS.getOrDefault(kind, ""))).append(":true");
    }
    if (!l.uris().isEmpty()) {
      filter.append(filter.isEmpty() ? "" : ",").append("\"resourceSubscriptions\":");
      filter.append(array(l.uris()));
    }
    return "{" + meta(l) + ",\"notifications\":{" + filter + "}}";
  }

  private static String meta(Listen l) {
    return "\"_meta\":{" + Json.quote(Meta.SUBSCRIPTION_ID) + ":" + l.id().lexeme() + "}";
  }

  private static String array(Collection<String> texts) {
    StringBuilder out = new StringBuilder("[");
    for (String text : texts) {
      out.append(out.length() > 1 ? "," : "").append(Json.quote(text));
    }
    return out.append(']').toString();
  }

  /// The client ends a listen.
  void cancel(RequestId id) {
    Listen l = listens.remove(id);
    if (l != null) {
      l.reply().none();
      changed();
    }
  }

  /// `resources/subscribe` and `resources/unsubscribe`.
  void subscribe(String uri, boolean on) {
    if (on ? subscribed.add(uri) : subscribed.remove(uri)) {
      changed();
    }
  }

  // The servers'.

  /// The URIs that this server is to tell of, as it knows them, with the parameters of a
  /// `resources/subscribe`.
  Map<String, String> of(Member m) {
    Map<String, String> params = new LinkedHashMap<>();
    for (String uri : wanted()) {
      Optional<Owners.Owned> owner = owners.resource(uri).filter(o -> o.member().equals(m));
      owner.ifPresent(o -> params.put(o.inner(), "{\"uri\":" + Json.quote(o.inner()) + "}"));
    }
    return params;
  }

  private Set<String> wanted() {
    Set<String> uris = new LinkedHashSet<>(subscribed);
    listens.values().forEach(l -> uris.addAll(l.uris()));
    return uris;
  }

  /// What is wanted, or whose it is, has changed.
  void changed() {
    for (Member m : List.copyOf(all.get())) {
      m.backend().catchUp();
    }
  }

  /// A modern run is told of what the client wants to hear of by a listen of our own, which brings
  /// us its list changes as well.
  void resend(Member m, Run to) {
    if (to.legacy() || to.leaving()) {
      return;
    }
    Set<String> uris = of(m).keySet();
    Optional<Member.OwnListen> now = m.listen().filter(l -> l.at().equals(to));
    if (now.isPresent() && now.get().uris().equals(uris)) {
      return;
    }
    String filter =
        "{\"toolsListChanged\":true,\"promptsListChanged\":true,\"resourcesListChanged\":true"
            + (uris.isEmpty() ? "" : ",\"resourceSubscriptions\":" + array(uris))
            + "}";
    Call call = m.backend().listen(to, filter);
    m.listen(Optional.of(new Member.OwnListen(to, Set.copyOf(uris), call)));
    now.ifPresent(old -> end(m, old.call()));
  }

  private static void end(Member m, Call old) {
    if (old.ended()) {
      return;
    }
    byte[] notice =
        Messages.notification(
            Methods.CANCELLED, "{\"requestId\":" + old.request().id().lexeme() + "}");
    if (Codec.parse(notice) instanceof Message.Notification n) {
      m.backend().cancel(old, n, n.param("requestId"));
    }
  }

  /// A server says that a resource changed.
  void updated(Member m, Message.Notification n) {
    byte[] b = n.bytes();
    Span at = n.param("uri");
    if (!Json.isString(b, at)) {
      return;
    }
    String inner = Json.string(b, at);
    String outside = owners.outside(m, inner);
    Span meta = n.param("_meta");
    if (subscribed.contains(outside)) {
      Splice splice = new Splice(b);
      if (!outside.equals(inner)) {
        splice.replace(at, Messages.utf8(Json.quote(outside)));
      }
      if (Json.member(b, meta, Meta.SUBSCRIPTION_ID).present()) {
        splice.removeMember(meta, Meta.SUBSCRIPTION_ID);
      }
      client.send(splice.apply());
    }
    for (Listen l : listens.values()) {
      if (l.uris().contains(outside)) {
        Splice splice = new Splice(b);
        if (!outside.equals(inner)) {
          splice.replace(at, Messages.utf8(Json.quote(outside)));
        }
        if (Json.isObject(b, meta)) {
          splice.putMember(meta, Meta.SUBSCRIPTION_ID, l.id().bytes());
        } else {
          splice.prepend(
              n.params(),
              "_meta",
              Messages.utf8("{" + Json.quote(Meta.SUBSCRIPTION_ID) + ":" + l.id().lexeme() + "}"));
        }
        client.send(splice.apply());
      }
    }
  }

  /// Our own list change, on every listen that wants it.
  void listChanged(Kind kind) {
    for (Listen l : listens.values()) {
      if (l.kinds().contains(kind)) {
        client.send(Messages.notification(ListChanges.method(kind), "{" + meta(l) + "}"));
      }
    }
  }

  /// The ids of open listens.
  List<RequestId> open() {
    return new ArrayList<>(listens.keySet());
  }
}
