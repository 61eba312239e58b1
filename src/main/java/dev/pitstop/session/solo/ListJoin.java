package dev.pitstop.session.solo;

import dev.pitstop.backend.Call;
import dev.pitstop.catalog.Kind;
import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Joins the pages of one list into one answer (F8): the first page, with the items of the others
/// and Pitstop's own spliced in. An item whose name came before is left out: interfaces of models
/// refuse double names. The time grows with the list. For one thread at a time, not necessarily in
/// a turn.
public final class ListJoin {
  private final Kind kind;
  private final RequestId id;
  private final boolean modern;
  private final List<Message.Result> pages;
  private final StringBuilder items = new StringBuilder();
  private final Set<String> names = new HashSet<>();
  private int firstItems; // the length of `items` that is in the first page
  private boolean doubles; // the first page has an item twice

  /// @param pages not empty
  public ListJoin(Kind kind, Call call, List<Message.Result> pages) {
    this.kind = kind;
    this.id = call.request().id();
    this.modern = call.facts().modern();
    this.pages = pages;
  }

  /// How many bytes all pages have.
  static long size(List<Message.Result> pages) {
    long bytes = 0;
    for (Message.Result page : pages) {
      bytes += page.bytes().length;
    }
    return bytes;
  }

  /// Reads all items; call it once, first.
  ///
  /// @return the names of the tools, if it is a list of tools
  public Set<String> names() {
    for (int i = 0; i < pages.size(); i++) {
      Message.Result page = pages.get(i);
      byte[] b = page.bytes();
      for (Span item : Json.elements(b, page.member(kind.listMember()))) {
        Span key = Json.member(b, item, kind.keyMember());
        if (!Json.isString(b, key) || names.add(Json.string(b, key))) {
          add(item.text(b));
        } else {
          doubles |= i == 0;
        }
      }
      firstItems = i == 0 ? items.length() : firstItems;
    }
    return names;
  }

  private void add(String more) {
    items.append(items.isEmpty() ? "" : ",").append(more);
  }

  /// The answer.
  ///
  /// @param ours further items, as the content of a JSON array
  public byte[] answer(String ours) {
    if (!ours.isEmpty()) {
      add(ours);
    }
    Message.Result first = pages.getFirst();
    byte[] b = first.bytes();
    Splice splice = new Splice(b);
    if (!first.id().equals(id)) {
      splice.replace(first.idSpan(), id.bytes());
    }
    Span array = first.member(kind.listMember());
    if (Json.isArray(b, array) && !doubles) {
      splice.insert(array.to() - 1, Messages.utf8(items.substring(firstItems)));
    } else {
      splice.putMember(first.result(), kind.listMember(), Messages.utf8("[" + items + "]"));
    }
    if (first.member("nextCursor").present()) {
      splice.removeMember(first.result(), "nextCursor");
    }
    if (modern) {
      noCache(splice, b, first.result());
    }
    return splice.apply();
  }

  /// During development, a cached list is a stale list (E2).
  static void noCache(Splice splice, byte[] b, Span result) {
    splice.putMember(result, "ttlMs", Messages.utf8("0"));
    putIfAbsent(splice, b, result, "cacheScope", "\"private\"");
    putIfAbsent(splice, b, result, "resultType", "\"complete\"");
  }

  private static void putIfAbsent(Splice splice, byte[] b, Span result, String name, String value) {
    if (!Json.member(b, result, name).present()) {
      splice.putMember(result, name, Messages.utf8(value));
    }
  }
}
