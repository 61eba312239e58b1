package dev.pitstop.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Schemas that clients refuse, and those that they do not.
@DisplayName("pitstop doctor, schemas")
class SchemaCheckTest {
  private static List<JsonElement> tool(String members) {
    return List.of(JsonParser.parseString("{\"name\":\"t\"" + members + "}"));
  }

  private static List<Finding> input(String schema) {
    return SchemaCheck.of(tool(",\"inputSchema\":" + schema));
  }

  @ParameterizedTest
  @DisplayName("What is wrong is found, how bad it is, and where it stands")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "true | FAIL | is not of type | is true",
        "null | FAIL | is not of type | is null",
        "{} | FAIL | is not of type | `type` is missing",
        "{\"type\":\"string\"} | FAIL | is not of type | \"string\"",
        "{\"type\":[\"object\"]} | FAIL | is not of type | [\"object\"]",
        "{\"type\":\"object\",\"anyOf\":[{}]} | FAIL | at the top | anyOf",
        "{\"type\":\"object\",\"oneOf\":[{}]} | FAIL | at the top | oneOf",
        "{\"type\":\"object\",\"allOf\":[{}]} | FAIL | at the top | allOf",
        "{\"type\":\"object\",\"properties\":[]} | FAIL | not valid JSON Schema | properties is []",
        "{\"type\":\"object\",\"properties\":{\"a\":\"string\"}} | FAIL | not valid | properties.a",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"int\"}}} | FAIL | not valid | \"int\"",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"enum\":[]}}} | FAIL | not valid | enum is []",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"anyOf\":[]}}} | FAIL | not valid | must not be empty",
        "{\"type\":\"object\",\"required\":true} | FAIL | not valid | required is true",
        "{\"type\":\"object\",\"required\":[1]} | FAIL | not valid | required[0] is 1",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"minLength\":\"1\"}}} | FAIL | not valid | must be a number",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"items\":[{}]}}} | FAIL | not valid | items is [{}]",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"exclusiveMinimum\":true}}} | FAIL | not valid | exclusiveMinimum is true",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"x.json\"}}} | FAIL | nowhere | x.json",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"#/$defs/X\"}}} | FAIL | nowhere | X",
        "{\"type\":\"object\",\"properties\":{\"a b\":{}}} | FAIL | model APIs reject | `a b`",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"array\"}}} | WARN | `items` | a",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"#\"}}} | WARN | itself | #",
        "{\"type\":\"object\",\"properties\":{},\"required\":[\"g\"]} | WARN | requires | `g`",
      })
  void wrong(String schema, Mark mark, String text, String detail) {
    List<Finding> findings = input(schema);
    assertThat(findings).hasSize(1);
    Finding one = findings.getFirst();
    assertThat(one.mark()).isEqualTo(mark);
    assertThat(one.text()).contains(text);
    assertThat(one.remedy()).isPresent();
    assertThat(one.details()).anyMatch(d -> d.startsWith("t: ") && d.contains(detail));
  }

  @ParameterizedTest
  @DisplayName("What all known clients take is not complained of")
  @ValueSource(
      strings = {
        "{\"type\":\"object\"}",
        "{\"type\":\"object\",\"properties\":{},\"additionalProperties\":false}",
        "{\"type\":\"object\",\"properties\":{\"a\":{},\"b\":true,\"c\":{\"type\":[\"string\",\"null\"]}}}",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"anyOf\":[{\"type\":\"null\"},{\"type\":\"string\"}]}}}",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"#/$defs/A\"},\"b\":{\"$ref\":\"#/$defs/A\"}},"
            + "\"$defs\":{\"A\":{\"type\":\"string\"}}}",
        "{\"type\":\"object\",\"properties\":{\"type\":{\"type\":\"string\"},\"items\":{\"type\":\"string\"},"
            + "\"required\":{\"type\":\"boolean\"}}}",
        "{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"type\":\"object\",\"properties\":"
            + "{\"a\":{\"type\":\"array\",\"items\":{\"type\":\"number\",\"exclusiveMinimum\":0}}},"
            + "\"required\":[\"a\"]}",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"array\",\"prefixItems\":[{}]}}}",
      })
  void fine(String schema) {
    assertThat(input(schema)).singleElement().matches(f -> f.mark() == Mark.OK);
  }

  @Test
  @DisplayName("A tool without a schema, and an output schema that is none")
  void missing() {
    assertThat(SchemaCheck.of(tool("")).getFirst().details())
        .containsExactly("t: inputSchema is missing");
    assertThat(
            SchemaCheck.of(
                tool(
                    ",\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":{\"type\":\"array\",\"items\":{}}")))
        .singleElement()
        .satisfies(
            f -> assertThat(f.details()).containsExactly("t: outputSchema `type` is \"array\""));
  }

  @Test
  @DisplayName("Alternatives at the top of an output schema reach no model")
  void outputUnion() {
    assertThat(
            SchemaCheck.of(
                tool(
                    ",\"inputSchema\":{\"type\":\"object\"},"
                        + "\"outputSchema\":{\"type\":\"object\",\"anyOf\":[{}]}")))
        .allMatch(f -> f.mark() == Mark.OK);
  }

  @Test
  @DisplayName("A schema that is nested without end, or refers in circles, is gone through once")
  void deep() {
    String deep =
        "{\"type\":\"object\",\"properties\":{\"a\":".repeat(100) + "{}" + "}}".repeat(100);
    assertThat(input(deep)).allMatch(f -> f.mark() == Mark.OK);
    String circle =
        "{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"#/$defs/A\"}},\"$defs\":"
            + "{\"A\":{\"properties\":{\"b\":{\"$ref\":\"#/$defs/B\"}}},"
            + "\"B\":{\"properties\":{\"a\":{\"$ref\":\"#/$defs/A\"}}}}}";
    assertThat(input(circle)).singleElement().matches(f -> f.mark() == Mark.WARN);
  }
}
