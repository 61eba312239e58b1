package dev.pitstop.catalog;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.pitstop.catalog.SchemaDiff.Where;
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
      if (!was.equals(is)) {
        details.addAll(
            switch (before.kind().name() + "." + name) {
              case "TOOLS.inputSchema" -> schema(Where.PARAMETER, was, is);
              case "TOOLS.outputSchema" -> schema(Where.OUTPUT, was, is);
              case "PROMPTS.arguments" -> arguments(was, is);
              default -> member(name, was, is);
            });
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

  private static List<Detail> schema(
      Where where, Optional<JsonElement> was, Optional<JsonElement> is) {
    JsonObject anything = new JsonObject();
    return SchemaDiff.between(where, was.orElse(anything), is.orElse(anything));
  }

  private static List<Detail> member(
      String name, Optional<JsonElement> was, Optional<JsonElement> is) {
    if (name.equals("description")) {
      String text = is.flatMap(JsonTree::asString).orElse("");
      String before = was.flatMap(JsonTree::asString).orElse("");
      String excerpt = ForeignText.excerptOfChange(before, text, EXCERPT);
      String shown = is.isEmpty() ? "" : ": \"" + excerpt + '"';
      return detail(name + ForeignText.verb(was, is) + shown);
    }
    JsonObject none = new JsonObject();
    if (name.equals("annotations")
        && was.orElse(none) instanceof JsonObject old
        && is.orElse(none) instanceof JsonObject now) {
      List<String> changes = new ArrayList<>();
      for (String one : names(old, now)) {
        Optional<JsonElement> a = JsonTree.member(old, one);
        Optional<JsonElement> b = JsonTree.member(now, one);
        if (!a.equals(b)) {
          changes.add(ForeignText.change(one, a, b));
        }
      }
      return detail("annotations " + ForeignText.list(changes));
    }
    return detail(ForeignText.change(name, was, is));
  }

  private static List<Detail> detail(String text) {
    return List.of(new Detail(false, false, text));
  }

  /// A prompt's arguments are compared as the properties of an object.
  private static List<Detail> arguments(Optional<JsonElement> was, Optional<JsonElement> is) {
    Optional<JsonObject> old = schemaOf(was);
    Optional<JsonObject> now = schemaOf(is);
    return old.isPresent() && now.isPresent()
        ? SchemaDiff.between(Where.ARGUMENT, old.get(), now.get())
        : List.of(new Detail(true, true, "arguments changed"));
  }

  /// Empty if the arguments are not a list of objects with names of their own.
  private static Optional<JsonObject> schemaOf(Optional<JsonElement> arguments) {
    JsonObject properties = new JsonObject();
    JsonArray required = new JsonArray();
    JsonElement list = arguments.orElseGet(JsonArray::new);
    for (JsonElement element : list instanceof JsonArray all ? all : List.of(list)) {
      Optional<String> name =
          element instanceof JsonObject o ? JsonTree.string(o, "name") : Optional.empty();
      if (name.isEmpty() || properties.has(name.get())) {
        return Optional.empty();
      }
      JsonObject property = element.deepCopy().getAsJsonObject();
      property.remove("name");
      if (JsonTree.isTrue(Optional.ofNullable(property.remove("required")))) {
        required.add(name.get());
      }
      properties.add(name.get(), property);
    }
    JsonObject schema = new JsonObject();
    schema.add("properties", properties);
    schema.add("required", required);
    return Optional.of(schema);
  }
}
