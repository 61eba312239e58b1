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
    byte[] listed = schema.listed();
    assertThat(Json.validate(listed)).isPresent();
    assertThat(new String(listed, UTF_8)).doesNotContain("\n", "\r");
    return new String(listed, UTF_8).replace('"', '\'');
  }

  @Test
  @DisplayName("half a character in what clients read becomes U+FFFD")
  void halves() throws Exception {
    String half = "\\" + "ud83d";
    assertThat(listed(schema("[{'name':'t','description':'" + half + "'}]")))
        .contains("'description':'\\" + "ufffd'");
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
            "[{'name':'add_task','title':'Add','description':'Adds a t\\u00e4sk',"
                + "'inputSchema':{'type': 'object', 'properties': {'title': {'type': 'string'}, "
                + "    'due': {'type': 'string'}}, 'required': ['title']},"
                + "'outputSchema':{'type':'object','properties': {}},"
                + "'annotations':{'readOnlyHint': false, 'mine': 1},"
                + "'icons':[{'src': 'x.png'}],'_meta':{'a/b': 1.50}}]");
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
    assertThat(new String(tool.listed(), UTF_8))
        .isEqualTo("{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}}");
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
        "{'tools':{}}             | must have an array `tools`, but `tools` is an object",
        "{'tools':null}           | must have an array `tools`, but `tools` is null",
        "{'tools':[],'tools':1}   | must have an array `tools`, but `tools` is the number 1",
        "'tools'                  | must be an object with an array `tools`, but is the string 'tools'",
        "42                       | must be an object with an array `tools`, but is the number 42",
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
        .hasMessage("is not JSON: panic " + "x".repeat(194) + "…");
    byte[] deep = ("[".repeat(5_000) + "]".repeat(5_000)).getBytes(UTF_8);
    assertThatThrownBy(() -> CliSchema.read(deep))
        .isInstanceOf(CliSchema.Unreadable.class)
        .hasMessage("is nested deeper than 1000 levels");
  }

  /// The second of three tools is wrong: what is said of it, and whether it is served.
  @ParameterizedTest(name = "{0}")
  @DisplayName("what is wrong is reported tool by tool; the others are served")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "5                                   | no  | tool #2 must be an object, but is the number 5",
        "null                                | no  | tool #2 must be an object, but is null",
        "{}                                  | no  | tool #2: `name` is missing",
        "{'name':null}                       | no  | tool #2: `name` is missing",
        "{'name':5}                          | no  | tool #2: `name` must be a string, but is the number 5",
        "{'name':''}                         | no  | tool #2: `name` must be 1 to 64 characters from A-Z, a-z, 0-9, `_`, `-` and `.`, but is ''",
        "{'name':'a b'}                      | no  | tool #2: `name` must be 1 to 64 characters from A-Z, a-z, 0-9, `_`, `-` and `.`, but is 'a b'",
        "{'name':'ä'}                        | no  | tool #2: `name` must be 1 to 64 characters from A-Z, a-z, 0-9, `_`, `-` and `.`, but is 'ä'",
        "{'name':'first'}                    | no  | tool #2: `name`: `first` is already the name of tool #1",
        "{'name':'x','parameters':[]}        | no  | tool `x`: `parameters` must be a JSON Schema object, but is an array",
        "{'name':'x','inputSchema':'s'}      | no  | tool `x`: `inputSchema` must be a JSON Schema object, but is the string 's'",
        "{'name':'x','parameters':true}      | no  | tool `x`: `parameters` must be a JSON Schema object, but is true",
        "{'name':'x','parameters':{'type':'array'}} | no | tool `x`: `parameters` must have 'type': 'object', but has 'array'",
        "{'name':'x','parameters':{'type':['object']}} | no | tool `x`: `parameters` must have 'type': 'object', but has ['object']",
        "{'name':'x','parameters':{'type':null}} | no | tool `x`: `parameters` must have 'type': 'object', but has null",
        "{'name':'x','parameters':{'properties':[]}} | no | tool `x`: `parameters`: `properties` must be an object, but is an array",
        "{'name':'x','parameters':{'properties':{'a':true}}} | no | tool `x`: `parameters`: `a` must be a JSON Schema object, but is true",
        "{'name':'x','parameters':{'properties':{'a':{'type':'str'}}}} | no | tool `x`: `parameters`: `a` has the type 'str', which is not a JSON Schema type: use one of string, number, integer, boolean, array, object, null",
        "{'name':'x','parameters':{'properties':{'a':{'type':[]}}}} | no | tool `x`: `parameters`: `a` has an empty array as its type",
        "{'name':'x','parameters':{'properties':{'a':{'type':['null',1]}}}} | no | tool `x`: `parameters`: `a` has the type 1, which is not a JSON Schema type: use one of string, number, integer, boolean, array, object, null",
        "{'name':'x','parameters':{'properties':{'a':{'enum':'b'}}}} | no | tool `x`: `parameters`: `a`: `enum` must be an array, but is the string 'b'",
        "{'name':'x','parameters':{'required':'a'}} | no | tool `x`: `parameters`: `required` must be an array of strings, but is the string 'a'",
        "{'name':'x','parameters':{'required':[1]}} | no | tool `x`: `parameters`: `required` must be an array of strings, but contains the number 1",
        "{'name':'x','parameters':{'required':['a']},'cli_command':['x']} | no | tool `x`: `parameters`: `required` lists `a`, which `properties` does not have",
        "{'name':'x','parameters':{'required':['a']}} | yes | tool `x`: `parameters`: `required` lists `a`, which `properties` does not have",
        "{'name':'x','parameters':{'additionalProperties':0}} | no | tool `x`: `parameters`: `additionalProperties` must be true, false or an object, but is the number 0",
        "{'name':'x','parameters':{},'inputSchema':{}} | yes | tool `x`: `inputSchema` is ignored, because the tool also has `parameters`",
        "{'name':'x','outputSchema':[]}      | no  | tool `x`: `outputSchema` must be a JSON Schema object, but is an array",
        "{'name':'x','outputSchema':{'type':'string'}} | no | tool `x`: `outputSchema` must have 'type': 'object', but has 'string'",
        "{'name':'x','cli_command':'add {a}'} | no | tool `x`: `cli_command` must be an array of strings, but is the string 'add {a}'",
        "{'name':'x','cli_command':['a',1]}  | no  | tool `x`: `cli_command` must be an array of strings, but contains the number 1",
        "{'name':'x','cli_command':[]}       | no  | tool `x`: `cli_command` must have at least one element; leave the key out to use the tool's name",
        "{'name':'x','cli_command':['a\\u0000']} | no | tool `x`: `cli_command` has an element that contains a NUL character, which a command line cannot hold: 'a\\u0000'",
        "{'name':'x','cli_command':['\\ud800']} | no | tool `x`: `cli_command` has an element that contains half a character (a lone surrogate): '\\ud800'",
        "{'name':'x','cli_command':['{a}']}  | no  | tool `x`: `cli_command` uses `{a}`, but the tool has no such parameter",
        "{'name':'x','parameters':{'properties':{'title':{}}},'cli_command':['{title}{titel}']} | no | tool `x`: `cli_command` uses `{titel}`, but the tool has no such parameter; did you mean `{title}`?",
        "{'name':'x','parameters':{'properties':{'a':{},'b':{}}},'cli_command':['{a}']} | yes | tool `x`: `cli_command` never uses the parameter `b`",
        "{'name':'x','call_args':'--json'}   | no  | tool `x`: `call_args` must be an array of strings, but is the string '--json'",
        "{'name':'x','call_args':[null]}     | no  | tool `x`: `call_args` must be an array of strings, but contains null",
        "{'name':'x','timeout':0}            | no  | tool `x`: `timeout` must be a positive number of seconds, or a duration such as '500ms', '30s' or '2min', but is the number 0",
        "{'name':'x','timeout':-1}           | no  | tool `x`: `timeout` must be a positive number of seconds, or a duration such as '500ms', '30s' or '2min', but is the number -1",
        "{'name':'x','timeout':'soon'}       | no  | tool `x`: `timeout` must be a positive number of seconds, or a duration such as '500ms', '30s' or '2min', but is the string 'soon'",
        "{'name':'x','timeout':true}         | no  | tool `x`: `timeout` must be a positive number of seconds, or a duration such as '500ms', '30s' or '2min', but is true",
        "{'name':'x','ok_exit_codes':1}      | no  | tool `x`: `ok_exit_codes` must be an array of whole numbers from 0 to 255, but is the number 1",
        "{'name':'x','ok_exit_codes':[1,256]} | no | tool `x`: `ok_exit_codes` must be an array of whole numbers from 0 to 255, but contains the number 256",
        "{'name':'x','ok_exit_codes':['1']}  | no  | tool `x`: `ok_exit_codes` must be an array of whole numbers from 0 to 255, but contains the string '1'",
        "{'name':'x','ok_exit_codes':[-1]}   | no  | tool `x`: `ok_exit_codes` must be an array of whole numbers from 0 to 255, but contains the number -1",
        "{'name':'x','ok_exit_codes':[0.5]}  | no  | tool `x`: `ok_exit_codes` must be an array of whole numbers from 0 to 255, but contains the number 0.5",
        "{'name':'x','ok_exit_codes':[1e999999999]} | no | tool `x`: `ok_exit_codes` must be an array of whole numbers from 0 to 255, but contains the number 1e999999999",
        "{'name':'x','title':5}              | yes | tool `x`: `title` must be a string, but is the number 5; it is ignored",
        "{'name':'x','description':['a']}    | yes | tool `x`: `description` must be a string, but is an array; it is ignored",
        "{'name':'x','annotations':true}     | yes | tool `x`: `annotations` must be an object, but is true; it is ignored",
        "{'name':'x','annotations':{'readOnlyHint':'yes'}} | yes | tool `x`: `annotations`: `readOnlyHint` must be true or false, but is the string 'yes'; it is ignored",
        "{'name':'x','annotations':{'title':1}} | yes | tool `x`: `annotations`: `title` must be a string, but is the number 1; it is ignored",
        "{'name':'x','icons':{}}             | yes | tool `x`: `icons` must be an array, but is an object; it is ignored",
        "{'name':'x','icons':['a.png']}      | yes | tool `x`: `icons` must contain only objects with a string `src`; it is ignored",
        "{'name':'x','_meta':1}              | yes | tool `x`: `_meta` must be an object, but is the number 1; it is ignored",
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
      assertThat(new String(schema.tools().get(1).listed(), UTF_8))
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
        .containsExactly("cli_command", "cli_command", "call_args", "timeout", "title");
    assertThat(schema.problems()).noneMatch(Problem::served);
    assertThat(schema.problems()).extracting(Problem::tool).containsOnly("x");
  }

  @Test
  @DisplayName("what is wrong with the call_args of all tools is reported, and they are ignored")
  void schemaArgs() throws Exception {
    CliSchema schema = schema("{'call_args':'-j','tools':[{'name':'x'}]}");
    assertThat(schema.problems())
        .containsExactly(
            new Problem(
                "",
                "call_args",
                "must be an array of strings, but is the string \"-j\"; it is ignored",
                true));
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
    "1e-999999999, 1",
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
