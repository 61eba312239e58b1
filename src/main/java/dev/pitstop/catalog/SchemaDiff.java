package dev.pitstop.catalog;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.pitstop.catalog.Detail.What;
import dev.pitstop.catalog.Detail.Where;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What changed between two JSON schemas, told parameter by parameter (A2).
///
/// Works for every schema a server may send: a boolean, a union at the root, recursive references,
/// nonsense. What it does not understand it compares as a whole and calls unclear, which counts as
/// breaking. Depth and work are bounded, so that no schema can hold up a reload (M7).
final class SchemaDiff {
  private static final int MAX_DEPTH = 30;
  private static final int MAX_NODES = 20_000;
  private static final JsonObject ANYTHING = new JsonObject();

  private final Where where;
  private final SchemaDocument before;
  private final SchemaDocument after;

  /// A set, since two ways through a union may find the same.
  private final Set<Detail> details = new LinkedHashSet<>();

  /// The pairs of references that are being compared further up.
  private final Set<List<JsonElement>> open = new HashSet<>();

  private int nodes;

  private SchemaDiff(Where where, JsonElement before, JsonElement after) {
    this.where = where;
    this.before = new SchemaDocument(before);
    this.after = new SchemaDocument(after);
  }

  static List<Detail> between(Where where, JsonElement before, JsonElement after) {
    if (before.equals(after)) {
      return List.of();
    }
    SchemaDiff diff = new SchemaDiff(where, before, after);
    diff.compare("", before, after, 0);
    return List.copyOf(diff.details);
  }

  private void compare(String path, JsonElement rawOld, JsonElement rawNow, int depth) {
    if (depth > MAX_DEPTH || ++nodes > MAX_NODES) {
      if (!rawOld.equals(rawNow)) {
        add(What.OTHER, path, true, "changed deep inside");
      }
      return;
    }
    boolean references = hasReference(rawOld) || hasReference(rawNow);
    List<JsonElement> pair = List.of(rawOld, rawNow);
    if (references && !open.add(pair)) {
      return;
    }
    JsonElement old = before.open(rawOld);
    JsonElement now = after.open(rawNow);
    if (old instanceof JsonObject oldSchema && now instanceof JsonObject nowSchema) {
      annotations(path, oldSchema, nowSchema);
      alternatives(path, oldSchema, nowSchema, depth);
    } else if (!old.equals(now)) {
      boolean opened = now.equals(ANYTHING);
      add(What.RETYPED, path, !opened, "type " + oldText(old) + " → " + nowText(now));
    }
    if (references) {
      open.remove(pair);
    }
  }

  private static boolean hasReference(JsonElement schema) {
    return schema instanceof JsonObject object && object.has("$ref");
  }

  private void annotations(String path, JsonObject old, JsonObject now) {
    wording(What.DESCRIPTION, "description", path, old, now);
    wording(What.TITLE, "title", path, old, now);
    wording(What.OTHER, "examples", path, old, now);
    Optional<JsonElement> was = Json.member(old, "default");
    Optional<JsonElement> is = Json.member(now, "default");
    if (!was.equals(is)) {
      add(What.DEFAULT, path, false, arrow("default", was, is));
    }
    boolean wasDeprecated = Json.isTrue(Json.member(old, "deprecated"));
    boolean isDeprecated = Json.isTrue(Json.member(now, "deprecated"));
    if (wasDeprecated != isDeprecated) {
      add(What.OTHER, path, false, isDeprecated ? "now deprecated" : "no longer deprecated");
    }
  }

  private void wording(What what, String keyword, String path, JsonObject old, JsonObject now) {
    Optional<JsonElement> was = Json.member(old, keyword);
    Optional<JsonElement> is = Json.member(now, keyword);
    if (!was.equals(is)) {
      String verb = was.isEmpty() ? " added" : is.isEmpty() ? " removed" : " changed";
      add(what, path, false, keyword + verb);
    }
  }

