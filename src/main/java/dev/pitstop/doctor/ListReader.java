package dev.pitstop.doctor;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import dev.pitstop.rpc.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Reads all pages of a list, up to a limit.
final class ListReader {
  static final int MOST_PAGES = 100;

  private ListReader() {}

  /// @param ask sends the request for a page, with further parameters: `"cursor":"…"` or nothing
  static Listed read(Listed.Kind kind, Function<String, Reply> ask) {
    List<JsonElement> items = new ArrayList<>();
    Set<String> cursors = new HashSet<>();
    String params = "";
    int pages = 0;
    while (true) {
      Reply reply = ask.apply(params);
      if (!(reply instanceof Reply.Answer answer)) {
        return listed(kind, items, pages, new Listed.End.Failed(reply));
      }
      if (!(answer.result().isJsonObject()
          && answer.result().getAsJsonObject().get(kind.key()) instanceof JsonArray page)) {
        String what = "has no array `" + kind.key() + "`";
        return listed(kind, items, pages, new Listed.End.NoList(what));
      }
      pages++;
      items.addAll(page.asList());
      Optional<String> next = Parts.string(answer.result(), "nextCursor");
      if (next.isEmpty()) {
        return listed(kind, items, pages, new Listed.End.Whole());
      }
      if (!cursors.add(next.get())) {
        return listed(kind, items, pages, new Listed.End.Repeats(next.get()));
      }
      if (pages >= MOST_PAGES) {
        return listed(kind, items, pages, new Listed.End.Endless(next.get()));
      }
      params = "\"cursor\":" + Json.quote(next.get());
    }
  }

  private static Listed listed(
      Listed.Kind kind, List<JsonElement> items, int pages, Listed.End end) {
    long bytes = 0;
    for (JsonElement item : items) {
      bytes += item.toString().getBytes(StandardCharsets.UTF_8).length;
    }
    return new Listed(kind, items, pages, bytes, end);
  }
}
