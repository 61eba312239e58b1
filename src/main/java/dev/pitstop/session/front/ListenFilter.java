package dev.pitstop.session.front;

import dev.pitstop.catalog.Kind;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.texts.Refusals;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The filter of a `subscriptions/listen`, and what is sent on one.
public final class ListenFilter {
  private static final Map<Kind, String> NAMES =
      Map.of(
          Kind.TOOLS, "toolsListChanged",
          Kind.PROMPTS, "promptsListChanged",
          Kind.RESOURCES, "resourcesListChanged");

  private ListenFilter() {}

  /// The member for changes of these lists, for kinds that have one.
  public static String name(Kind kind) {
    return NAMES.getOrDefault(kind, "");
  }

  /// The wanted kinds.
  public static Set<Kind> kinds(byte[] b, Span filter) {
    Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    for (Map.Entry<Kind, String> e : NAMES.entrySet()) {
      if (Json.isTrue(b, Json.member(b, filter, e.getValue()))) {
        kinds.add(e.getKey());
      }
    }
    return kinds;
  }

  /// The resources whose updates are wanted.
  public static Set<String> uris(byte[] b, Span filter) {
    Set<String> uris = new LinkedHashSet<>();
    for (Span uri : Json.elements(b, Json.member(b, filter, "resourceSubscriptions"))) {
      if (Json.isString(b, uri)) {
        uris.add(Json.string(b, uri));
      }
    }
    return uris;
  }

  /// Whether an update of the URI `part` is one of `whole` (schema, `resources/updated`: "might be
  /// a sub-resource").
  public static boolean holds(String whole, String part) {
    return part.startsWith(whole)
        && (part.length() == whole.length()
            || whole.endsWith("/")
            || "/?#".indexOf(part.charAt(whole.length())) >= 0);
  }

  /// The parameters of a `resources/subscribe`.
  public static String params(String uri) {
    return "{\"uri\":" + Json.quote(uri) + "}";
  }

  /// The news of Pitstop's own that a resource may have changed, for a legacy client.
  public static byte[] updated(String uri) {
    return Messages.notification(Methods.UPDATED, params(uri));
  }

  /// The same, on the subscription with this id.
  public static byte[] updated(String uri, RequestId id) {
    String params = "{\"_meta\":" + meta(id) + ",\"uri\":" + Json.quote(uri) + "}";
    return Messages.notification(Methods.UPDATED, params);
  }

  /// A notification of a server, as it is sent on the subscription with this id.
  public static byte[] on(Message.Notification n, RequestId id) {
    Splice splice = new Splice(n.bytes());
    Span meta = n.param("_meta");
    if (Json.isObject(n.bytes(), meta)) {
      splice.putMember(meta, Meta.SUBSCRIPTION_ID, id.bytes());
    } else {
      splice.prepend(n.params(), "_meta", Messages.utf8(meta(id)));
    }
    return splice.apply();
  }

  /// A notification of a server without the subscription that it came on.
  public static Splice off(Message.Notification n) {
    Splice splice = new Splice(n.bytes());
    return subscription(n).present()
        ? splice.removeMember(n.param("_meta"), Meta.SUBSCRIPTION_ID)
        : splice;
  }

  /// The id of the subscription that a notification of a server came on.
  public static Span subscription(Message.Notification n) {
    return Json.member(n.bytes(), n.param("_meta"), Meta.SUBSCRIPTION_ID);
  }

  /// These kinds and resources as members of a filter, without braces.
  public static String members(Set<Kind> kinds, Set<String> uris) {
    List<String> members = new ArrayList<>();
    for (Kind kind : kinds) {
      members.add(Json.quote(name(kind)) + ":true");
    }
    if (!uris.isEmpty()) {
      String all = uris.stream().map(Json::quote).collect(Collectors.joining(","));
      members.add("\"resourceSubscriptions\":[" + all + "]");
    }
    return String.join(",", members);
  }

  /// The `_meta` of what is sent on the subscription with this id.
  public static String meta(RequestId id) {
    return "{" + Json.quote(Meta.SUBSCRIPTION_ID) + ":" + id.lexeme() + "}";
  }

  /// The refusal of a second listen with the id of an open one: their notifications could not be
  /// told apart.
  public static byte[] taken(RequestId id) {
    return Messages.error(id, Message.Problem.INVALID_REQUEST.code(), Refusals.LISTEN_TAKEN);
  }
}
