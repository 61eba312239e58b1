package dev.pitstop.catalog;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The changes between two states of one entry (same kind, same key).
final class EntryDiff {
  private static final int EXCERPT = 80;

  private EntryDiff() {}

  /// Breaking details first.
  static List<Detail> between(Entry before, Entry after) {
    JsonObject old = before.json();
    JsonObject now = after.json();
    if (old.equals(now)) {
      return List.of();
    }
    List<Detail> details = new ArrayList<>();
    for (String name : names(old, now)) {
      Optional<JsonElement> was = JsonTree.member(old, name);
      Optional<JsonElement> is = JsonTree.member(now, name);
      if (name.equals("inputSchema") && before.kind() == Kind.TOOLS) {
        JsonObject anything = new JsonObject();
        details.addAll(SchemaDiff.between(was.orElse(anything), is.orElse(anything)));
      } else {
        member(name, was, is, details);
      }
    }
    details.sort(Comparator.comparing((Detail detail) -> !detail.breaking()));
    return details;
  }

  private static Set<String> names(JsonObject old, JsonObject now) {
    Set<String> names = new TreeSet<>(old.keySet());
    names.addAll(now.keySet());
    return names;
  }

  /// The change of a member; of an object, the changes inside it. None of them breaks a call.
  ///
  /// @param name with dots if it is inside another
  private static void member(
      String name, Optional<JsonElement> was, Optional<JsonElement> is, List<Detail> to) {
    if (was.equals(is)) {
      return;
    }
    if (was.isPresent()
        && was.get() instanceof JsonObject old
        && is.isPresent()
        && is.get() instanceof JsonObject now) {
      names(old, now)
          .forEach(each ->
              member(
                  name + "." + each, JsonTree.member(old, each), JsonTree.member(now, each), to));
      return;
    }
    String text = ForeignText.change(name, was, is);
    if (name.equals("description")) {
      String said = is.flatMap(JsonTree::asString).orElse("");
      String before = was.flatMap(JsonTree::asString).orElse("");
      String excerpt = ForeignText.excerptOfChange(before, said, EXCERPT);
      text = name + ForeignText.verb(was, is) + (is.isEmpty() ? "" : ": \"" + excerpt + '"');
    }
    to.add(new Detail(false, false, text));
  }
}
