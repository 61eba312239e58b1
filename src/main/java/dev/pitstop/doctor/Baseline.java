package dev.pitstop.doctor;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Diff;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.catalog.Listing;
import dev.pitstop.textedit.FileWriter;
import dev.pitstop.textedit.JsonEdit;
import dev.pitstop.textedit.Jsonc;
import dev.pitstop.textedit.Mistake;
import dev.pitstop.textedit.Position;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// What a server offers, in a file that is kept with its sources: lists with their entries in
/// alphabetical order, and each entry's members too, so that a change is a few lines of a diff.
///
/// A missing file is written. Otherwise the server is compared with it, by meaning and not by text.
///
/// @param file absolute
/// @param update whether the file is written again if the server differs from it
public record Baseline(Path file, boolean update) {
  private static final String AREA = "baseline";
  private static final int FORMAT = 1;

  /// @param server the name that the server gives itself
  Finding check(List<ListFacts> lists, String server) {
    Optional<ListFacts> broken =
        lists.stream().filter(l -> !(l.end() instanceof ListFacts.End.Whole)).findFirst();
    if (broken.isPresent()) {
      return Finding.fail(
          AREA,
          "not compared with " + file + ": `" + broken.get().kind().method() + "` did not end well",
          "Correct that first");
    }
    Catalog now = catalog(lists);
    try {
      return Files.exists(file) ? compared(now, server) : written(now, server);
    } catch (IllegalArgumentException e) {
      return Finding.fail(
          AREA,
          file + ": " + e.getMessage(),
          "Name another file, or remove this one: then it is written");
    } catch (IOException e) {
      return Finding.fail(AREA, "cannot use " + file + ": " + e, "Check its path and permissions");
    }
  }

  private static Catalog catalog(List<ListFacts> lists) {
    Catalog catalog = Catalog.empty();
    for (ListFacts list : lists) {
      List<Entry> entries =
          list.items().stream().flatMap(i -> Listing.entry(list.kind(), i).stream()).toList();
      catalog = catalog.with(list.kind(), entries);
    }
    return catalog;
  }

  private Finding written(Catalog now, String server) throws IOException {
    write(now, server);
    int entries = Stream.of(Kind.values()).mapToInt(kind -> now.entries(kind).size()).sum();
    return Finding.ok(
        AREA, "wrote " + file + ", with " + entries + (entries == 1 ? " entry" : " entries"));
  }

  private Finding compared(Catalog now, String server) throws IOException {
    Diff diff = Diff.between(read(server), now);
    if (diff.isEmpty()) {
      return Finding.ok(AREA, "as in " + file);
    }
    List<String> lines = diff.text(Integer.MAX_VALUE).lines().toList();
    String counts = lines.getFirst();
    List<String> changes = lines.subList(1, lines.size());
    if (update) {
      write(now, server);
      return Finding.ok(AREA, "updated " + file + ": " + counts).with(changes);
    }
    return (diff.isBreaking()
            ? Finding.fail(
                AREA,
                "calls that " + file + " allows may fail: " + counts,
                "Keep what callers rely on; if the change is meant, `--update` accepts it")
            : Finding.warn(
                AREA,
                "differs from " + file + ", without breaking a call: " + counts,
                "`--update` accepts it"))
        .with(changes);
  }

  // The file.

  private void write(Catalog now, String server) throws IOException {
    JsonObject root = new JsonObject();
    root.addProperty("format", FORMAT);
    root.addProperty("server", server);
    for (Kind kind : Kind.values()) {
      JsonArray entries = new JsonArray();
      now.entries(kind).stream()
          .sorted(Comparator.comparing(Entry::key))
          .forEach(e -> entries.add(sorted(e.json())));
      root.add(kind.listMember(), entries);
    }
    FileWriter.write(file, JsonEdit.written(root, "\n", "  ") + "\n");
  }

  private static JsonElement sorted(JsonElement of) {
    if (of instanceof JsonArray all) {
      JsonArray sorted = new JsonArray();
      all.forEach(each -> sorted.add(sorted(each)));
      return sorted;
    }
    if (of instanceof JsonObject o) {
      JsonObject sorted = new JsonObject();
      Map<String, JsonElement> members = new TreeMap<>(o.asMap());
      members.forEach((name, value) -> sorted.add(name, sorted(value)));
      return sorted;
    }
    return of;
  }

  private Catalog read(String server) throws IOException {
    String text = Files.readString(file);
    JsonObject root = root(text);
    if (!(root.get("format") instanceof JsonPrimitive format)
        || !(root.get("server") instanceof JsonPrimitive of)) {
      throw new IllegalArgumentException("`format` or `server` is missing: this is not a baseline");
    }
    if (!format.getAsString().equals(String.valueOf(FORMAT))) {
      throw new IllegalArgumentException(
          at(text, "format")
              + "`format` is %s, and this version of Pitstop knows only %s"
                  .formatted(format.getAsString(), FORMAT));
    }
    if (!of.getAsString().equals(server)) {
      throw new IllegalArgumentException(
          at(text, "server")
              + "`server` is \"%s\", but this server calls itself \"%s\""
                  .formatted(of.getAsString(), server));
    }
    Catalog catalog = Catalog.empty();
    for (Kind kind : Kind.values()) {
      catalog = catalog.with(kind, entries(text, root, kind));
    }
    return catalog;
  }

  /// @throws IllegalArgumentException if it is no JSON object; says why
  private static JsonObject root(String text) {
    try {
      Jsonc.parse(text); // it says best what is wrong
      if (Listing.tree(text) instanceof JsonObject root) {
        return root;
      }
    } catch (Mistake m) {
      int line = Position.of(text, m.offset()).line();
      throw new IllegalArgumentException("line " + line + ": not JSON: " + m.message());
    } catch (JsonParseException e) {
      throw new IllegalArgumentException("not JSON: there is a comma too many");
    }
    throw new IllegalArgumentException("line 1: not an object: this is not a baseline");
  }

  private static List<Entry> entries(String text, JsonObject root, Kind kind) {
    String name = kind.listMember();
    if (!(root.get(name) instanceof JsonArray all)) {
      throw new IllegalArgumentException(at(text, name) + "`" + name + "` is not a list");
    }
    List<Entry> entries = new ArrayList<>();
    for (JsonElement each : all) {
      String odd = "`%s[%d]` has no `%s`".formatted(name, entries.size(), kind.keyMember());
      entries.add(
          Listing.entry(kind, each)
              .orElseThrow(() -> new IllegalArgumentException(at(text, name) + odd)));
    }
    return entries;
  }

  /// `line 3: `, where the first member of this name is; nothing if there is none.
  private static String at(String text, String member) {
    List<String> lines = text.lines().toList();
    return IntStream.range(0, lines.size())
        .filter(i -> lines.get(i).contains("\"" + member + "\""))
        .mapToObj(i -> "line " + (i + 1) + ": ")
        .findFirst()
        .orElse("");
  }
}
