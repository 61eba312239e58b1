package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/// The JSON schema of a revision, as the specification publishes it.
final class SpecSchema {
  private final JsonObject document;
  private final String definitions;
  private final SchemaRegistry registry =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private final Map<String, Schema> schemas = new HashMap<>();

  SpecSchema(String revision) {
    try (InputStream in =
        SpecSchema.class.getResourceAsStream("/spec/" + revision + ".schema.json")) {
      assertThat(in).as("the schema of %s", revision).isNotNull();
      document = Json.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    definitions = document.has("$defs") ? "$defs" : "definitions";
  }

  /// Fails unless this is a valid one of that type.
  ///
  /// @return it
  JsonObject valid(String type, JsonObject value) {
    assertThat(document.getAsJsonObject(definitions).has(type)).as(type).isTrue();
    Schema schema = schemas.computeIfAbsent(type, this::schema);
    assertThat(schema.validate(value.toString(), InputFormat.JSON))
        .as("%s is no valid %s", value, type)
        .isEmpty();
    return value;
  }

  private Schema schema(String type) {
    JsonObject one = new JsonObject();
    for (Map.Entry<String, JsonElement> member : document.entrySet()) {
      one.add(member.getKey(), member.getValue());
    }
    JsonObject ref = new JsonObject();
    ref.addProperty("$ref", "#/" + definitions + "/" + type);
    JsonArray all = new JsonArray();
    all.add(ref);
    one.add("allOf", all);
    return registry.getSchema(one.toString());
  }
}
