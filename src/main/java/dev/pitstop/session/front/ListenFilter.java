package dev.pitstop.session.front;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.pitstop.catalog.Kind;
import dev.pitstop.catalog.Listing;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The filter of a `subscriptions/listen`, and what is sent on one.
public final class ListenFilter {
  private static final String URIS = "resourceSubscriptions";
  private static final Set<String> KNOWN =
      Set.of(name(Kind.TOOLS), name(Kind.PROMPTS), name(Kind.RESOURCES), URIS);

  private ListenFilter() {}

  private static String name(Kind kind) {
    return kind.announcedAs().listMember() + "ListChanged";
  }

  /// The filter in these parameters; an empty one if there is none.
  public static JsonObject of(byte[] b, Span params) {
    Span filter = Json.member(b, params, "notifications");
    return Json.isObject(b, filter)
        ? Listing.tree(filter.text(b)).getAsJsonObject()
        : new JsonObject();
  }

  /// The filter of changes of these lists, and of updates of these resources.
  public static JsonObject of(Predicate<Kind> lists, Collection<String> uris) {
    JsonObject filter = new JsonObject();
    Stream.of(Kind.TOOLS, Kind.PROMPTS, Kind.RESOURCES)
        .filter(lists)
        .forEach(kind -> filter.addProperty(name(kind), true));
    if (!uris.isEmpty()) {
      JsonArray all = new JsonArray();
      uris.forEach(all::add);
      filter.add(URIS, all);
    }
    return filter;
  }

  public static boolean wants(JsonObject filter, Kind kind) {
    return new JsonPrimitive(true).equals(filter.get(name(kind)));
  }

  public static Set<String> uris(JsonObject filter) {
    Set<String> uris = new LinkedHashSet<>();
    for (JsonElement uri : filter.get(URIS) instanceof JsonArray all ? all : new JsonArray()) {
      if (uri instanceof JsonPrimitive p && p.isString()) {
        uris.add(p.getAsString());
      }
    }
    return uris;
  }

  /// Whether anything is wanted that the revision does not know, such as an extension's.
  public static boolean isExtended(JsonObject filter) {
    return !KNOWN.containsAll(filter.keySet());
  }

  public static JsonObject union(Iterable<JsonObject> filters) {
    JsonObject union = new JsonObject();
    for (JsonObject filter : filters) {
      filter
          .asMap()
          .forEach((key, value) -> {
            if (value instanceof JsonArray more && union.get(key) instanceof JsonArray all) {
              more.asList().stream().filter(e -> !all.contains(e)).forEach(all::add);
            } else if (!new JsonPrimitive(false).equals(value)) {
              union.add(key, value.deepCopy());
            }
          });
    }
    return union;
  }

  /// Whether an update of the URI `part` is one of `whole` (schema, `resources/updated`: "might be
  /// a sub-resource").
  public static boolean holds(String whole, String part) {
    return part.startsWith(whole)
        && (part.length() == whole.length()
            || whole.endsWith("/")
            || "/?#".indexOf(part.charAt(whole.length())) >= 0);
  }

  /// A notification as it is sent on the subscription with this id.
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

  public static String meta(RequestId id) {
    return "{" + Json.quote(Meta.SUBSCRIPTION_ID) + ":" + id.lexeme() + "}";
  }
}
