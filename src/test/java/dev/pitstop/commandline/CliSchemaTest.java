package dev.pitstop.commandline;

import static dev.pitstop.commandline.Tools.schema;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pitstop.commandline.CliSchema.Problem;
import dev.pitstop.rpc.Json;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("what a program says of its tools")
class CliSchemaTest {
  private static String listed(CliSchema schema) {
    byte[] listed = schema.listed().getBytes(UTF_8);
    assertThat(Json.validate(listed)).isPresent();
    assertThat(new String(listed, UTF_8)).doesNotContain("\n", "\r");
    return new String(listed, UTF_8).replace('"', '\'');
  }

  @Test
  @DisplayName("half a character in what clients read becomes a question mark")
  void halves() throws Exception {
    String half = "\\" + "ud83d";
    assertThat(listed(schema("[{'name':'t','description':'" + half + "'}]")))
        .contains("'description':'?'");
  }

  @Test
  @DisplayName("the example of the design page, with all that may be there")
  void all() throws Exception {
    CliSchema schema =
        schema(
            """
            {'version': 3, 'tools': [{
              'name': 'add_task',
              'description': 'Adds a t\\u00e4sk',
              'parameters': {'type': 'object', 'properties': {'title': {'type': 'string'},
                'due': {'type': 'string'}}, 'required': ['title']},
              'cli_command': ['add', '--due={due}', '--', '{title}'],
              'annotations': {'readOnlyHint': false, 'mine': 1},
              'icons': [{'src': 'x.png'}],
              '_meta': {'a/b': 1.50},
              'outputSchema': {'properties': {}},
              'title': 'Add',
              'call_args': ['-j'],
              'timeout': '2min',
              'ok_exit_codes': [1, 2.0],
              'mine': null
            }]}
            """);
    assertThat(schema.problems()).isEmpty();
    CliTool tool = Tools.of(schema, "add_task").orElseThrow();
    assertThat(tool.timeoutMillis()).hasValue(120_000);
    assertThat(tool.okExitCodes()).containsExactlyInAnyOrder(1, 2);
    assertThat(tool.callArgs()).contains(List.of("-j"));
    assertThat(tool.structured()).isTrue();
    assertThat(tool.parameters().names()).containsExactly("title", "due");
    assertThat(listed(schema))
        .isEqualTo(
            "[{'name':'add_task','title':'Add','description':'Adds a täsk',"
                + "'inputSchema':{'type':'object','properties':{'title':{'type':'string'},"
                + "'due':{'type':'string'}},'required':['title']},"
                + "'outputSchema':{'type':'object','properties':{}},"
                + "'annotations':{'readOnlyHint':false,'mine':1},"
                + "'icons':[{'src':'x.png'}],'_meta':{'a/b':1.50}}]");
    assertThat(Tools.words(tool, "{'title':'--x','due':'now'}"))
        .containsExactly("add", "--due=now", "-j", "--", "--x");
  }

  @Test
  @DisplayName("a name is enough; an array of tools may stand alone; null is as if left out")
  void little() throws Exception {
    CliSchema alone = schema("\ufeff \n[{'name':'a'},{'inputSchema':{},'name':'b.c-D_9'}]\n");
    assertThat(alone.problems()).isEmpty();
    assertThat(listed(alone))
        .isEqualTo(
            "[{'name':'a','inputSchema':{'type':'object'}},"
                + "{'name':'b.c-D_9','inputSchema':{'type':'object'}}]");
    CliSchema none = schema("{'tools':[],'call_args':null}");
    assertThat(none.problems()).isEmpty();
    assertThat(listed(none)).isEqualTo("[]");
    CliTool tool =
        Tools.tool(
            "{'name':'a','title':null,'description':null,'parameters':null,'inputSchema':{ },"
                + "'outputSchema':null,'annotations':null,'icons':null,'_meta':null,"
                + "'cli_command':null,'call_args':null,'timeout':null,'ok_exit_codes':null}");
    assertThat(tool.listed()).isEqualTo("{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}}");
    assertThat(tool.template()).isEmpty();
    assertThat(tool.callArgs()).isEmpty();
    assertThat(tool.timeoutMillis()).isEmpty();
    assertThat(tool.okExitCodes()).isEmpty();
    assertThat(tool.structured()).isFalse();
    assertThat(Tools.of(schema("[{'name':'x','name':'y'}]"), "y")).isPresent();
    assertThat(Tools.of(schema("[{'name':'x'}]"), "y")).isEmpty();
  }

