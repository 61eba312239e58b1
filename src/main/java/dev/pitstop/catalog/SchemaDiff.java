package dev.pitstop.catalog;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The changes between two input schemas of a tool, parameter by parameter.
///
/// Takes any schema that a server may send: a boolean, a union at the root, recursive references,
/// nonsense. It reports every difference. A difference that it does not understand counts as
/// breaking. [PlainSchema] limits depth and work, so that no schema can delay a reload.
final class SchemaDiff {
  private static final JsonObject ANYTHING = new JsonObject();

  private final List<Detail> details = new ArrayList<>();

  /// The parts with a new description. They come in large numbers and say little, so one statement
  /// covers all.
  private final List<String> reworded = new ArrayList<>();

  private SchemaDiff() {}

  static List<Detail> between(JsonElement before, JsonElement after) {
    SchemaDiff diff = new SchemaDiff();
    PlainSchema was = new PlainSchema(before);
    PlainSchema is = new PlainSchema(after);
    diff.compare("", was.tree(), is.tree());
    if (!diff.reworded.isEmpty()) {
      String plural = diff.reworded.size() == 1 ? "" : "s";
      String text = "parameter description" + plural + " changed: ";
      diff.details.add(new Detail(false, false, text + ForeignText.names(diff.reworded)));
    }
    boolean whole = was.whole() && is.whole();
    if (!whole && !before.equals(after)) {
      diff.add("", true, "changed, but could not be compared in full");
    } else if (diff.details.isEmpty() && !was.tree().equals(is.tree())) {
      diff.add("", false, "written differently");
    }
    return diff.details;
  }

  /// @param path empty for the schema as a whole
  private void add(String path, boolean breaking, String text) {
    String subject = path.isEmpty() ? "input schema" : "parameter " + ForeignText.name(path);
    details.add(new Detail(breaking, true, subject + " " + text));
  }

  private void compare(String path, JsonElement before, JsonElement after) {
    if (before.equals(after)) {
      return;
    }
    if (!(before instanceof JsonObject old) || !(after instanceof JsonObject now)) {
      retyped(path, !after.equals(ANYTHING), before, after);
      return;
    }
    boolean comparable = types(path, old, now);
    Set<String> keywords = new LinkedHashSet<>(old.keySet());
    keywords.addAll(now.keySet());
    if (keywords.remove("required")) {
      keywords.add("properties"); // reported together
    }
    for (String keyword : keywords) {
      if (!comparable && !PlainSchema.isRemark(keyword)) {
        continue; // the keyword is about other values now
      }
      switch (keyword) {
        case "type", "nullable" -> {} // already reported
        case "properties" -> properties(path, Properties.of(old), Properties.of(now));
        case "enum" -> values(path, old, now);
        default -> keyword(path, keyword, old, now);
      }
    }
  }

  private void keyword(String path, String keyword, JsonObject old, JsonObject now) {
    Optional<JsonElement> was = Optional.ofNullable(old.get(keyword));
    Optional<JsonElement> is = Optional.ofNullable(now.get(keyword));
    if (was.equals(is)) {
      return;
    }
    if (keyword.equals("description") && !path.isEmpty()) {
      reworded.add(path);
    } else if (keyword.equals("items") && isSchema(was) && isSchema(is)) {
      compare(path + "[]", was.orElse(ANYTHING), is.orElse(ANYTHING));
    } else {
      boolean harmless =
          PlainSchema.isRemark(keyword)
              || is.isEmpty()
              || (keyword.equals("additionalProperties") && is.get().equals(ANYTHING))
              || was.map(PlainSchema::bare).equals(is.map(PlainSchema::bare))
              || (keyword.equals("anyOf") && alternatives(is).containsAll(alternatives(was)));
      add(path, !harmless, ForeignText.change(keyword, was, is));
    }
  }

  private static List<JsonElement> alternatives(Optional<JsonElement> union) {
    return Types.elements(union.map(PlainSchema::bare).orElse(new JsonArray()));
  }

  private static boolean isSchema(Optional<JsonElement> schema) {
    return schema.isEmpty() || schema.get() instanceof JsonObject;
  }

  private void retyped(String path, boolean breaking, JsonElement old, JsonElement now) {
    add(path, breaking, "type " + Types.text(old) + " → " + Types.text(now));
  }

  /// Reports a changed type.
  ///
  /// @return whether the other keywords still concern the same values
  private boolean types(String path, JsonObject old, JsonObject now) {
    boolean union = old.has("anyOf") || now.has("anyOf");
    Set<String> was = Types.of(old);
    Set<String> is = Types.of(now);
    if (path.isEmpty()) { // a tool's arguments are an object, whatever the schema says
      (was.isEmpty() ? was : is).addAll(was.isEmpty() ? is : is.isEmpty() ? was : Set.of());
    }
    boolean same =
        union
            ? Types.text(old).equals(Types.text(now))
            : was.equals(is) && Types.isNullable(old) == Types.isNullable(now);
    if (!same) {
      retyped(path, !Types.covers(now, old), old, now);
    }
    boolean numbers = was.contains("integer") && is.contains("number");
    boolean overlap = was.isEmpty() || is.isEmpty() || !Collections.disjoint(was, is);
    return same || (!union && (overlap || numbers));
  }

  private void values(String path, JsonObject old, JsonObject now) {
    Set<JsonElement> gone = Types.values(old);
    Set<JsonElement> came = Types.values(now);
    if (!old.has("enum")) {
      add(path, true, "now one of " + ForeignText.values(came));
    } else if (!now.has("enum")) {
      add(path, false, "no longer limited to " + ForeignText.values(gone));
    } else {
      gone.removeAll(Types.values(now));
      came.removeAll(Types.values(old));
      if (!gone.isEmpty()) {
        add(path, true, "no longer accepts " + ForeignText.values(gone));
      }
      if (!came.isEmpty()) {
        add(path, false, "also accepts " + ForeignText.values(came));
      }
    }
  }

  private void properties(String path, Properties old, Properties now) {
    Map<String, String> renamed = Renames.ofProperties(old, now);
    for (String name : old.schemas().keySet()) {
      String to = renamed.getOrDefault(name, name);
      String at = join(path, to);
      if (!now.has(to)) {
        add(at, true, "removed");
        continue;
      }
      JsonElement was = old.schema(name);
      JsonElement is = now.schema(to);
      if (!to.equals(name)) {
        add(join(path, name), true, "likely renamed to " + ForeignText.name(to));
        was = untitled(was); // a generated title follows the name and adds nothing
        is = untitled(is);
      }
      if (!old.requires(name) && now.requires(to)) {
        add(at, true, "now required");
      } else if (old.requires(name) && !now.requires(to)) {
        add(at, false, "no longer required");
      }
      compare(at, was, is);
    }
    for (String name : now.schemas().keySet()) {
      if (!old.has(name) && !renamed.containsValue(name)) {
        boolean required = now.requires(name);
        String type = Types.text(now.schema(name));
        String note = "added (" + type + (required ? ", required)" : ", optional)");
        add(join(path, name), required, note);
      }
    }
  }

  private static JsonElement untitled(JsonElement schema) {
    JsonElement rest = schema.deepCopy();
    if (rest instanceof JsonObject object) {
      object.remove("title");
    }
    return rest;
  }

  private static String join(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }
}
