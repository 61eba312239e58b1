package dev.pitstop.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Which output schemas let a result have a member that they do not name.
class OpenSchemaTest {
  private static boolean takes(String schema) {
    String tool = "{\"name\":\"t\",\"outputSchema\":" + schema.replace('\'', '"') + "}";
    return OpenSchema.takes(
        Listing.parse(Kind.TOOLS, List.of("{\"tools\":[" + tool + "]}")).entries().getFirst(),
        "pitstop_notice");
  }

  @Test
  @DisplayName("none at all")
  void none() {
    Entry tool =
        Listing.parse(Kind.TOOLS, List.of("{\"tools\":[{\"name\":\"t\"}]}")).entries().getFirst();
    assertThat(OpenSchema.takes(tool, "pitstop_notice")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'type':'object'}",
        "{'type':'object','properties':{'a':{'type':'object','additionalProperties':false}},'required':['a']}",
        "{'type':'object','additionalProperties':true,'unevaluatedProperties':true}",
        "{'$schema':'x','title':'T','description':'d','$defs':{'x':false},'type':'object'}",
        "{'type':'object','x-fastmcp-wrap-result':true,'$comment':'c','deprecated':false}"
      })
  @DisplayName("open; what no draft knows is an annotation")
  void open(String schema) {
    assertThat(takes(schema)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'object','additionalProperties':false}",
        "{'type':'object','additionalProperties':{}}",
        "{'type':'object','additionalProperties':{'type':'number'}}",
        "{'type':'object','unevaluatedProperties':false}",
        "{'type':'object','allOf':[{'additionalProperties':false}]}",
        "{'$ref':'#/$defs/x','$defs':{'x':{}}}",
        "{'anyOf':[{}]}",
        "{'oneOf':[{}]}",
        "{'not':{}}",
        "{'if':{},'then':false}",
        "{'type':'object','patternProperties':{'.*':{'type':'number'}}}",
        "{'type':'object','propertyNames':{'maxLength':3}}",
        "{'type':'object','maxProperties':1}",
        "{'const':{}}",
        "{'type':'object','properties':{'pitstop_notice':{'type':'number'}}}",
        "true",
        "false",
        "7"
      })
  @DisplayName("whatever may refuse a further member counts as closed")
  void closed(String schema) {
    assertThat(takes(schema)).isFalse();
  }
}
