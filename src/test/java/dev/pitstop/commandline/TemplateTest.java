package dev.pitstop.commandline;

import static dev.pitstop.commandline.Tools.template;
import static dev.pitstop.commandline.Tools.words;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pitstop.rpc.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("the words of a call")
class TemplateTest {
  /// The table of the design page: the words between `a` and `z`, separated by blanks.
  @ParameterizedTest(name = "{0}")
  @DisplayName("every kind of argument at every kind of place")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      nullValues = "∅",
      value = {
        // argument | behind a flag | alone | inside
        "'milk'         | -x milk           | milk       | --x=milk",
        "''             | -x ·              | ·          | --x=",
        "12.50          | -x 12.50          | 12.50      | --x=12.50",
        "1e2            | -x 1e2            | 1e2        | --x=1e2",
        "true           | -x                | true       | --x=true",
        "false          | ∅                 | false      | --x=false",
        "['p','q']      | -x p -x q         | p q        | --x=p,q",
        "['p']          | -x p              | p          | --x=p",
        "['p',null,2]   | -x p -x 2         | p 2        | --x=p,2",
        "[true,false]   | -x true -x false  | true false | --x=true,false",
        "[['p'],{'k':1}]| -x ['p'] -x {'k':1} | ['p'] {'k':1} | --x=['p'],{'k':1}",
        "[]             | ∅                 | ∅          | ∅",
        "[null]         | ∅                 | ∅          | ∅",
        "{'k':1}        | -x {'k':1}        | {'k':1}    | --x={'k':1}",
        "{}             | -x {}             | {}         | --x={}",
        "null           | ∅                 | ∅          | ∅",
        "absent         | ∅                 | ∅          | ∅",
      })
  void table(String argument, String flag, String alone, String inside) throws Exception {
    String arguments = argument.equals("absent") ? "{}" : "{'x':" + argument + "}";
    assertThat(words(template("['a','-x','{x}','z']", "x"), arguments)).isEqualTo(between(flag));
    assertThat(words(template("['a','{x}','z']", "x"), arguments)).isEqualTo(between(alone));
    assertThat(words(template("['a','--x={x}','z']", "x"), arguments)).isEqualTo(between(inside));
  }

  private static List<String> between(String words) {
    List<String> all = new ArrayList<>(List.of("a"));
    if (words != null) {
      for (String word : words.split(" ")) {
        all.add(word.equals("·") ? "" : word.replace('\'', '"'));
      }
    }
    all.add("z");
    return all;
  }

  @Test
  @DisplayName("a whole number is written as an integer in words; stdin has what the client wrote")
  void integers() throws Exception {
    String tool =
        "{'name':'t','parameters':{'properties':{'n':{'type':'integer'},'x':{'type':'number'},"
            + "'all':{'type':'array','items':{'type':'integer'}}}}%s}";
    String given = "{'n':3.0,'x':3.50,'all':[1e2,-10.00,7]}";
    assertThat(
            words(Tools.tool(tool.formatted(",'cli_command':['{n}','{x}','--all={all}']")), given))
        .containsExactly("3", "3.50", "--all=1e2,-10,7");
    assertThat(Tools.call(Tools.tool(tool.formatted("")), given, false, List.of()).stdin())
        .hasValueSatisfying(b ->
            assertThat(new String(b, StandardCharsets.UTF_8))
                .isEqualTo("{\"n\":3.0,\"x\":3.50,\"all\":[1e2,-10.00,7]}\n"));
  }

  @Test
  @DisplayName("several places in one element: if one is absent, the element goes")
  void several() throws Exception {
    CliTool tool = template("['log','r={a}..{b}','{c}{d}']", "a", "b", "c", "d");
    assertThat(words(tool, "{'a':1,'b':'x','c':'C','d':'D'}"))
        .containsExactly("log", "r=1..x", "CD");
    assertThat(words(tool, "{'a':1,'c':'C'}")).containsExactly("log");
    assertThat(words(tool, "{'a':1,'b':[],'c':'C','d':null}")).containsExactly("log");
    assertThat(words(tool, "{'a':1,'b':'','c':'','d':''}")).containsExactly("log", "r=1..", "");
  }

  @Test
  @DisplayName("of the same name twice the last counts; a place may stand twice")
  void twice() throws Exception {
    assertThat(words(template("['{a}','x={a}']", "a"), "{'a':1,'a':'z'}"))
        .containsExactly("z", "x=z");
  }

  @ParameterizedTest
  @DisplayName("a flag begins with `-`, has no `=` and no place, and is not `--`")
  @CsvSource(
      delimiter = '|',
      value = {
        "['-v','{x}']         |        | -v 1",
        "['--long','{x}']     |        | --long 1",
        "['cat','-','{x}']    | cat -  | cat - 1",
        "['-5','{x}']         | -5     | -5 1",
        "['-.5','{x}']        | -.5    | -.5 1",
        "['-@','{x}']         |        | -@ 1",
        "['--l=1','{x}']      | --l=1  | --l=1 1",
        "['--','{x}']         | --     | -- 1",
        "['v','{x}']          | v      | v 1",
        "['-{x}','{x}']       |        | -1 1",
        "['-a','-b','{x}']    | -a     | -a -b 1",
        "['-a','{x}','{x}']   |        | -a 1 1",
        "['-a','b={x}']       | -a     | -a b=1",
        "['--','-a','{x}']    | --     | -- -a 1",
      })
  void flags(String command, String absent, String present) throws Exception {
    CliTool tool = template(command, "x");
    assertThat(words(tool, "{}"))
        .isEqualTo(absent == null ? List.of() : List.of(absent.split(" ")));
    assertThat(words(tool, "{'x':1}")).isEqualTo(List.of(present.split(" ")));
  }

  @ParameterizedTest
  @DisplayName("`{` that begins no place is a brace like any other")
  @CsvSource(
      delimiter = '|',
      value = {
        "{}          | {}",
        "{ x }       | { x }",
        "{x          | {x",
        "x}          | x}",
        "{1}         | {1}",
        "{print $1}  | {print $1}",
        "{{x}}       | {V}",
        "{{x}        | {V",
        "{.y}{x}     | {.y}V",
        "a{x}b{x}    | aVbV",
        "{{'k':'{x}'}| {{'k':'V'}",
        "{{'k':{x}}} | {{'k':V}}",
      })
  void braces(String element, String word) throws Exception {
    // A place besides, so that the parameter is used.
    CliTool tool = template("[" + Json.quote(element.replace('\'', '`')) + ",'x={x}']", "x");
    assertThat(words(tool, "{'x':'V'}")).containsExactly(word.replace('\'', '`'), "x=V");
  }

  @Test
  @DisplayName("any name of a parameter makes a place")
  void names() throws Exception {
    CliTool tool =
        template("['{due-date}','{a b}','{1}','{ü}','{$x}']", "due-date", "a b", "1", "ü", "$x");
    assertThat(words(tool, "{'due-date':'a','a b':'b','1':'c','ü':'d','$x':'e'}"))
        .containsExactly("a", "b", "c", "d", "e");
  }

  @Test
  @DisplayName("the call's words stand at the end, or in front of `--`")
  void callWords() throws Exception {
    List<String> json = Tools.JSON;
    CliTool plain = template("['add','-x','{x}']", "x");
    assertThat(Tools.call(plain, "{'x':1}", false, json).words())
        .containsExactly("add", "-x", "1", "--json");
    CliTool operands = template("['add','-x','{x}','--','{y}','--']", "x", "y");
    assertThat(Tools.call(operands, "{'x':1,'y':2}", false, json).words())
        .containsExactly("add", "-x", "1", "--json", "--", "2", "--");
    assertThat(Tools.call(operands, "{}", false, json).words())
        .containsExactly("add", "--json", "--", "--");
    CliTool first = template("['--','{y}']", "y");
    assertThat(Tools.call(first, "{'y':'v'}", false, List.of("-o", "json")).words())
        .containsExactly("-o", "json", "--", "v");
    CliTool last = template("['{y}','--']", "y");
    assertThat(Tools.call(last, "{'y':'v'}", false, json).words())
        .containsExactly("v", "--json", "--");
  }

  @Test
  @DisplayName(
      "the tool's words of a call win over the schema's, these over the default, and the user's over all")
  void whoseCallWords() throws Exception {
    CliSchema schema =
        Tools.schema(
            "{'call_args':['-s'],'tools':[{'name':'own','call_args':['-t'],'cli_command':['c']},"
                + "{'name':'none','call_args':[]},{'name':'all'}]}");
    assertThat(schema.problems()).isEmpty();
    CliTool own = Tools.of(schema, "own").orElseThrow();
    assertThat(Tools.call(own, "{}", false, Tools.JSON).words()).containsExactly("c", "-t");
    assertThat(Tools.call(own, "{}", true, List.of("-u")).words()).containsExactly("c", "-u");
    assertThat(Tools.call(own, "{}", true, List.of()).words()).containsExactly("c");
    CliTool none = Tools.of(schema, "none").orElseThrow();
    assertThat(Tools.call(none, "{}", false, Tools.JSON).words()).containsExactly("none");
    CliTool all = Tools.of(schema, "all").orElseThrow();
    assertThat(Tools.call(all, "{}", false, Tools.JSON).words()).containsExactly("all", "-s");
    CliTool standard = Tools.tool("{'name':'x'}");
    assertThat(Tools.call(standard, "{}", false, Tools.JSON).words())
        .containsExactly("x", "--json");
  }

  @ParameterizedTest
  @DisplayName("what a shell would take apart stays one word as it is")
  @ValueSource(
      strings = {
        "; rm -rf /",
        "$(id)",
        "`id`",
        "${HOME}",
        "%PATH%",
        "a && b | c > d",
        " --x",
        "\t-x",
        "a\nb\r\n",
        "\n--delete",
        "{other}",
        "{x}",
        "{y}",
        "'\"\\",
        "*",
        "~",
        "@file",
        "–dash",
        "−5",
        "ünïcödé 世界 😀",
        ""
      })
  void hostile(String value) throws Exception {
    CliTool tool = template("['{x}','-f','{x}','p={x}','{y}','--','{x}']", "x", "y");
    byte[] message =
        ("{\"y\":\"Y\",\"x\":" + Json.quote(value) + "}").getBytes(StandardCharsets.UTF_8);
    List<String> words =
        tool.invocation(message, Json.validate(message).orElseThrow(), List.of(), false).words();
    assertThat(words).containsExactly(value, "-f", value, "p=" + value, "Y", "--", value);
  }

  @ParameterizedTest
  @DisplayName("a value that would be read as an option is refused, unless its place is safe")
  @ValueSource(strings = {"'--delete'", "'-'", "'--'", "'-5'", "['-a','b']", "'--output=x'"})
  void options(String value) throws Exception {
    String arguments = "{'x':" + value + "}";
    for (String command :
        List.of("['{x}']", "['-f','{x}']", "['{x}b']", "['{x}{x}']", "['{x}','--']")) {
      CliTool tool = template(command, "x");
      assertThatThrownBy(() -> words(tool, arguments))
          .as(command)
          .isInstanceOf(Refused.class)
          .hasMessageContaining("`x` starts with `-`, so the program would read it as an option.")
          .hasMessageContaining("Nothing was run.")
          .hasMessageContaining("`cli_command`");
    }
    for (String command :
        List.of("['f={x}']", "['--f={x}']", "['--','{x}']", "['--','-f','{x}']", "['--','{x}b']")) {
      assertThat(words(template(command, "x"), arguments)).as(command).isNotEmpty();
    }
  }

  @Test
  @DisplayName("the refusal of an option says what to write instead")
  void optionText() throws Exception {
    CliTool flag = template("['--due','{due}']", "due");
    assertThatThrownBy(() -> words(flag, "{'due':'-x'}"))
        .hasMessage(
            "`due` starts with `-`, so the program would read it as an option. Nothing was run. A file path can start with `./` instead. The author of the program can allow such values in `cli_command`:"
                + " with \"--due={due}\", or with an element \"--\" before \"{due}\".");
    CliTool alone = template("['add','{due}']", "due");
    assertThatThrownBy(() -> words(alone, "{'due':['a','-x']}"))
        .hasMessageStartingWith("An item of `due` starts with `-`")
        .hasMessageContaining("an element such as \"--option={due}\"");
  }

  @Test
  @DisplayName(
      "a place in the second half of an element that begins with a place is not safe either")
  void secondPlace() throws Exception {
    CliTool tool = template("['{a}{b}']", "a", "b");
    assertThatThrownBy(() -> words(tool, "{'a':'','b':'-x'}")).isInstanceOf(Refused.class);
    assertThat(words(tool, "{'a':'x','b':-5}")).containsExactly("x-5");
    assertThat(words(tool, "{'a':'x','b':'-5'}")).containsExactly("x-5");
    assertThat(words(template("['{a}b']", "a"), "{'a':['x','-y']}")).containsExactly("x,-yb");
  }

  @Test
  @DisplayName("a negative number may stand behind a flag, but not alone or at the beginning")
  void negative() throws Exception {
    assertThat(words(template("['-n','{x}']", "x"), "{'x':-5}")).containsExactly("-n", "-5");
    assertThat(words(template("['-n','{x}']", "x"), "{'x':[-5,1]}"))
        .containsExactly("-n", "-5", "-n", "1");
    assertThat(words(template("['n={x}']", "x"), "{'x':-5}")).containsExactly("n=-5");
    assertThat(words(template("['--','{x}']", "x"), "{'x':-5}")).containsExactly("--", "-5");
    for (String command : List.of("['{x}']", "['--n=1','{x}']", "['n','{x}']", "['{x}..']")) {
      CliTool tool = template(command, "x");
      assertThatThrownBy(() -> words(tool, "{'x':-5}")).as(command).isInstanceOf(Refused.class);
      assertThatThrownBy(() -> words(tool, "{'x':[-5]}")).as(command).isInstanceOf(Refused.class);
    }
    assertThatThrownBy(() -> words(template("['{x}..{x}']", "x"), "{'x':-5}"))
        .hasMessageStartingWith("`x` starts with `-`, so the program would read it as an option.");
  }

  @ParameterizedTest
  @DisplayName("an item with a comma in it is refused where commas separate them, and nowhere else")
  @ValueSource(strings = {"['a,b']", "['a','b,']", "[{'a':1,'b':2}]", "[[1,2]]"})
  void commas(String items) throws Exception {
    String arguments = "{'x':" + items + "}";
    CliTool inside = template("['--x={x}']", "x");
    assertThatThrownBy(() -> words(inside, arguments))
        .isInstanceOf(Refused.class)
        .hasMessageStartingWith("An item of `x` contains a `,`");
    assertThat(words(template("['-x','{x}']", "x"), arguments)).isNotEmpty();
    assertThat(words(inside, "{'x':'a,b'}")).containsExactly("--x=a,b");
    assertThat(words(inside, "{'x':{'a':1,'b':2}}")).containsExactly("--x={\"a\":1,\"b\":2}");
  }

  @ParameterizedTest
  @DisplayName("NUL and half characters are refused at every place")
  @ValueSource(strings = {"\\u0000", "a\\u0000b", "\\ud800", "\\udc00x", "x\\ud83d"})
  void unfit(String escaped) throws Exception {
    for (String value : List.of("'" + escaped + "'", "['" + escaped + "']")) {
      for (String command : List.of("['{x}']", "['-x','{x}']", "['x={x}']", "['--','{x}']")) {
        CliTool tool = template(command, "x");
        assertThatThrownBy(() -> words(tool, "{'x':" + value + "}"))
            .as(command)
            .isInstanceOf(Refused.class)
            .hasMessageMatching(
                "(An item of )?`x` contains (a NUL character, which a command line cannot hold|half a character"
                    + " \\(a lone surrogate\\))\\. Nothing was run\\.");
      }
    }
    assertThat(words(template("['{x}']", "x"), "{'x':'\\ud83d\\ude00'}")).containsExactly("😀");
  }

  @Test
  @DisplayName("arguments that are no UTF-8 are refused, not changed")
  void notUtf8() throws Exception {
    byte[] message = "{\"x\":\"\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1);
    CliTool tool = template("['{x}']", "x");
    assertThatThrownBy(
            () -> tool.invocation(message, Json.validate(message).orElseThrow(), List.of(), false))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("UTF-8");
  }

  @Test
  @DisplayName("a word may have 131,071 bytes of UTF-8, with what is around it")
  void longest() throws Exception {
    CliTool alone = template("['{x}']", "x");
    CliTool inside = template("['--x={x}']", "x");
    int most = 131_071;
    assertThat(words(alone, "{'x':'" + "a".repeat(most) + "'}").getFirst()).hasSize(most);
    assertThat(words(inside, "{'x':'" + "a".repeat(most - 4) + "'}").getFirst()).hasSize(most);
    assertThat(words(alone, "{'x':'" + "😀".repeat(most / 4) + "'}").getFirst())
        .hasSize(2 * (most / 4));
    assertThatThrownBy(() -> words(alone, "{'x':'" + "a".repeat(most + 1) + "'}"))
        .isInstanceOf(Refused.class)
        .hasMessageStartingWith(
            "`x` is too long for a command line: it has 131072 bytes, and the limit for one word")
        .hasMessageEndingWith("Nothing was run.");
    assertThatThrownBy(() -> words(alone, "{'x':'" + "😀".repeat(most / 4 + 1) + "'}"))
        .isInstanceOf(Refused.class);
    assertThatThrownBy(() -> words(alone, "{'x':'" + "ü".repeat(most / 2 + 1) + "'}"))
        .isInstanceOf(Refused.class);
    assertThatThrownBy(() -> words(alone, "{'x':'" + "世".repeat(most / 3 + 1) + "'}"))
        .isInstanceOf(Refused.class);
    assertThatThrownBy(() -> words(inside, "{'x':'" + "a".repeat(most - 3) + "'}"))
        .isInstanceOf(Refused.class);
    assertThatThrownBy(() -> words(inside, "{'x':['" + "a','".repeat(70_000) + "a']}"))
        .isInstanceOf(Refused.class);
    assertThatThrownBy(() -> words(alone, "{'x':'" + "a".repeat(1 << 20) + "'}"))
        .isInstanceOf(Refused.class);
  }

  @Test
  @DisplayName(
      "without cli_command: COMMAND NAME, and the arguments on stdin as the client wrote them")
  void stdin() throws Exception {
    CliTool tool = Tools.tool("{'name':'t','parameters':{'properties':{'n':{'type':'number'}}}}");
    CliTool.Invocation call =
        Tools.call(tool, "{ 'n': 1.50,  'more':'--x\\u0000' }", false, Tools.JSON);
    assertThat(call.words()).containsExactly("t", "--json");
    assertThat(new String(call.stdin().orElseThrow(), StandardCharsets.UTF_8))
        .isEqualTo("{ \"n\": 1.50,  \"more\":\"--x\\u0000\" }\n");
    assertThat(Tools.call(tool, "null", false, List.of()).stdin().orElseThrow())
        .isEqualTo("{}\n".getBytes(StandardCharsets.UTF_8));
    assertThat(Tools.call(template("['x']"), "{}", false, List.of()).stdin()).isEmpty();
  }
}