  private void alternatives(String path, JsonObject old, JsonObject now, int depth) {
    List<JsonElement> oldUnion = Types.alternatives(old);
    List<JsonElement> nowUnion = Types.alternatives(now);
    if (oldUnion.isEmpty() && nowUnion.isEmpty()) {
      keywords(path, old, now, depth);
      return;
    }
    keywords(path, aroundUnion(old, oldUnion), aroundUnion(now, nowUnion), depth);
    List<JsonElement> gone = new ArrayList<>(oldUnion.isEmpty() ? spread(old) : oldUnion);
    List<JsonElement> came = new ArrayList<>(nowUnion.isEmpty() ? spread(now) : nowUnion);
    for (Iterator<JsonElement> all = gone.iterator(); all.hasNext(); ) {
      JsonElement one = all.next();
      int same = indexOf(came, SchemaDocument.bare(one));
      if (same >= 0) {
        // The text is the same; what a reference in it points to may not be.
        compare(path, one, came.remove(same), depth + 1);
        all.remove();
      }
    }
    if (gone.size() == came.size()) {
      for (int i = 0; i < gone.size(); i++) {
        compare(path, gone.get(i), came.get(i), depth + 1);
      }
      return;
    }
    String oldText = oldText(old);
    String nowText = nowText(now);
    add(
        What.RETYPED,
        path,
        !gone.isEmpty(),
        oldText.equals(nowText)
            ? "alternatives: " + came.size() + " added, " + gone.size() + " removed"
            : "type " + oldText + " → " + nowText);
  }

  private static JsonObject aroundUnion(JsonObject schema, List<JsonElement> union) {
    return union.isEmpty()
        ? ANYTHING
        : SchemaDocument.without(schema, Set.copyOf(Types.UNIONS));
  }

  /// A plain schema as a union, to be compared with one: an alternative for each of its types.
  private static List<JsonElement> spread(JsonObject schema) {
    JsonObject bare = SchemaDocument.without(schema, SchemaDocument.ANNOTATIONS);
    Optional<JsonArray> types = Json.array(schema, "type");
    if (types.isEmpty()) {
      return List.of(bare);
    }
    List<JsonElement> union = new ArrayList<>();
    for (JsonElement type : types.get()) {
      JsonObject one = SchemaDocument.without(bare, Set.of("type"));
      one.add("type", type);
      union.add(one);
    }
    return union;
  }

  private static int indexOf(List<JsonElement> union, JsonElement bare) {
    for (int i = 0; i < union.size(); i++) {
      if (SchemaDocument.bare(union.get(i)).equals(bare)) {
        return i;
      }
    }
    return -1;
  }

  private void keywords(String path, JsonObject old, JsonObject now, int depth) {
    Set<String> oldTypes = path.isEmpty() ? rootTypes(old) : Types.of(old);
    Set<String> nowTypes = path.isEmpty() ? rootTypes(now) : Types.of(now);
    if (!oldTypes.equals(nowTypes)) {
      boolean breaking = !Types.widens(oldTypes, nowTypes);
      add(What.RETYPED, path, breaking, "type " + oldText(old) + " → " + nowText(now));
      if (!Types.overlap(oldTypes, nowTypes)) {
        return; // Its other keywords speak of other values now.
      }
    }
    allowedValues(path, old, now);
    items(path, old, now, depth);
    if (hasProperties(old) || hasProperties(now)) {
      properties(path, old, now, depth);
    }
    additionalProperties(path, old, now, depth);
    others(path, old, now);
  }

  /// A tool's arguments are always an object, whether the schema says so or not.
  private static Set<String> rootTypes(JsonObject schema) {
    Set<String> types = Types.of(schema);
    return types.isEmpty() ? Set.of("object") : types;
  }

