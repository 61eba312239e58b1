package dev.pitstop.catalog;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.pitstop.catalog.Detail.What;
import dev.pitstop.catalog.Detail.Where;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// What changed between two states of one entry (same kind, same key).
final class EntryDiff {
  private static final int EXCERPT = 80;
  private static final JsonObject ANYTHING = new JsonObject();

  private final JsonObject before;
  private final JsonObject after;
  private final List<Detail> details = new ArrayList<>();

  private EntryDiff(JsonObject before, JsonObject after) {
    this.before = before;
    this.after = after;
  }

  /// Breaking details first.
  static List<Detail> between(Entry before, Entry after) {
    if (before.json().equals(after.json())) {
      return List.of();
    }
    EntryDiff diff = new EntryDiff(before.json(), after.json());
    Set<String> names = new TreeSet<>(before.json().keySet());
    names.addAll(after.json().keySet());
    names.remove(before.kind().keyMember());
    diff.schemas(before.kind(), names);
    diff.fields(names);
    diff.details.sort(Comparator.comparing((Detail detail) -> !detail.breaking()));
    return List.copyOf(diff.details);
  }

  private void schemas(Kind kind, Set<String> names) {
    switch (kind) {
      case TOOLS -> {
        if (names.remove("inputSchema")) {
          details.addAll(
              SchemaDiff.between(
                  Where.PARAMETER,
                  Json.member(before, "inputSchema").orElse(ANYTHING),
                  Json.member(after, "inputSchema").orElse(ANYTHING)));
        }
        if (names.remove("outputSchema")) {
          outputSchema();
        }
      }
      case PROMPTS -> {
        if (names.remove("arguments")) {
          arguments();
        }
      }
      case RESOURCES, TEMPLATES -> {}
    }
  }

  private void outputSchema() {
    Optional<JsonElement> old = Json.member(before, "outputSchema");
    Optional<JsonElement> now = Json.member(after, "outputSchema");
    if (old.isPresent() && now.isPresent()) {
      details.addAll(SchemaDiff.between(Where.OUTPUT, old.get(), now.get()));
    } else if (old.isPresent() || now.isPresent()) {
      details.add(
          new Detail(
              Where.OUTPUT,
              now.isPresent() ? What.ADDED : What.REMOVED,
              "",
              false,
              "output schema " + (now.isPresent() ? "added" : "removed")));
    }
  }

  /// A prompt's arguments are compared as the properties of an object.
  private void arguments() {
    Optional<JsonObject> old = argumentsSchema(Json.member(before, "arguments"));
    Optional<JsonObject> now = argumentsSchema(Json.member(after, "arguments"));
    if (old.isPresent() && now.isPresent()) {
      details.addAll(SchemaDiff.between(Where.ARGUMENT, old.get(), now.get()));
    } else if (!Json.member(before, "arguments").equals(Json.member(after, "arguments"))) {
      details.add(new Detail(Where.ARGUMENT, What.OTHER, "", true, "arguments changed"));
    }
  }

  /// Empty if the arguments are not a list of objects with names.
  private static Optional<JsonObject> argumentsSchema(Optional<JsonElement> arguments) {
    JsonObject properties = new JsonObject();
    JsonArray required = new JsonArray();
    if (arguments.isPresent()) {
      if (!(arguments.get() instanceof JsonArray list)) {
        return Optional.empty();
      }
      for (JsonElement element : list) {
        if (!(element instanceof JsonObject argument)) {
          return Optional.empty();
        }
        Optional<String> name = Json.string(argument, "name");
        if (name.isEmpty() || properties.has(name.get())) {
          return Optional.empty();
        }
        JsonObject property = new JsonObject();
        for (String member : argument.keySet()) {
          if (!member.equals("name") && !member.equals("required")) {
            property.add(member, argument.get(member));
          }
        }
        properties.add(name.get(), property);
        if (Json.isTrue(Json.member(argument, "required"))) {
          required.add(name.get());
        }
      }
    }
    JsonObject schema = new JsonObject();
    schema.add("properties", properties);
    schema.add("required", required);
    return Optional.of(schema);
  }

  private void fields(Set<String> names) {
    List<String> others = new ArrayList<>();
    for (String name : names) {
      Optional<JsonElement> old = Json.member(before, name);
      Optional<JsonElement> now = Json.member(after, name);
      if (old.equals(now)) {
        continue;
      }
      switch (name) {
        case "description" -> description(old, now);
        case "title" -> add(What.TITLE, name, verb("title", old, now) + quoted(now));
        case "name", "mimeType" -> add(What.OTHER, name, name + arrow(old, now));
        case "annotations" -> annotations(old, now);
        default -> others.add(name);
      }
    }
    if (!others.isEmpty()) {
      add(What.OTHER, "", "other fields changed: " + Wording.words(others));
    }
  }

  private void description(Optional<JsonElement> old, Optional<JsonElement> now) {
    String before = old.flatMap(Json::asString).orElse("");
    String excerpt =
        now.flatMap(Json::asString)
            .map(text -> ": \"" + Wording.excerptOfChange(before, text, EXCERPT) + '"')
            .orElse("");
    add(What.DESCRIPTION, "description", verb("description", old, now) + excerpt);
  }

  private void annotations(Optional<JsonElement> old, Optional<JsonElement> now) {
    JsonElement oldAll = old.orElse(ANYTHING);
    JsonElement nowAll = now.orElse(ANYTHING);
    if (!(oldAll instanceof JsonObject oldSet) || !(nowAll instanceof JsonObject nowSet)) {
      add(What.ANNOTATION, "annotations", "annotations" + arrow(old, now));
      return;
    }
    Set<String> names = new TreeSet<>(oldSet.keySet());
    names.addAll(nowSet.keySet());
    for (String name : names) {
      Optional<JsonElement> was = Json.member(oldSet, name);
      Optional<JsonElement> is = Json.member(nowSet, name);
      if (!was.equals(is)) {
        add(
            What.ANNOTATION,
            "annotations." + name,
            "annotation " + Wording.word(name) + arrow(was, is));
      }
    }
  }

  private void add(What what, String path, String text) {
    details.add(new Detail(Where.ENTRY, what, path, false, text));
  }

  private static String quoted(Optional<JsonElement> now) {
    return now.flatMap(Json::asString)
        .map(text -> ": \"" + Wording.excerpt(text, EXCERPT) + '"')
        .orElse("");
  }

  private static String verb(String field, Optional<JsonElement> old, Optional<JsonElement> now) {
    return field + (old.isEmpty() ? " added" : now.isEmpty() ? " removed" : " changed");
  }

  private static String arrow(Optional<JsonElement> old, Optional<JsonElement> now) {
    return " " + Wording.value(old) + " → " + Wording.value(now);
  }
}
