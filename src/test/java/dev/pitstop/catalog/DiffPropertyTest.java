package dev.pitstop.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.pitstop.Rounds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("what holds for the difference of any two catalogues")
class DiffPropertyTest {
  private static final long SEED = Rounds.seed(20_260_728);

  @Test
  void equalCataloguesDifferInNothing() {
    for (int run = 0; run < Rounds.of(2_000); run++) {
      Catalog one = anything(new SplittableRandom(SEED + run));
      Catalog same = anything(new SplittableRandom(SEED + run));
      assertThat(Diff.between(one, same).changes()).as("seed %d", SEED + run).isEmpty();
    }
  }

  @Test
  void orderOfMembersAndEntriesIsNoDifference() {
    for (int run = 0; run < Rounds.of(500); run++) {
      Catalog one = anything(new SplittableRandom(SEED + run));
      List<Entry> shuffled = new ArrayList<>();
      for (Entry entry : one.entries(Kind.TOOLS)) {
        shuffled.add(new Entry(entry.kind(), entry.key(), reversed(entry.json())));
      }
      Collections.shuffle(shuffled, new Random(SEED + run));
      assertThat(Diff.between(one, one.with(Kind.TOOLS, shuffled)).changes())
          .as("seed %d", SEED + run)
          .isEmpty();
    }
  }

  @Test
  void anyTwoAreComparedInPrintableLinesWithinTheLimit() {
    for (int run = 0; run < Rounds.of(5_000); run++) {
      RandomGenerator random = new SplittableRandom(SEED + run);
      Diff diff = Diff.between(anything(random), anything(random));
      int maxLines = 1 + random.nextInt(8);

      String text = diff.text(maxLines);

      assertThat(text.lines().count()).as("seed %d", SEED + run).isLessThanOrEqualTo(maxLines);
      assertThat(text.chars().filter(c -> c != '\n').noneMatch(Character::isISOControl)).isTrue();
      assertThat(text.isEmpty()).isEqualTo(diff.isEmpty());
      assertThat(JsonParser.parseString(diff.json(25).toString())).isEqualTo(diff.json(25));
      assertBreakingFirst(diff);
    }
  }

  /// Whatever is done to one member of a schema, at any depth: if the plain trees differ, the
  /// difference says so, and one that takes something away from what was allowed is told as well.
  @Test
  void noChangeOfASchemaIsSilent() {
    int changed = 0;
    for (int run = 0; run < 5_000; run++) {
      RandomGenerator random = new SplittableRandom(SEED + run);
      JsonObject before = tool(random);
      JsonObject after = before.deepCopy();
      JsonObject at = after.getAsJsonObject("inputSchema");
      for (int depth = random.nextInt(6); depth > 0; depth--) {
        List<JsonElement> inner =
            at.asMap().values().stream().filter(JsonElement::isJsonObject).toList();
        at = inner.isEmpty() ? at : inner.get(random.nextInt(inner.size())).getAsJsonObject();
      }
      JsonObject some = new RandomJson(random).object(3);
      some.asMap().forEach(at::add);
      boolean same =
          new PlainSchema(before.get("inputSchema"))
              .tree()
              .equals(new PlainSchema(after.get("inputSchema")).tree());

      Diff diff = Diff.between(catalog(before), catalog(after));

      assertThat(diff.isEmpty()).as("seed %d", SEED + run).isEqualTo(same);
      changed += same ? 0 : 1;
    }
    assertThat(changed).isGreaterThan(1_000);
  }

  private static void assertBreakingFirst(Diff diff) {
    assertThat(diff.changes()).extracting(change -> !change.breaking()).isSorted();
  }

  /// One edit of one parameter of a well-formed tool is told, exactly, and nothing else is.
  private enum Edit {
    ADD("`%s` added (any, optional)", false),
    ADD_REQUIRED("`%s` added (any, required)", true),
    REMOVE("`%s` removed", true),
    RENAME("`%s` likely renamed to ", true),
    RETYPE("`%s` type ", true),
    REQUIRE("`%s` now required", true),
    DESCRIBE("description changed: `%s`", false),
    DEFAULT("`%s` `default` none → 4711", false);

    private final String told;
    private final boolean breaking;

    Edit(String told, boolean breaking) {
      this.told = told;
      this.breaking = breaking;
    }
  }