  private void allowedValues(String path, JsonObject old, JsonObject now) {
    Optional<Set<JsonElement>> was = Types.allowed(old);
    Optional<Set<JsonElement>> is = Types.allowed(now);
    if (was.isPresent() && is.isPresent()) {
      List<String> words = new ArrayList<>();
      boolean lost = signed("−", was.get(), is.get(), words);
      List<String> plus = new ArrayList<>();
      signed("+", is.get(), was.get(), plus);
      plus.addAll(words);
      if (!plus.isEmpty()) {
        add(What.RETYPED, path, lost, "enum " + String.join(" ", plus));
      }
    } else if (is.isPresent()) {
      add(What.RETYPED, path, true, "now one of " + Wording.values(is.get()));
    } else if (was.isPresent()) {
      add(What.RETYPED, path, false, "no longer one of " + Wording.values(was.get()));
    }
  }

  private static boolean signed(
      String sign, Set<JsonElement> these, Set<JsonElement> without, List<String> words) {
    List<JsonElement> rest = these.stream().filter(value -> !without.contains(value)).toList();
    rest.stream().limit(6).forEach(value -> words.add(sign + Wording.value(value)));
    if (rest.size() > 6) {
      words.add(sign + (rest.size() - 6) + " more");
    }
    return !rest.isEmpty();
  }

  private void items(String path, JsonObject old, JsonObject now, int depth) {
    JsonElement was = Json.member(old, "items").orElse(ANYTHING);
    JsonElement is = Json.member(now, "items").orElse(ANYTHING);
    compare(path + "[]", was, is, depth + 1);
  }

  private static boolean hasProperties(JsonObject schema) {
    return schema.has("properties") || schema.has("required");
  }

  private void properties(String path, JsonObject old, JsonObject now, int depth) {
    Set<String> oldRequired = required(old);
    Set<String> nowRequired = required(now);
    Map<String, JsonElement> oldProperties = propertiesOf(old, oldRequired);
    Map<String, JsonElement> nowProperties = propertiesOf(now, nowRequired);
    List<String> added = new ArrayList<>(nowProperties.keySet());
    added.removeAll(oldProperties.keySet());
    List<String> removed = new ArrayList<>(oldProperties.keySet());
    removed.removeAll(nowProperties.keySet());
    Map<String, String> renamed =
        Renames.match(
            removed,
            added,
            (was, is) ->
                likeness(
                    was,
                    before.open(oldProperties.getOrDefault(was, ANYTHING)),
                    is,
                    after.open(nowProperties.getOrDefault(is, ANYTHING))),
            name -> name);
    oldProperties.forEach(
        (name, schema) -> {
          String to = renamed.getOrDefault(name, name);
          String at = join(path, name);
          if (nowProperties.get(to) instanceof JsonElement other) {
            JsonElement was = schema;
            JsonElement is = other;
            if (!to.equals(name)) {
              add(What.RENAMED, at, true, "likely renamed to " + Wording.name(to));
              // A generated title follows the name; it says nothing new.
              was = untitled(before.open(was));
              is = untitled(after.open(is));
            }
            String toPath = join(path, to);
            if (oldRequired.contains(name) && !nowRequired.contains(to)) {
              add(What.OPTIONAL, toPath, false, "no longer required");
            } else if (nowRequired.contains(to) && !oldRequired.contains(name)) {
              add(What.REQUIRED, toPath, true, "now required");
            }
            compare(toPath, was, is, depth + 1);
          } else {
            add(What.REMOVED, at, true, "removed");
          }
        });
    added.removeAll(renamed.values());
    for (String name : added) {
      boolean required = nowRequired.contains(name);
      String type = nowText(nowProperties.getOrDefault(name, ANYTHING));
      String note = required ? "required" : "optional";
      add(
          What.ADDED,
          join(path, name),
          required,
          "added (" + (where == Where.ARGUMENT ? "" : type + ", ") + note + ")");
    }
  }

  private static JsonElement untitled(JsonElement schema) {
    return schema instanceof JsonObject o ? SchemaDocument.without(o, Set.of("title")) : schema;
  }

