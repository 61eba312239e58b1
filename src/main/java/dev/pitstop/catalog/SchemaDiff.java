package dev.pitstop.catalog;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.pitstop.catalog.Detail.What;
import dev.pitstop.catalog.Detail.Where;
import java.util.ArrayList;
import java.util.HashSet;
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

  private final SchemaDocument before;
  private final SchemaDocument after;
  private final Report report;
  private final KeywordDiff keywords;

  /// The pairs of references that are being compared further up.
  private final Set<List<JsonElement>> open = new HashSet<>();

  private int nodes;
  private boolean incomplete;

  private SchemaDiff(Where where, JsonElement before, JsonElement after) {
    this.before = new SchemaDocument(before);
    this.after = new SchemaDocument(after);
    this.report = new Report(where);
    this.keywords = new KeywordDiff(report, this.before, this.after);
  }

  static List<Detail> between(Where where, JsonElement before, JsonElement after) {
    if (before.equals(after)) {
      return List.of();
    }
    SchemaDiff diff = new SchemaDiff(where, before, after);
    diff.compare("", before, after, 0);
    if (diff.incomplete) {
      diff.report.add(What.OTHER, "", true, "changed, but too deep to compare in full");
    }
    return diff.report.details();
  }

  private void compare(String path, JsonElement rawOld, JsonElement rawNow, int depth) {
    if (depth > MAX_DEPTH || ++nodes > MAX_NODES) {
      incomplete = true;
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
      keywords.remarks(path, oldSchema, nowSchema);
      alternatives(path, oldSchema, nowSchema, depth);
    } else if (!old.equals(now)) {
      retyped(path, !now.equals(new JsonObject()), old, now);
    }
    if (references) {
      open.remove(pair);
    }
  }

  private static boolean hasReference(JsonElement schema) {
    return schema instanceof JsonObject object && object.has("$ref");
  }

  private void retyped(String path, boolean breaking, JsonElement old, JsonElement now) {
    String text = "type " + Types.text(before, old) + " → " + Types.text(after, now);
    report.add(What.RETYPED, path, breaking, text);
  }

  private void alternatives(String path, JsonObject old, JsonObject now, int depth) {
    List<JsonElement> oldUnion = Types.alternatives(old);
    List<JsonElement> nowUnion = Types.alternatives(now);
    if (oldUnion.isEmpty() && nowUnion.isEmpty()) {
      members(path, old, now, depth);
      return;
    }
    Set<JsonElement> oldValues = Unions.values(before, oldUnion);
    Set<JsonElement> nowValues = Unions.values(after, nowUnion);
    boolean sameUnion = !oldUnion.isEmpty() && !nowUnion.isEmpty() && oldValues.equals(nowValues);
    if (sameUnion || (oldValues.isEmpty() && nowValues.isEmpty())) {
      unions(path, old, now, depth);
    } else {
      alternatives(path, Unions.asEnum(old, oldValues), Unions.asEnum(now, nowValues), depth);
    }
  }

  private void unions(String path, JsonObject old, JsonObject now, int depth) {
    members(path, Unions.around(old), Unions.around(now), depth);
    List<JsonElement> gone = new ArrayList<>(Unions.spread(old));
    List<JsonElement> came = new ArrayList<>(Unions.spread(now));
    List<JsonElement> offered = List.copyOf(came);
    for (List<JsonElement> pair : Unions.pairs(before, gone, after, came)) {
      compare(path, pair.getFirst(), pair.getLast(), depth + 1);
    }
    if (gone.isEmpty() && came.isEmpty()) {
      return;
    }
    boolean breaking = !gone.stream().allMatch(one -> Unions.covers(after, offered, before, one));
    if (Types.text(before, old).equals(Types.text(after, now))) {
      String text = "alternatives: " + came.size() + " added, " + gone.size() + " removed";
      report.add(What.RETYPED, path, breaking, text);
    } else {
      retyped(path, breaking, old, now);
    }
  }

  private void members(String path, JsonObject old, JsonObject now, int depth) {
    Set<String> oldTypes = path.isEmpty() ? rootTypes(old) : Types.of(old);
    Set<String> nowTypes = path.isEmpty() ? rootTypes(now) : Types.of(now);
    if (!Types.same(
        oldTypes, nowTypes, Types.allowed(old).isPresent() && Types.allowed(now).isPresent())) {
      retyped(path, !Types.widens(oldTypes, nowTypes), old, now);
      if (!Types.overlap(oldTypes, nowTypes)) {
        return; // Its other keywords speak of other values now.
      }
    }
    keywords.allowedValues(path, old, now);
    if (old.has("items") || now.has("items")) {
      items(path, schemaAt(old, "items"), schemaAt(now, "items"), depth);
    }
    if (Properties.in(old) || Properties.in(now)) {
      properties(path, Properties.of(old), Properties.of(now), depth);
    }
    additionalProperties(path, old, now, depth);
    keywords.others(path, old, now);
  }

  private void items(String path, JsonElement was, JsonElement is, int depth) {
    if (!(was instanceof JsonArray) && !(is instanceof JsonArray)) {
      compare(path + "[]", was, is, depth + 1);
    } else if (!before.inlined(was).equals(after.inlined(is))) {
      // A list of schemas, one for each place, as they were written before `prefixItems`.
      report.add(What.OTHER, path, true, "other keywords changed: items");
    }
  }

  /// A tool's arguments are always an object, whether the schema says so or not.
  private static Set<String> rootTypes(JsonObject schema) {
    Set<String> types = Types.of(schema);
    return types.isEmpty() ? Set.of("object") : types;
  }

  private static JsonElement schemaAt(JsonObject schema, String keyword) {
    return Json.member(schema, keyword).orElseGet(JsonObject::new);
  }

  private void properties(String path, Properties old, Properties now, int depth) {
    List<String> added = new ArrayList<>(now.schemas().keySet());
    added.removeIf(old::has);
    List<String> removed = new ArrayList<>(old.schemas().keySet());
    removed.removeIf(now::has);
    Map<String, String> renamed =
        Renames.match(
            removed,
            added,
            (was, is) -> likeness(was, old.schema(was), is, now.schema(is)),
            name -> name);
    if (renamed.isEmpty()) {
      renamed = onlyPair(removed, added, old, now);
    }
    for (String name : old.schemas().keySet()) {
      String to = renamed.getOrDefault(name, name);
      if (!now.has(to)) {
        report.add(What.REMOVED, join(path, name), true, "removed");
        continue;
      }
      JsonElement was = old.schema(name);
      JsonElement is = now.schema(to);
      if (!to.equals(name)) {
        String text = "likely renamed to " + Wording.name(to);
        report.add(What.RENAMED, join(path, name), true, text);
        // A generated title follows the name; it says nothing new.
        was = untitled(before.open(was));
        is = untitled(after.open(is));
      }
      report.required(join(path, to), old.requires(name), now.requires(to));
      compare(join(path, to), was, is, depth + 1);
    }
    added.removeAll(renamed.values());
    for (String name : added) {
      String type = Types.text(after, now.schema(name));
      report.added(join(path, name), now.requires(name), type);
    }
  }

  private static JsonElement untitled(JsonElement schema) {
    return schema instanceof JsonObject o ? SchemaDocument.without(o, Set.of("title")) : schema;
  }

  private double likeness(String oldName, JsonElement rawOld, String nowName, JsonElement rawNow) {
    JsonElement old = before.open(rawOld);
    JsonElement now = after.open(rawNow);
    boolean equal = SchemaDocument.bare(old).equals(SchemaDocument.bare(now));
    if (!equal && !Types.text(before, old).equals(Types.text(after, now))) {
      return 0;
    }
    double names = Words.ofNames(oldName, nowName);
    double texts = Words.ofTexts(description(old), description(now));
    return Math.max(names, texts) > (equal ? 0.5 : 0.7) ? names + texts + (equal ? 0.5 : 0) : 0;
  }

  /// One required parameter went, one of the same type came in its place: whatever it is called
  /// now, callers have to say it under the new name.
  private Map<String, String> onlyPair(
      List<String> removed, List<String> added, Properties old, Properties now) {
    List<String> gone = new ArrayList<>(removed);
    gone.removeIf(name -> !old.requires(name));
    List<String> came = new ArrayList<>(added);
    came.removeIf(name -> !now.requires(name));
    if (gone.size() != 1 || came.size() != 1) {
      return Map.of();
    }
    String from = gone.getFirst();
    String to = came.getFirst();
    boolean inItsPlace =
        List.copyOf(old.schemas().keySet()).indexOf(from)
            == List.copyOf(now.schemas().keySet()).indexOf(to);
    String type = Types.text(before, before.open(old.schema(from)));
    boolean alike = type.equals(Types.text(after, after.open(now.schema(to))));
    return inItsPlace && alike ? Map.of(from, to) : Map.of();
  }

  private static String description(JsonElement schema) {
    return schema instanceof JsonObject object ? Json.string(object, "description").orElse("") : "";
  }

  private void additionalProperties(String path, JsonObject old, JsonObject now, int depth) {
    JsonElement was = schemaAt(old, "additionalProperties");
    JsonElement is = schemaAt(now, "additionalProperties");
    boolean wasClosed = Json.isFalse(Optional.of(was));
    boolean isClosed = Json.isFalse(Optional.of(is));
    if (wasClosed != isClosed) {
      // Closing what has declared properties refuses only what nobody was told to send.
      boolean breaking = isClosed && !now.has("properties");
      String text = isClosed ? "no longer accepts other fields" : "now accepts other fields";
      report.add(What.LIMITED, path, breaking, text);
    } else if (old.has("additionalProperties") || now.has("additionalProperties")) {
      compare(join(path, "*"), was, is, depth + 1);
    }
  }

  private static String join(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }
}