  @Test
  void anAppliedEditIsFoundAndNothingElse() {
    for (int run = 0; run < Rounds.of(4_000); run++) {
      RandomGenerator random = new SplittableRandom(SEED + run);
      JsonObject before = tool(random);
      JsonObject after = before.deepCopy();
      // The edit happens at the root or in the nested object, at a parameter that is optional.
      boolean nested = random.nextBoolean();
      JsonObject schema = after.getAsJsonObject("inputSchema");
      JsonObject at =
          nested ? schema.getAsJsonObject("properties").getAsJsonObject("options") : schema;
      Edit edit = Edit.values()[random.nextInt(Edit.values().length)];
      String path = (nested ? "options." : "") + apply(edit, at);

      Diff diff = Diff.between(catalog(before), catalog(after));

      String which = "seed %d %s".formatted(SEED + run, edit);
      assertThat(diff.changes()).as(which).hasSize(1);
      assertThat(diff.changes().getFirst().text())
          .as(which)
          .contains(edit.told.formatted(path))
          .doesNotContain(";");
      assertThat(diff.isBreaking()).as(which).isEqualTo(edit.breaking);
    }
  }

  private static String apply(Edit edit, JsonObject schema) {
    JsonObject properties = schema.getAsJsonObject("properties");
    JsonArray required = schema.getAsJsonArray("required");
    JsonObject target = properties.getAsJsonObject("target_value");
    switch (edit) {
      case ADD -> properties.add("zzz", new JsonObject());
      case ADD_REQUIRED -> {
        properties.add("zzz", new JsonObject());
        required.add("zzz");
      }
      case REMOVE -> properties.remove("target_value");
      case RENAME -> properties.add("targetValue", properties.remove("target_value"));
      case RETYPE -> target.addProperty("type", "null");
      case REQUIRE -> required.add("target_value");
      case DESCRIBE -> target.addProperty("description", "something else");
      case DEFAULT -> target.addProperty("default", 4711);
    }
    return switch (edit) {
      case ADD, ADD_REQUIRED -> "zzz";
      case REMOVE, RENAME, RETYPE, REQUIRE, DESCRIBE, DEFAULT -> "target_value";
    };
  }

  private static JsonObject tool(RandomGenerator random) {
    JsonObject schema = schema(random);
    schema.getAsJsonObject("properties").add("options", schema(random));
    JsonObject tool = new JsonObject();
    tool.addProperty("name", "tool");
    tool.add("inputSchema", schema);
    return tool;
  }

  private static JsonObject schema(RandomGenerator random) {
    String[] types = {"string", "integer", "number", "boolean", "array"};
    JsonObject properties = new JsonObject();
    JsonArray required = new JsonArray();
    for (int i = random.nextInt(5); i >= 0; i--) {
      String name = i == 0 ? "target_value" : "p" + i;
      JsonObject property = new JsonObject();
      property.addProperty("type", types[random.nextInt(types.length)]);
      if (random.nextBoolean()) {
        property.addProperty("description", "What " + name + " is for");
      }
      properties.add(name, property);
      if (i > 0 && random.nextBoolean()) {
        required.add(name);
      }
    }
    JsonObject schema = new JsonObject();
    schema.addProperty("type", "object");
    schema.add("properties", properties);
    schema.add("required", required);
    return schema;
  }

  private static Catalog catalog(JsonObject tool) {
    return Catalog.empty().with(Kind.TOOLS, List.of(new Entry(Kind.TOOLS, "tool", tool)));
  }

  private static Catalog anything(RandomGenerator random) {
    RandomJson json = new RandomJson(random);
    Catalog catalog = Catalog.empty();
    for (Kind kind : Kind.values()) {
      // A key once: of duplicates the first counts, and these tests change the order.
      Map<String, Entry> entries = new LinkedHashMap<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        String key = "k" + random.nextInt(4);
        entries.put(key, new Entry(kind, key, json.entry(kind, key)));
      }
      catalog = catalog.with(kind, List.copyOf(entries.values()));
    }
    return catalog;
  }

  private static JsonObject reversed(JsonObject object) {
    JsonObject copy = new JsonObject();
    for (String name : new ArrayList<>(object.keySet()).reversed()) {
      copy.add(
          name, object.get(name) instanceof JsonObject inner ? reversed(inner) : object.get(name));
    }
    return copy;
  }
}