  private double likeness(String oldName, JsonElement old, String nowName, JsonElement now) {
    boolean equal = SchemaDocument.bare(old).equals(SchemaDocument.bare(now));
    if (!equal && !oldText(old).equals(nowText(now))) {
      return 0;
    }
    double names = Words.ofNames(oldName, nowName);
    double texts = Words.ofTexts(description(old), description(now));
    return Math.max(names, texts) > (equal ? 0.5 : 0.7) ? names + texts + (equal ? 0.5 : 0) : 0;
  }

  private static String description(JsonElement schema) {
    return schema instanceof JsonObject object
        ? Json.string(object, "description").orElse("")
        : "";
  }

  private static Set<String> required(JsonObject schema) {
    Set<String> names = new LinkedHashSet<>();
    for (JsonElement name : Json.array(schema, "required").orElseGet(JsonArray::new)) {
      Json.asString(name).ifPresent(names::add);
    }
    return names;
  }

  /// What is required exists, also if its schema is not given.
  private static Map<String, JsonElement> propertiesOf(JsonObject schema, Set<String> required) {
    Map<String, JsonElement> properties = new LinkedHashMap<>();
    Json.object(schema, "properties").ifPresent(all -> properties.putAll(all.asMap()));
    required.forEach(name -> properties.putIfAbsent(name, ANYTHING));
    return properties;
  }

  private void additionalProperties(String path, JsonObject old, JsonObject now, int depth) {
    JsonElement was = before.open(Json.member(old, "additionalProperties").orElse(ANYTHING));
    JsonElement is = after.open(Json.member(now, "additionalProperties").orElse(ANYTHING));
    boolean wasClosed = Json.isFalse(Optional.of(was));
    boolean isClosed = Json.isFalse(Optional.of(is));
    if (wasClosed != isClosed) {
      // Closing what has declared properties refuses only what nobody was told to send.
      boolean breaking = isClosed && !now.has("properties");
      String text = isClosed ? "no longer accepts other fields" : "now accepts other fields";
      add(What.LIMITED, path, breaking, text);
    } else if (!isClosed) {
      compare(join(path, "*"), was, is, depth + 1);
    }
  }

  private void others(String path, JsonObject old, JsonObject now) {
    Set<String> names = new LinkedHashSet<>(old.keySet());
    names.addAll(now.keySet());
    names.removeAll(Keywords.COMPARED);
    List<String> unknown = new ArrayList<>();
    boolean breaking = false;
    for (String name : names) {
      Optional<JsonElement> was = Json.member(old, name).map(before::inlined);
      Optional<JsonElement> is = Json.member(now, name).map(after::inlined);
      if (was.equals(is)) {
        continue;
      }
      if (Limits.isLimit(name)) {
        What what = name.equals("format") ? What.RETYPED : What.LIMITED;
        add(what, path, Limits.narrows(name, was, is), arrow(name, was, is));
      } else {
        unknown.add(name);
        breaking |= is.isPresent() && !Keywords.isRemark(name);
      }
    }
    if (!unknown.isEmpty()) {
      add(What.OTHER, path, breaking, "other keywords changed: " + Wording.words(unknown));
    }
  }

  private static String arrow(String what, Optional<JsonElement> was, Optional<JsonElement> is) {
    return what + " " + Wording.value(was) + " → " + Wording.value(is);
  }

  private String oldText(JsonElement schema) {
    return Types.text(before, schema);
  }

  private String nowText(JsonElement schema) {
    return Types.text(after, schema);
  }

  private static String join(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  private void add(What what, String path, boolean breaking, String text) {
    String subject =
        path.isEmpty() ? where.whole() : where.noun() + " " + Wording.name(path);
    boolean matters = breaking && where != Where.OUTPUT;
    details.add(new Detail(where, what, path, matters, subject + " " + text));
  }
}
