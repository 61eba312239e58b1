package dev.pitstop.commandline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("docs/cli-schema.json says what the reader takes")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SchemaFileTest {
  private static final Path FILE = Path.of("docs/cli-schema.json");
  private static final Path PAGE = Path.of("docs/cli.md");

  /// Values of every kind; what is right for one key is wrong for others.
  private static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "false",
          "0",
          "1",
          "-1",
          "0.5",
          "2.0",
          "255",
          "256",
          "1e3",
          "999999999",
          "1e9",
          "1e10",
          "''",
          "'a'",
          "'a.B-c_9'",
          "'a b'",
          "'ü'",
          "'" + "n".repeat(64) + "'",
          "'" + "n".repeat(65) + "'",
          "'30s'",
          "'500ms'",
          "'2min'",
          "'1h'",
          "'0s'",
          "'00'",
          "'0010m'",
          "'1.5s'",
          "'30 s'",
          "'1234567890s'",
          "[]",
          "['a']",
          "['']",
          "['a\\u0000']",
          "['a',1]",
          "[null]",
          "[0,1,255]",
          "[1.0]",
          "[0.5]",
          "[256]",
          "[-1]",
          "['1']",
          "[{}]",
          "[{'src':'a'}]",
          "[{'src':1}]",
          "['src']",
          "{}",
          "{'x':[1]}",
          "{'type':'object'}",
          "{'type':'array'}",
          "{'type':['object']}",
          "{'type':null}",
          "{'properties':{}}",
          "{'properties':[]}",
          "{'properties':null}",
          "{'properties':{'a':{}}}",
          "{'properties':{'a':true}}",
          "{'properties':{'a':null}}",
          "{'properties':{'a':{'type':'string'}}}",
          "{'properties':{'a':{'type':'str'}}}",
          "{'properties':{'a':{'type':['integer','null']}}}",
          "{'properties':{'a':{'type':[]}}}",
          "{'properties':{'a':{'type':['x']}}}",
          "{'properties':{'a':{'type':1}}}",
          "{'properties':{'a':{'type':null}}}",
          "{'properties':{'a':{'enum':[1,'b']}}}",
          "{'properties':{'a':{'enum':'b'}}}",
          "{'properties':{'a':{}},'required':['a']}",
          "{'required':[]}",
          "{'required':'a'}",
          "{'required':[1]}",
          "{'additionalProperties':false}",
          "{'additionalProperties':{}}",
          "{'additionalProperties':'no'}",
          "{'readOnlyHint':true}",
          "{'readOnlyHint':'yes'}",
          "{'destructiveHint':null}",
          "{'idempotentHint':1}",
          "{'openWorldHint':[]}",
          "{'title':'t'}",
          "{'title':1}");

  private Schema file = schema("{}");

  @BeforeAll
  void read() throws IOException {
    file = schema(Files.readString(FILE));
  }

  private static Schema schema(String json) {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(json);
  }

  private boolean accepts(String json) {
    return file.validate(json, InputFormat.JSON).isEmpty();
  }

  private static boolean reads(String json) {
    try {
      return CliSchema.read(json.getBytes(UTF_8)).problems().isEmpty();
    } catch (CliSchema.Unreadable e) {
      return false;
    }
  }

  @Test
  @DisplayName("it is a valid JSON Schema, and describes every key")
  void itself() throws IOException {
    Schema meta =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema("{\"$ref\":\"https://json-schema.org/draft/2020-12/schema\"}");
    assertThat(meta.validate(Files.readString(FILE), InputFormat.JSON)).isEmpty();
    assertThat(meta.validate("{\"type\":\"text\"}", InputFormat.JSON)).isNotEmpty();
    String row = "(?m)^\\| (`[^|]+) \\|";
    Matcher rows = Pattern.compile(row).matcher(Files.readString(PAGE));
    int keys = 0;
    while (rows.find()) {
      Matcher key = Pattern.compile("`(\\w+)`").matcher(rows.group(1));
      while (key.find()) {
        if (!key.group(1).equals("true") && !key.group(1).equals("false")) {
          assertThat(Files.readString(FILE)).contains("\"" + key.group(1) + "\": {");
          keys++;
        }
      }
    }
    assertThat(keys).isEqualTo(13);
  }

  @Test
  @DisplayName("the example of docs/cli.md is accepted by both")
  void example() throws IOException {
    String example = Files.readString(PAGE).split("```json\n")[1].split("```")[0];
    assertThat(accepts(example)).isTrue();
    assertThat(reads(example)).isTrue();
  }

  @ParameterizedTest
  @DisplayName("every kind of value of every key: both accept it, or both refuse it")
  @ValueSource(
      strings = {
        "name",
        "title",
        "description",
        "parameters",
        "inputSchema",
        "outputSchema",
        "annotations",
        "icons",
        "_meta",
        "cli_command",
        "call_args",
        "timeout",
        "ok_exit_codes",
        "anything"
      })
  void everyKey(String key) {
    int accepted = 0;
    List<String> differ = new ArrayList<>();
    for (String value : VALUES) {
      String name = key.equals("name") ? "" : "'name':'t',";
      String tool = "{" + name + "'" + key + "':" + value + "}";
      for (String json : List.of("{'tools':[" + tool + "]}", "[{'name':'u'}," + tool + "]")) {
        String text = json.replace('\'', '"');
        accepted += accepts(text) ? 1 : 0;
        if (accepts(text) != reads(text)) {
          differ.add(text + (accepts(text) ? " is refused by the reader" : " is read"));
        }
      }
    }
    assertThat(differ).isEmpty();
    assertThat(accepted).isGreaterThan(0);
  }

  @Test
  @DisplayName("so with the object around the tools, and its call_args")
  void around() {
    List<String> differ = new ArrayList<>();
    for (String value : VALUES) {
      for (String json :
          List.of(
              value,
              "{'tools':" + value + "}",
              "{'tools':[" + value + "]}",
              "{'tools':[{'name':'t'}],'call_args':" + value + "}",
              "{'tools':[],'mine':" + value + "}")) {
        String text = json.replace('\'', '"');
        if (accepts(text) != reads(text)) {
          differ.add(text + (accepts(text) ? " is refused by the reader" : " is read"));
        }
      }
    }
    assertThat(differ).isEmpty();
  }

  @ParameterizedTest
  @DisplayName("of parameters and inputSchema there is one, in both")
  @ValueSource(strings = {"{},{}", "null,{}", "{},null", "null,null"})
  void twoNames(String values) {
    String[] both = values.split(",");
    String text =
        "[{\"name\":\"t\",\"parameters\":" + both[0] + ",\"inputSchema\":" + both[1] + "}]";
    assertThat(accepts(text)).isEqualTo(!values.equals("{},{}"));
    assertThat(reads(text)).isEqualTo(!values.equals("{},{}"));
  }

  @ParameterizedTest
  @DisplayName("what a JSON Schema cannot say, only the reader reports")
  @ValueSource(
      strings = {
        "[{'name':'a'},{'name':'a'}]",
        "[{'name':'a','cli_command':['{x}']}]",
        "[{'name':'a','parameters':{'properties':{'x':{}}},'cli_command':['a']}]",
        "[{'name':'a','parameters':{'required':['x']}}]",
        "[{'name':'a','cli_comand':['a']}]",
        "[{'name':'a','call_args':['\\ud800']}]"
      })
  void onlyTheReader(String json) {
    assertThat(accepts(json.replace('\'', '"'))).isTrue();
    assertThat(reads(json.replace('\'', '"'))).isFalse();
  }
}
