package dev.pitstop.commandline;

import static dev.pitstop.commandline.Tools.words;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("arguments are checked before a process starts")
class ParametersTest {
  private static CliTool typed(String schema) throws CliSchema.Unreadable {
    return Tools.tool(
        "{'name':'t','parameters':{'type':'object','properties':{'x':"
            + schema
            + "}},'cli_command':['x={x}']}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'string'            | 'a'",
        "'number'            | 1.5",
        "'number'            | -1e400",
        "'integer'           | 1",
        "'integer'           | 1.0",
        "'integer'           | 1e3",
        "'integer'           | 0e-5",
        "'integer'           | 123456789012345678901234567890123456789012345",
        "'integer'           | 10e2147483647",
        "'integer'           | 1000e2147483647",
        "'boolean'           | true",
        "'boolean'           | false",
        "'array'             | []",
        "'object'            | {}",
        "['string','null']   | null",
        "['string','null']   | 'a'",
        "['string','number'] | 1",
        "'string'            | null", // as if absent
      })
  void rightTypes(String type, String value) throws Exception {
    assertThat(words(typed("{'type':" + type + "}"), "{'x':" + value + "}")).isNotNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "'string'            ; 1     ; string",
        "'number'            ; '1'   ; number",
        "'integer'           ; 1.5   ; integer",
        "'integer'           ; 1e-3  ; integer",
        "'integer'           ; true  ; integer",
        "'boolean'           ; 'no'  ; boolean",
        "'array'             ; {}    ; array",
        "'object'            ; []    ; object",
        "'null'              ; 1     ; null",
        "['string','number'] ; false ; number|string",
      })
  void wrongTypes(String type, String value, String wanted) throws Exception {
    CliTool tool = typed("{'type':" + type + "}");
    assertThatThrownBy(() -> words(tool, "{'x':" + value + "}"))
        .isInstanceOf(Refused.class)
        .hasMessage(
            "`x` cannot be "
                + value.replace('\'', '"')
                + "\n  x: "
                + wanted
                + "\nNothing was run.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'red'",
        "'r\\u0065d'",
        "1",
        "1.0",
        "10e-1",
        "0.0",
        "true",
        "{'b':[1.0],'a':2}",
      })
  void choices(String value) throws Exception {
    CliTool tool = typed("{'enum':['red',1,-0,true,{'a':2,'b':[1]}]}");
    assertThat(words(tool, "{'x':" + value + "}")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"'Red'", "'1'", "2", "false", "'true'", "{'b':[1]}", "[]", "''"})
  void noChoices(String value) throws Exception {
    CliTool tool = typed("{'enum':['red',1,true,{'a':2,'b':[1]}]}");
    assertThatThrownBy(() -> words(tool, "{'x':" + value + "}"))
        .isInstanceOf(Refused.class)
        .hasMessageStartingWith("`x` cannot be " + value.replace('\'', '"'))
        .hasMessageContaining("\n  x: \"red\" | 1 | true | {\"a\":2,\"b\":[1]}\n");
  }

  @Test
  void required() throws Exception {
    CliTool tool =
        Tools.tool(
            "{'name':'add','parameters':{'properties':{'a':{'type':'string'},'b':{},"
                + "'c':{'type':['string','null']}},'required':['a','b','c']},"
                + "'cli_command':['{a}','{b}','{c}']}");
    assertThat(words(tool, "{'a':'1','b':null,'c':null}")).containsExactly("1");
    assertThatThrownBy(() -> words(tool, "{'a':null,'c':'x'}"))
        .hasMessage(
            "`a` cannot be null\n  a: string, required\n`b` is missing\n  b: any, required\n"
                + "Nothing was run.");
  }

  @Test
  void requiredByAToolWithoutACommand() throws Exception {
    CliTool tool =
        Tools.tool(
            "{'name':'add','inputSchema':{'properties':{'a':{'enum':['x']}},'required':['a']}}");
    assertThat(words(tool, "{'a':'x'}")).containsExactly("add");
    assertThatThrownBy(() -> words(tool, "{}")).isInstanceOf(Refused.class);
    assertThatThrownBy(() -> words(tool, "{'a':null}")).isInstanceOf(Refused.class);
    assertThatThrownBy(() -> words(tool, "{'a':'y'}")).isInstanceOf(Refused.class);
  }

  @Test
  void unknownNames() throws Exception {
    CliTool tool = Tools.template("['{title}','{due-date}']", "title", "due-date");
    assertThatThrownBy(() -> words(tool, "{'titel':1}"))
        .hasMessage(
            "there is no argument `titel`; did you mean `title`?\n  title: any\nNothing was run.");
    assertThatThrownBy(() -> words(tool, "{'dueDate':null}"))
        .hasMessageContaining("did you mean `due-date`?");
    assertThatThrownBy(() -> words(tool, "{'x\\u001b[31m\\n':1}"))
        .hasMessageStartingWith(
            "there is no argument `x\\u{1b}[31m\\u{a}`; there are `title`, `due-date`");
    assertThatThrownBy(() -> words(Tools.tool("{'name':'t','cli_command':['t']}"), "{'x':1}"))
        .hasMessage("there is no argument `x`: the tool takes none\nNothing was run.");
  }

  @Test
  @DisplayName(
      "a tool without cli_command gets other names too, unless additionalProperties is false")
  void otherNames() throws Exception {
    String tool = "{'name':'t','parameters':{'properties':{'a':{}}%s}}";
    assertThat(words(Tools.tool(tool.formatted("")), "{'x':1}")).isNotNull();
    assertThat(words(Tools.tool(tool.formatted(",'additionalProperties':{}")), "{'x':1}"))
        .isNotNull();
    assertThat(words(Tools.tool(tool.formatted(",'additionalProperties':true")), "{'x':1}"))
        .isNotNull();
    CliTool closed = Tools.tool(tool.formatted(",'additionalProperties':false"));
    assertThat(words(closed, "{'a':1}")).isNotNull();
    assertThatThrownBy(() -> words(closed, "{'x':1}")).isInstanceOf(Refused.class);
    CliTool patterns =
        Tools.tool(tool.formatted(",'additionalProperties':false,'patternProperties':{'^x':{}}"));
    assertThat(words(patterns, "{'x':1}")).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "'a'", "1", "true"})
  void noObject(String arguments) throws Exception {
    for (String tool : new String[] {"{'name':'t'}", "{'name':'t','cli_command':['t']}"}) {
      assertThatThrownBy(() -> words(Tools.tool(tool), arguments))
          .isInstanceOf(Refused.class)
          .hasMessageStartingWith("`arguments` must be an object, but is ");
    }
  }

  @Test
  @DisplayName("all that is wrong is told at once, but not without end")
  void many() throws Exception {
    CliTool tool = typed("{'type':'string'}");
    StringBuilder arguments = new StringBuilder("{'x':1");
    for (int i = 0; i < 1_000; i++) {
      arguments.append(",'").append("y".repeat(300)).append(i).append("':0");
    }
    assertThatThrownBy(() -> words(tool, arguments + "}"))
        .hasMessageStartingWith("`x` cannot be 1\n  x: string\nthere is no argument `yyy")
        .message()
        .hasSizeLessThan(5_000);
  }
}