  @ParameterizedTest
  @DisplayName("what cannot be read at all")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "~~                       | is not JSON: it is empty",
        "~ \n~                    | is not JSON: it is empty",
        "usage: x                 | is not JSON: usage: x",
        "~a\nb\tc~                | is not JSON: a b c",
        "{'tools':[]} x           | is not JSON: {'tools':[]} x",
        "{'tools':[],}            | is not JSON: {'tools':[],}",
        "{}                       | has no array `tools`: {}",
        "{'tools':null}           | has no array `tools`: {'tools':null}",
        "42                       | has no array `tools`: 42",
      })
  void unreadable(String printed, String message) {
    assertThatThrownBy(() -> schema(printed))
        .isInstanceOf(CliSchema.Unreadable.class)
        .hasMessage(message.replace('\'', '"'));
  }

  @Test
  @DisplayName("an excerpt is short, plain text")
  void excerpt() {
    assertThatThrownBy(() -> schema("\u001b[31mpanic\u001b[0m\n" + "x".repeat(10_000)))
        .hasMessage("is not JSON: panic " + "x".repeat(193) + "…");
    byte[] deep = ("[".repeat(5_000) + "]".repeat(5_000)).getBytes(UTF_8);
    assertThatThrownBy(() -> CliSchema.read(deep))
        .isInstanceOf(CliSchema.Unreadable.class)
        .hasMessageStartingWith("is not JSON: [[[");
  }

  /// The second of three tools is wrong: what is said of it, and whether it is served.
  @ParameterizedTest(name = "{0}")
  @DisplayName("what is wrong is reported tool by tool; the others are served")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "5                                   | no  | tool #2 is 5, but must be an object",
        "null                                | no  | tool #2 is null, but must be an object",
        "{}                                  | no  | tool #2: `name` is missing",
        "{'name':null}                       | no  | tool #2: `name` is null, but must be a string",
        "{'name':5}                          | no  | tool #2: `name` is 5, but must be a string",
        "{'name':''}                         | no  | tool #2: `name` is '', which does not match ^[A-Za-z0-9_.-]{1,64}$",
        "{'name':'a b'}                      | no  | tool #2: `name` is 'a b', which does not match ^[A-Za-z0-9_.-]{1,64}$",
        "{'name':'ä'}                        | no  | tool #2: `name` is 'ä', which does not match ^[A-Za-z0-9_.-]{1,64}$",
        "{'name':'first'}                    | no  | tool #2: `name`: `first` is already the name of tool #1",
        "{'name':'x','parameters':[]}        | no  | tool `x`: `parameters` is [], but must be an object or null",
        "{'name':'x','inputSchema':'s'}      | no  | tool `x`: `inputSchema` is 's', but must be an object or null",
        "{'name':'x','parameters':true}      | no  | tool `x`: `parameters` is true, but must be an object or null",
        "{'name':'x','parameters':{'type':'array'}} | no | tool `x`: `parameters`: `type` is 'array', but must be 'object'",
        "{'name':'x','parameters':{'type':['object']}} | no | tool `x`: `parameters`: `type` is ['object'], but must be 'object'",
        "{'name':'x','parameters':{'type':null}} | no | tool `x`: `parameters`: `type` is null, but must be 'object'",
        "{'name':'x','parameters':{'properties':[]}} | no | tool `x`: `parameters`: `properties` is [], but must be an object",
        "{'name':'x','parameters':{'properties':{'a':true}}} | no | tool `x`: `parameters`: `properties.a` is true, but must be an object",
        "{'name':'x','parameters':{'properties':{'a':{'type':'str'}}}} | no | tool `x`: `parameters`: `properties.a.type` is 'str', which matches none of the allowed forms: string, number, integer, boolean, array, object, null, or an array of these",
        "{'name':'x','parameters':{'properties':{'a':{'type':[]}}}} | no | tool `x`: `parameters`: `properties.a.type` is [], which matches none of the allowed forms: string, number, integer, boolean, array, object, null, or an array of these",
        "{'name':'x','parameters':{'properties':{'a':{'type':['null',1]}}}} | no | tool `x`: `parameters`: `properties.a.type` is ['null',1], which matches none of the allowed forms: string, number, integer, boolean, array, object, null, or an array of these",
        "{'name':'x','parameters':{'properties':{'a':{'enum':'b'}}}} | no | tool `x`: `parameters`: `properties.a.enum` is 'b', but must be an array",
        "{'name':'x','parameters':{'required':'a'}} | no | tool `x`: `parameters`: `required` is 'a', but must be an array",
        "{'name':'x','parameters':{'required':[1]}} | no | tool `x`: `parameters`: `required[0]` is 1, but must be a string",
        "{'name':'x','parameters':{'required':['a']},'cli_command':['x']} | no | tool `x`: `parameters`: `required` lists `a`, which `properties` does not have",
        "{'name':'x','parameters':{'required':['a']}} | yes | tool `x`: `parameters`: `required` lists `a`, which `properties` does not have",
        "{'name':'x','parameters':{'additionalProperties':0}} | no | tool `x`: `parameters`: `additionalProperties` is 0, but must be true or false or an object",
        "{'name':'x','parameters':{},'inputSchema':{}} | yes | tool `x`: `inputSchema` is ignored, because the tool also has `parameters`",
        "{'name':'x','outputSchema':[]}      | no  | tool `x`: `outputSchema` is [], but must be an object or null",
        "{'name':'x','outputSchema':{'type':'string'}} | no | tool `x`: `outputSchema`: `type` is 'string', but must be 'object'",
        "{'name':'x','cli_command':'add {a}'} | no | tool `x`: `cli_command` is 'add {a}', but must be an array or null",
        "{'name':'x','cli_command':['a',1]}  | no  | tool `x`: `cli_command`: `[1]` is 1, but must be a string",
        "{'name':'x','cli_command':[]}       | no  | tool `x`: `cli_command` is [], but must not be empty",
        "{'name':'x','cli_command':['a\\u0000']} | no | tool `x`: `cli_command`: `[0]` is 'a\\u0000', which does not match ^[^\\u0000]*$",
        "{'name':'x','cli_command':['\\ud800']} | no | tool `x`: `cli_command` has an element that contains half a character (a lone surrogate): '\ud800'",
        "{'name':'x','cli_command':['{a}']}  | no  | tool `x`: `cli_command` uses `{a}`, but the tool has no such parameter",
        "{'name':'x','parameters':{'properties':{'title':{}}},'cli_command':['{title}{titel}']} | no | tool `x`: `cli_command` uses `{titel}`, but the tool has no such parameter; did you mean `{title}`?",
        "{'name':'x','parameters':{'properties':{'a':{},'b':{}}},'cli_command':['{a}']} | yes | tool `x`: `cli_command` never uses the parameter `b`",
        "{'name':'x','call_args':'--json'}   | no  | tool `x`: `call_args` is '--json', but must be an array or null",
        "{'name':'x','call_args':[null]}     | no  | tool `x`: `call_args`: `[0]` is null, but must be a string",
        "{'name':'x','timeout':0}            | no  | tool `x`: `timeout` is 0, which matches none of the allowed forms: How long a call may take: seconds, or a duration with its unit (ms, s, m, min, h)",
        "{'name':'x','timeout':-1}           | no  | tool `x`: `timeout` is -1, which matches none of the allowed forms: How long a call may take: seconds, or a duration with its unit (ms, s, m, min, h)",
        "{'name':'x','timeout':'soon'}       | no  | tool `x`: `timeout` is 'soon', which matches none of the allowed forms: How long a call may take: seconds, or a duration with its unit (ms, s, m, min, h)",
        "{'name':'x','timeout':true}         | no  | tool `x`: `timeout` is true, which matches none of the allowed forms: How long a call may take: seconds, or a duration with its unit (ms, s, m, min, h)",
        "{'name':'x','ok_exit_codes':1}      | no  | tool `x`: `ok_exit_codes` is 1, but must be an array or null",
        "{'name':'x','ok_exit_codes':[1,256]} | no | tool `x`: `ok_exit_codes`: `[1]` is 256, which is out of range",
        "{'name':'x','ok_exit_codes':['1']}  | no  | tool `x`: `ok_exit_codes`: `[0]` is '1', but must be an integer",
        "{'name':'x','ok_exit_codes':[-1]}   | no  | tool `x`: `ok_exit_codes`: `[0]` is -1, which is out of range",
        "{'name':'x','ok_exit_codes':[0.5]}  | no  | tool `x`: `ok_exit_codes`: `[0]` is 0.5, but must be an integer",
        "{'name':'x','ok_exit_codes':[1e999999999]} | no | tool `x`: `ok_exit_codes`: `[0]` is 1e999999999, which is out of range",
        "{'name':'x','title':5}              | yes | tool `x`: `title` is 5, but must be a string or null; it is ignored",
        "{'name':'x','description':['a']}    | yes | tool `x`: `description` is ['a'], but must be a string or null; it is ignored",
        "{'name':'x','annotations':true}     | yes | tool `x`: `annotations` is true, but must be an object or null; it is ignored",
        "{'name':'x','annotations':{'readOnlyHint':'yes'}} | yes | tool `x`: `annotations`: `readOnlyHint` is 'yes', but must be true or false; it is ignored",
        "{'name':'x','annotations':{'title':1}} | yes | tool `x`: `annotations`: `title` is 1, but must be a string; it is ignored",
        "{'name':'x','icons':{}}             | yes | tool `x`: `icons` is {}, but must be an array or null; it is ignored",
        "{'name':'x','icons':['a.png']}      | yes | tool `x`: `icons`: `[0]` is 'a.png', but must be an object; it is ignored",
        "{'name':'x','_meta':1}              | yes | tool `x`: `_meta` is 1, but must be an object or null; it is ignored",
        "{'name':'x','cli_comand':['a']}     | yes | tool `x`: `cli_comand` is not a known key; did you mean `cli_command`?",
        "{'name':'x','command':['a']}        | yes | tool `x`: `command` is not a known key; did you mean `cli_command`?",
        "{'name':'x','args':['a']}           | yes | tool `x`: `args` is not a known key; did you mean `call_args`?",
        "{'name':'x','okExitCodes':[1]}      | yes | tool `x`: `okExitCodes` is not a known key; did you mean `ok_exit_codes`?",
      })
  void problems(String wrong, String served, String text) throws Exception {
    CliSchema schema = schema("{'tools':[{'name':'first'}," + wrong + ",{'name':'last'}]}");
    assertThat(schema.problems())
        .extracting(Problem::text)
        .containsExactly(text.replace('\'', '"').replace("tool\"s", "tool's"));
    boolean all = served.equals("yes");
    assertThat(schema.problems().getFirst().served()).isEqualTo(all);
    assertThat(schema.tools()).extracting(CliTool::name).hasSize(all ? 3 : 2).contains("last");
    if (text.endsWith("it is ignored")) {
      assertThat(schema.tools().get(1).listed())
          .isEqualTo("{\"name\":\"x\",\"inputSchema\":{\"type\":\"object\"}}");
    }
  }

  @Test
  @DisplayName(
      "all that is wrong with one tool is told, and a tool that is left out is not called served")
  void manyProblems() throws Exception {
    CliSchema schema =
        schema("[{'name':'x','timeout':0,'title':1,'call_args':1,'cli_command':['{a}','{b}']}]");
    assertThat(schema.tools()).isEmpty();
    assertThat(schema.problems())
        .extracting(Problem::key)
        .containsExactly("timeout", "title", "call_args", "cli_command", "cli_command");
    assertThat(schema.problems()).noneMatch(Problem::served);
    assertThat(schema.problems()).extracting(Problem::tool).containsOnly("x");
  }

  @Test
  @DisplayName("call_args of all tools that no command line can hold are ignored, too")
  void unfitCallArgs() throws Exception {
    CliSchema schema = schema("{'call_args':['-j','a\\ud800'],'tools':[{'name':'x'}]}");
    assertThat(schema.problems()).hasSize(1);
    assertThat(schema.problems().getFirst().text())
        .startsWith("`call_args` has an element that contains half a character")
        .endsWith("; it is ignored");
    assertThat(schema.tools().getFirst().callArgs()).isEmpty();
  }

  @Test
  @DisplayName("what is wrong with the call_args of all tools is reported, and they are ignored")
  void schemaArgs() throws Exception {
    CliSchema schema = schema("{'call_args':'-j','tools':[{'name':'x'}]}");
    assertThat(schema.problems())
        .containsExactly(
            new Problem(
                "", "call_args", "is \"-j\", but must be an array or null; it is ignored", true));
    assertThat(schema.problems().getFirst().text())
        .isEqualTo("`call_args` " + schema.problems().getFirst().reason());
    assertThat(schema.tools().getFirst().callArgs()).isEmpty();
  }

  @Test
  @DisplayName("a tool that is not UTF-8, or too deep for a message, is left out alone")
  void bytes() throws Exception {
    byte[] latin = "[{\"name\":\"a\",\"title\":\"\u00e9\"},{\"name\":\"b\"}]".getBytes(ISO_8859_1);
    CliSchema one = CliSchema.read(latin);
    assertThat(one.problems())
        .extracting(Problem::text)
        .containsExactly("tool #1 is not valid UTF-8");
    assertThat(one.tools()).hasSize(1);
    String deep = "[".repeat(995) + "]".repeat(995);
    CliSchema other = schema("[{'name':'a','_meta':{'x':" + deep + "}},{'name':'b'}]");
    assertThat(other.problems())
        .extracting(Problem::text)
        .containsExactly("tool #1 is nested deeper than 990 levels");
    assertThat(other.tools()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "5, 5000",
    "0.5, 500",
    "0.0001, 1",
    "0.0015, 2",
    "1e-9, 1",
    "1E2, 100000",
    "999999999, 999999999000",
    "'500ms', 500",
    "'30s', 30000",
    "'30', 30000",
    "'2m', 120000",
    "'2min', 120000",
    "'1h', 3600000",
    "'999999999h', 3599999996400000",
  })
  void timeouts(String timeout, long millis) throws Exception {
    boolean text = !timeout.matches("[0-9.eE-]+") || timeout.equals("30");
    String value = text ? "'" + timeout + "'" : timeout;
    assertThat(Tools.tool("{'name':'x','timeout':" + value + "}").timeoutMillis()).hasValue(millis);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "0.0",
        "-0.001",
        "1000000000",
        "1e999999999",
        "'0s'",
        "'-1s'",
        "'1.5s'",
        "''",
        "'s'",
        "'1 s'",
        "'1d'",
        "'1234567890ms'",
        "[1]",
        "{}",
      })
  void noTimeouts(String timeout) throws Exception {
    CliSchema schema = schema("[{'name':'x','timeout':" + timeout + "}]");
    assertThat(schema.problems()).extracting(Problem::key).containsExactly("timeout");
    assertThat(schema.tools()).isEmpty();
  }
}
