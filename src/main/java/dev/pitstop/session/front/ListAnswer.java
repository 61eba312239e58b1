package dev.pitstop.session.front;

import com.google.gson.JsonElement;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.catalog.Listing;
import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.texts.EntryFlaws;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// The answer to a list request, in one page. Made on any thread.
public final class ListAnswer {
  /// A list as the client is given it.
  ///
  /// @param entries that are listed, besides Pitstop's
  public record Joined(byte[] answer, List<Entry> entries) {}

  private ListAnswer() {}

  /// The refusal of a request for a further page, as there is only ever one; empty for a request
  /// that names none.
  public static Optional<byte[]> furtherPage(Message.Request r) {
    return Json.isString(r.bytes(), r.param("cursor"))
        ? Optional.of(
            Messages.error(
                r.id(), Messages.INVALID_PARAMS, "Unknown cursor: this list has only one page."))
        : Optional.empty();
  }

  /// A server's own list: the first page, with the items of the others and Pitstop's own spliced
  /// in, so that everything else in it stays as it is. An item whose name came before is left out,
  /// and one for which clients refuse the whole list. The time grows with the list.
  ///
  /// @param pages not empty
  /// @param all whether every item is listed
  /// @param ours returns further items, as the content of a JSON array, beside these names
  public static Joined joined(
      Kind kind,
      RequestId id,
      boolean modern,
      List<Message.Result> pages,
      boolean all,
      Function<Set<String>, String> ours) {
    StringBuilder items = new StringBuilder();
    List<Entry> entries = new ArrayList<>();
    Set<String> names = new HashSet<>();
    Message.Result first = pages.getFirst();
    byte[] b = first.bytes();
    for (Message.Result page : pages) {
      byte[] p = page.bytes();
      Span list = page.member(kind.listMember());
      if (!Json.isArray(p, list)) {
        continue;
      }
      Iterator<JsonElement> trees = Listing.tree(list.text(p)).getAsJsonArray().iterator();
      for (Span item : Json.elements(p, list)) {
        String text = item.text(p);
        Optional<Entry> entry =
            Listing.entry(kind, trees.next())
                .filter(e -> (names.add(e.key()) && EntryFlaws.of(e).isEmpty()) || all);
        if (all) {
          add(items, text);
        } else if (entry.isPresent()) {
          Entry offered = EntryFlaws.offered(entry.get(), modern);
          add(items, offered.equals(entry.get()) ? text : offered.json().toString());
        }
        entry.ifPresent(entries::add);
      }
    }
    add(items, ours.apply(names));
    Splice splice = first.under(id);
    splice.putMember(first.result(), kind.listMember(), Messages.utf8("[" + items + "]"));
    if (first.member("nextCursor").present()) {
      splice.removeMember(first.result(), "nextCursor");
    }
    if (modern) {
      noCache(splice, b, first.result());
    }
    return new Joined(splice.apply(), entries);
  }

  private static void add(StringBuilder items, String more) {
    items.append(items.isEmpty() || more.isEmpty() ? "" : ",").append(more);
  }

  /// During development, a cached list is a stale list.
  public static void noCache(Splice splice, byte[] b, Span result) {
    splice.putMember(result, "ttlMs", Messages.utf8("0"));
    putIfAbsent(splice, b, result, "cacheScope", "\"private\"");
    putIfAbsent(splice, b, result, "resultType", "\"complete\"");
  }

  private static void putIfAbsent(Splice splice, byte[] b, Span result, String name, String value) {
    if (!Json.member(b, result, name).present()) {
      splice.putMember(result, name, Messages.utf8(value));
    }
  }

  /// A list of entries that are known.
  ///
  /// @param ours further items, as the content of a JSON array
  public static byte[] of(
      Kind kind, RequestId id, List<Entry> entries, String ours, boolean modern) {
    StringBuilder items = new StringBuilder();
    entries.forEach(e -> add(items, EntryFlaws.offered(e, modern).json().toString()));
    add(items, ours);
    String more =
        modern ? ",\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\"" : "";
    return Messages.result(id, "{\"" + kind.listMember() + "\":[" + items + "]" + more + "}");
  }
}
