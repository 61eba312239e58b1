package dev.pitstop.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Answers against the specification's own schema.
class ProtocolCheckTest {
  private static List<Finding> of(String method, boolean modern, String result) {
    return ProtocolCheck.of(
        List.of(new ProtocolCheck.Answer(method, modern, JsonParser.parseString(result))),
        Set.of());
  }

  private static JsonObject schema(String name) throws IOException {
    try (InputStream in = ProtocolCheckTest.class.getResourceAsStream(name)) {
      assertThat(in).as(name).isNotNull();
      return JsonParser.parseString(new String(in.readAllBytes(), StandardCharsets.UTF_8))
          .getAsJsonObject()
          .getAsJsonObject("$defs");
    }
  }

  /// Without what only people read.
  private static JsonElement bare(JsonElement schema) {
    if (schema instanceof JsonArray all) {
      JsonArray copy = new JsonArray();
      all.forEach(each -> copy.add(bare(each)));
      return copy;
    }
    if (!(schema instanceof JsonObject object)) {
      return schema;
    }
    JsonObject copy = new JsonObject();
    for (Map.Entry<String, JsonElement> each : object.entrySet()) {
      if (!each.getKey().equals("description") || !(each.getValue() instanceof JsonPrimitive)) {
        copy.add(each.getKey(), bare(each.getValue()));
      }
    }
    return copy;
  }

  @ParameterizedTest
  @DisplayName("What is checked is the specification's schema, but for the descriptions")
  @ValueSource(strings = {"2025-11-25", "2026-07-28"})
  void theSpecifications(String revision) throws IOException {
    JsonObject whole = schema("/spec/" + revision + ".schema.json");
    JsonObject ours = schema("/dev/pitstop/catalog/" + revision + ".json");
    assertThat(ours.keySet()).contains("ListToolsResult", "Tool", "ServerCapabilities");
    for (String type : ours.keySet()) {
      assertThat(ours.get(type)).as(type).isEqualTo(bare(whole.get(type)));
    }
  }

  @ParameterizedTest
  @DisplayName("A member of another type, or one that is missing")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "tools/list | {'tools': [{'name': 'a', 'inputSchema': {'type': 'object'}, 'title': 7}]} | tools[0].title is 7, but must be a string",
        "tools/list | {'tools': [{'name': 'a', 'inputSchema': {'type': 'object'}, 'annotations': {'readOnlyHint': 'yes'}}]} | tools[0].annotations.readOnlyHint is \"yes\", but must be true or false",
        "tools/list | {'tools': [], 'nextCursor': null} | nextCursor is null, but must be a string",
        "tools/list | {'tools': [], '_meta': []} | _meta is [], but must be an object",
        "prompts/list | {'prompts': [{'name': 'a', 'arguments': [{'name': 'b', 'required': 1}]}]} | prompts[0].arguments[0].required is 1, but must be true or false",
        "resources/list | {'resources': [{'name': 'a', 'uri': 'x:1', 'annotations': {'priority': 2}}]} | resources[0].annotations.priority is 2, which is out of range",
        "resources/list | {'resources': [{'name': 'a', 'uri': 'x:1', 'size': '1'}]} | resources[0].size is \"1\", but must be an integer",
        "resources/list | {'resources': [{'name': 'a', 'uri': 'x:1', 'annotations': {'audience': ['model']}}]} | resources[0].annotations.audience[0] is \"model\", but must be one of",
        "initialize | {'protocolVersion': '2025-11-25', 'capabilities': {'tools': true}, 'serverInfo': {'name': 'a', 'version': '1'}} | capabilities.tools is true, but must be an object",
        "initialize | {'protocolVersion': '2025-11-25', 'capabilities': {}, 'serverInfo': {'name': 'a', 'version': 1}} | serverInfo.version is 1, but must be a string",
        "initialize | {'capabilities': {}, 'serverInfo': {'name': 'a', 'version': '1'}} | protocolVersion is missing",
        "initialize | {'protocolVersion': '2025-11-25', 'serverInfo': {'name': 'a', 'version': '1'}} | capabilities is missing",
        "initialize | {'protocolVersion': '2025-11-25', 'capabilities': {}} | serverInfo is missing",
        "tools/list | {} | tools is missing",
        "tools/list | {'tools': [{'inputSchema': {'type': 'object'}}]} | tools[0].name is missing",
        "tools/list | {'tools': [null]} | tools[0] is null, but must be an object",
        "ping | 'pong' | the result is \"pong\", but must be an object",
      })
  void wrong(String method, String result, String detail) {
    List<Finding> found = of(method, false, result.replace('\'', '"'));
    assertThat(found).hasSize(1);
    assertThat(found.getFirst().mark()).isEqualTo(Mark.FAIL);
    assertThat(found.getFirst().details()).singleElement().asString().startsWith(detail);
  }

  @Test
  @DisplayName("The modern era wants more of a list; what is right, and what is new, is let be")
  void eras() {
    String list = "{\"tools\":[],\"new\":1,\"_meta\":{\"x/y\":1}}";
    assertThat(of("tools/list", false, list)).isEmpty();
    assertThat(of("tools/list", true, list).getFirst().details())
        .containsExactlyInAnyOrder(
            "cacheScope is missing", "resultType is missing", "ttlMs is missing");
  }

  @Test
  @DisplayName("What is in the schemas of tools is told by the check of schemas")
  void toldOnce() {
    assertThat(of("tools/list", false, "{\"tools\":[{\"name\":\"a\",\"inputSchema\":{}}]}"))
        .isEmpty();
  }
}
