package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Catalogue T, what the words of a call are: the program itself says which it got. (T9, batch
/// files, is Windows' and has unit tests only.)
@DisplayName("command-line tools: the words of a call (T2)")
@Tag("all")
class CliWordsTest {
  @RegisterExtension final Bench bench = new Bench();

  private static final String ALL =
      "'s':{'type':'string'},'t':{'type':'string'},'n':{'type':'number'},'b':{'type':'boolean'},"
          + "'a':{'type':'array','items':{}},'o':{'type':'object'}";

  private ToolProgram tool = ToolProgram.NONE;

  @BeforeEach
  void program() {
    tool = bench.tool("tool");
  }

  private RawClient connected(String... options) {
    RawClient client = bench.cli(tool, options).drainStderr();
    client.handshake();
    return client;
  }

  /// A client of a program with one tool `t` of this template.
  private RawClient template(String template) {
    tool.tools(ToolProgram.echoing("t", template, ALL));
    return connected();
  }

  private static String quoted(String text) {
    return Json.text(new JsonPrimitive(text));
  }

  private static String arguments(String name, String text) {
    return "{\"" + name + "\":" + quoted(text) + "}";
  }

  private static List<String> words(RawClient client, String tool, String arguments) {
    ToolResult result = client.call(tool, arguments);
    assertThat(result.isError()).as(result.json().toString()).isFalse();
    return ToolProgram.words(result);
  }

  /// A refusal of Pitstop's, before any process was started.
  private String refused(RawClient client, String name, String arguments) {
    int before = tool.executions().size();
    ToolResult result = client.call(name, arguments);
    assertThat(result.isError()).as(result.json().toString()).isTrue();
    assertThat(tool.executions()).hasSize(before);
    return result.lastText();
  }

  // ---- values stay what they are ----

  /// What shells, patterns, options and templates could take apart.
  private static final List<String> HOSTILE =
      List.of(
          "; rm -rf /",
          "$(id)",
          "`id`",
          "$HOME ${HOME} %PATH%",
          "a && b || c | d > e < f &",
          "'\"\\",
          "*.py ?",
          "~root",
          "two\nlines\r\nand a tab\t",
          "--delete",
          "-",
          "--",
          " --delete",
          "",
          "größe 日本 🚗 \u2028",
          "{s} {other} {{s}}",
          "a,b=c",
          "\u001b[31m\u0001\u007f");

  @Test
  @DisplayName("T1, T3: no shell ever; each element stays one word, in each place that is safe")
  void intact() {
    RawClient client = template("'--of={s}','x{t}{s}','--','{s}','{a}'");
    for (String value : HOSTILE) {
      String list =
          "{\"s\":%s,\"t\":%s,\"a\":[%s]}".formatted(quoted(value), quoted(value), quoted(value));
      assertThat(words(client, "t", list))
          .as(value)
          .containsExactly("--of=" + value, "x" + value + value, "--", value, value);
    }
  }

  @Test
  @DisplayName("T4: what was put in is not looked at again")
  void notExpandedAgain() {
    RawClient client = template("'{s}','{t}','{s}-{t}'");
    assertThat(words(client, "t", "{'s':'{t}','t':'{s}'}"))
        .containsExactly("{t}", "{s}", "{t}-{s}");
  }

  @Test
  @DisplayName(
      "T2: the call's own words stand before `--`, else at the end; call_args replaces them")
  void ownWords() {
    tool.schemaText(
        """
        {"call_args":["--format","json"],"tools":[
          {"name":"a","cli_command":["echo","x","--","y"],"call_args":["-q"]},
          {"name":"b","cli_command":["echo","x"]},
          {"name":"c","cli_command":["echo","x"],"call_args":[]}]}
        """);
    RawClient client = connected();
    assertThat(words(client, "a", "{}")).containsExactly("x", "-q", "--", "y");
    assertThat(words(client, "b", "{}")).containsExactly("x", "--format", "json");
    assertThat(words(client, "c", "{}")).containsExactly("x");
  }

  @Test
  @DisplayName("T2: without anything said, the call's word is --json")
  void json() {
    RawClient client = connected();
    ToolResult result = client.call("echo", "{'text':'x'}");
    assertThat(Hub.strings(result.structured().getAsJsonArray("words")))
        .containsExactly("--json", "--", "x");
  }

  @Test
  @DisplayName("T1, T2: --schema-args and --call-args")
  void otherWords() {
    RawClient client = connected("--schema-args", "schema -o json", "--call-args", "-o json");
    assertThat(words(client, "echo", "{'text':'x'}")).containsExactly("-o", "json", "--", "x");
    assertThat(tool.schemaWords()).containsOnly("schema -o json");
    RawClient nothing = connected("--call-args", "");
    assertThat(words(nothing, "echo", "{'text':'x'}")).containsExactly("--", "x");
    assertThat(tool.schemaWords()).contains("schema --json");
  }

  @Test
  @DisplayName("T2: without cli_command: its name, and the arguments as JSON on stdin")
  void withoutTemplate() {
    RawClient client = connected();
    String hostile = "{\"a\":\"$(id) \\u0000 --x\",\"n\":12345678901234567890.50,\"l\":[null,{}]}";
    ToolResult result = client.call("tell", hostile);
    assertThat(ToolProgram.words(result)).isEmpty();
    assertThat(Json.parse(result.structured().get("stdin").getAsString()))
        .isEqualTo(Json.parse(hostile));
    assertThat(result.structured().get("stdin").getAsString()).contains("12345678901234567890.50");
  }

  // ---- values that look like options ----

  @Test
  @DisplayName("T2, T3: a value that would be read as an option is refused, and told what to write")
  void option() {
    RawClient client = template("'{s}','--due','{t}','{a}'");
    for (String value : List.of("--output=x", "-x", "-", "--", "-1", "- x")) {
      assertThat(refused(client, "t", arguments("s", value))).contains("--", "cli_command");
      assertThat(refused(client, "t", arguments("t", value))).contains("cli_command");
      assertThat(refused(client, "t", "{\"a\":[\"fine\"," + quoted(value) + "]}"))
          .contains("cli_command");
      assertThat(words(client, "t", arguments("s", " " + value))).contains(" " + value);
    }
  }

  @Test
  @DisplayName("T2: a negative number is refused alone, and fine behind a flag or in an element")
  void negative() {
    RawClient client = template("'{n}'");
    refused(client, "t", "{'n':-1}");
    tool.tools(ToolProgram.echoing("t", "'--n','{n}','--m={n}','--','{n}'", ALL));
    client.call("recompile");
    assertThat(words(client, "t", "{'n':-1.50}"))
        .containsExactly("--n", "-1.50", "--m=-1.50", "--", "-1.50");
  }

  @Test
  @DisplayName("T2: an element that begins with a place is not safe, whatever follows")
  void beginsWithPlace() {
    RawClient client = template("'{s}.txt'");
    refused(client, "t", "{'s':'--output=x'}");
    assertThat(words(client, "t", "{'s':'x'}")).containsExactly("x.txt");
  }

  // ---- the table of mappings ----

  /// A parameter and its value; the words behind a flag (`--f`, `{p}`), behind something else
  /// (`{p}`), and inside (`in={p}`).
  private static final String MAPPINGS =
      """
      s | "x y"              | --f;x y              | x y              | in=x y
      n | 1.50               | --f;1.50             | 1.50             | in=1.50
      n | 9007199254740993   | --f;9007199254740993 | 9007199254740993 | in=9007199254740993
      n | 1E+2               | --f;1E+2             | 1E+2             | in=1E+2
      b | true               | --f                  | true             | in=true
      b | false              |                      | false            | in=false
      a | ["x",1,true]       | --f;x;--f;1;--f;true | x;1;true         | in=x,1,true
      a | [null,[1],{"k":2}] | --f;[1];--f;{"k":2}  | [1];{"k":2}      | in=[1],{"k":2}
      a | []                 |                      |                  |
      o | {"k":[1,"v"]}      | --f;{"k":[1,"v"]}    | {"k":[1,"v"]}    | in={"k":[1,"v"]}
      o | null               |                      |                  |
      s | ABSENT             |                      |                  |
      """;

  @Test
  @DisplayName("T5, T6: the table of mappings, row by row")
  void mapping() {
    List<String> tools = new ArrayList<>();
    for (String parameter : List.of("s", "n", "b", "a", "o")) {
      String place = "'{" + parameter + "}'";
      tools.add(ToolProgram.echoing("flag_" + parameter, "'--f'," + place + ",'end'", ALL));
      tools.add(ToolProgram.echoing("alone_" + parameter, "'sub'," + place + ",'end'", ALL));
      tools.add(ToolProgram.echoing("inside_" + parameter, "'in={" + parameter + "}','end'", ALL));
    }
    tool.tools(tools.toArray(String[]::new));
    RawClient client = connected();
    for (String row : MAPPINGS.lines().toList()) {
      List<String> cells = Stream.of(row.split("[|]", -1)).map(String::strip).toList();
      String parameter = cells.getFirst();
      String value = cells.get(1);
      String arguments = value.equals("ABSENT") ? "{}" : "{\"" + parameter + "\":" + value + "}";
      assertThat(words(client, "flag_" + parameter, arguments))
          .as(row)
          .isEqualTo(list("", cells.get(2)));
      assertThat(words(client, "alone_" + parameter, arguments))
          .as(row)
          .isEqualTo(list("sub", cells.get(3)));
      assertThat(words(client, "inside_" + parameter, arguments))
          .as(row)
          .isEqualTo(list("", cells.get(4)));
    }
  }

  private static List<String> list(String first, String words) {
    List<String> all = new ArrayList<>();
    if (!first.isEmpty()) {
      all.add(first);
    }
    if (!words.isEmpty()) {
      all.addAll(List.of(words.split(";", -1)));
    }
    all.add("end");
    return all;
  }

  @Test
  @DisplayName("T6: an item with a comma is refused where items are joined, and fine elsewhere")
  void comma() {
    RawClient client = template("'{a}'");
    assertThat(words(client, "t", "{'a':['x,y','z']}")).containsExactly("x,y", "z");
    tool.tools(ToolProgram.echoing("t", "'--a={a}'", ALL));
    client.call("recompile");
    refused(client, "t", "{'a':['x,y','z']}");
  }

  @Test
  @DisplayName("T5: several places in one element: if one is absent, the element goes")
  void severalPlaces() {
    RawClient client = template("'{s}:{t}','end'");
    assertThat(words(client, "t", "{'s':'a','t':'b'}")).containsExactly("a:b", "end");
    assertThat(words(client, "t", "{'s':'a'}")).containsExactly("end");
  }

  // ---- what is checked before ----

  @Test
  @DisplayName("T2: missing, mistyped and unknown arguments are a result that the agent can mend")
  void wrongArguments() {
    tool.tools(
        """
        {'name':'strict','cli_command':['echo','--mode={mode}','--','{text}'],'parameters':{
          'type':'object','required':['text'],
          'properties':{'text':{'type':'string'},'mode':{'type':'string','enum':['red','green']}}}}
        """);
    RawClient client = connected();
    for (String arguments :
        List.of(
            "{'text':5}",
            "{'text':['x']}",
            "{'text':'x','txet':'y'}",
            "{'text':'x','mode':'purple'}",
            "{'mode':'red'}")) {
      assertThat(refused(client, "strict", arguments)).as(arguments).isNotEmpty();
      assertThat(words(client, "strict", "{'text':'x','mode':'green'}"))
          .containsExactly("--mode=green", "--", "x");
    }
  }

  @Test
  @DisplayName("T7: a NUL is refused")
  void nul() {
    RawClient client = connected();
    assertThat(refused(client, "echo", "{\"text\":\"a\\u0000b\"}")).containsIgnoringCase("NUL");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  @DisplayName("T8: a word above 128 KiB is refused with its size; one below passes")
  void longWord() {
    RawClient client = connected();
    String below = "x".repeat(120 * 1024);
    assertThat(words(client, "echo", arguments("text", below))).containsExactly("--", below);
    for (int length : List.of(128 * 1024, 128 * 1024 + 1, 1024 * 1024)) {
      assertThat(refused(client, "echo", arguments("text", "x".repeat(length)))).contains("131071");
    }
    String one = "größe ".repeat(200_000);
    assertThat(client.call("tell", arguments("text", one)).structured().get("stdin").getAsString())
        .contains(one);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  @DisplayName("T8: words that are too long together are an error that says so")
  void longTogether() {
    RawClient client = template("'{a}'");
    String item = quoted("y".repeat(100 * 1024));
    String items = String.join(",", Collections.nCopies(100, item));
    assertThat(refused(client, "t", "{\"a\":[" + items + "]}")).containsIgnoringCase("long");
    assertThat(words(client, "t", "{'a':['x']}")).containsExactly("x");
  }

  @ParameterizedTest
  @ValueSource(strings = {"C", "POSIX", "C.UTF-8"})
  @DisplayName("T10: what is no ASCII is intact or refused without a locale, never `?`")
  void locale(String locale) {
    List<String> argv = new ArrayList<>(List.of("env", "-u", "LANG", "LC_ALL=" + locale));
    argv.addAll(Bench.cliArgv(tool.argv()));
    RawClient client = bench.start(argv, RawClient.Peer.PITSTOP).drainStderr();
    client.handshake();
    String text = "größe 日本 🚗";
    ToolResult result = client.call("echo", arguments("text", text));
    if (locale.endsWith("UTF-8") || !result.isError()) {
      assertThat(ToolProgram.words(result)).containsExactly("--", text);
    } else {
      assertThat(tool.executions()).isEmpty();
    }
    ToolResult stdin = client.call("tell", arguments("text", text));
    assertThat(stdin.structured().get("stdin").getAsString()).contains(text);
  }
}
