package dev.pitstop.catalog;

import static dev.pitstop.catalog.Fixtures.object;
import static dev.pitstop.catalog.Fixtures.tool;
import static dev.pitstop.catalog.Fixtures.tools;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("the difference of tools")
class ToolDiffTest {

  static Stream<Arguments> inputSchemas() {
    String a = "\"a\":{\"type\":\"integer\"}";
    String ab = a + ",\"b\":{\"type\":\"integer\"}";
    return Stream.of(
        row("added, optional", object(a), object(ab), "~ parameter `b` added (integer, optional)"),
        row(
            "added, required",
            object(a),
            object(ab, "b"),
            "! parameter `b` added (integer, required)"),
        row("removed", object(ab), object(a), "! parameter `b` removed"),
        row("now required", object(ab), object(ab, "b"), "! parameter `b` now required"),
        row("not required", object(ab, "b"), object(ab), "~ parameter `b` no longer required"),
        row("order of required", object(ab, "a", "b"), object(ab, "b", "a"), ""),
        property("retyped", "'type':'string'", "'type':'integer'", "! type string → integer"),
        property("widened", "'type':'integer'", "'type':'number'", "~ type integer → number"),
        property("narrowed", "'type':'number'", "'type':'integer'", "! type number → integer"),
        property(
            "nullable",
            "'type':'string'",
            "'type':['string','null']",
            "~ type string → string|null"),
        property(
            "nullable by union",
            "'type':'string','title':'X'",
            "'anyOf':[{'type':'string'},{'type':'null'}],'title':'X'",
            "~ type string → string|null"),
        property(
            "no longer nullable",
            "'anyOf':[{'type':'string'},{'type':'null'}]",
            "'type':'string'",
            "! type string|null → string"),
        property(
            "same union, other spelling",
            "'anyOf':[{'type':'string'},{'type':'null'}]",
            "'type':['null','string']",
            ""),
        property(
            "inside a union",
            "'anyOf':[{'type':'string'},{'type':'null'}]",
            "'anyOf':[{'type':'integer'},{'type':'null'}]",
            "! type string|null → integer|null"),
        property("any now typed", "", "'type':'string'", "! type any → string"),
        property(
            "enum grown", "'enum':['a','b']", "'enum':['a','b','c d']", "~ also accepts \"c d\""),
        property(
            "enum changed",
            "'enum':['x','y']",
            "'enum':['x','z']",
            "! no longer accepts \"y\"; parameter `p` also accepts \"z\""),
        property(
            "enum of many",
            "'enum':[1,2,3,4,5,6,7,8,9]",
            "'enum':[1]",
            "! no longer accepts 2, 3, 4, 5, 6, 7 and 2 more"),
        property(
            "enum new",
            "'type':'string'",
            "'type':'string','enum':['x','1']",
            "! now one of \"x\", \"1\""),
        property(
            "enum gone",
            "'type':'string','enum':['x']",
            "'type':'string'",
            "~ no longer limited to \"x\""),
        property(
            "const",
            "'const':1",
            "'const':2",
            "! no longer accepts 1; parameter `p` also accepts 2"),
        property(
            "format",
            "'type':'string'",
            "'type':'string','format':'date-time'",
            "! `format` none → \"date-time\""),
        property("limit tightened", "'maximum':10", "'maximum':5", "! `maximum` 10 → 5"),
        property("limit gone", "'pattern':'^a'", "", "~ `pattern` \"^a\" → none"),
        property("default", "'default':1", "'default':'1'", "~ `default` 1 → \"1\""),
        row(
            "description",
            object("'p':{'description':'one'}"),
            object("'p':{'description':'two'}"),
            "~ parameter description changed: `p`"),
        property("deprecated", "", "'deprecated':true", "~ `deprecated` none → true"),
        property(
            "array becomes",
            "'type':'string'",
            "'type':'array','items':{'type':'string'}",
            "! type string → string[]"),
        property("unknown keyword", "", "'not':{}", "! `not` added"),
        property("remark", "", "'x-order':1", "~ `x-order` none → 1"),
        property(
            "free map closed",
            "'type':'object'",
            "'type':'object','additionalProperties':false",
            "! `additionalProperties` none → false"),
        row(
            "items",
            object("'tags':{'type':'array','items':{'type':'string'}}"),
            object("'tags':{'type':'array','items':{'type':'integer'}}"),
            "! parameter `tags[]` type string → integer"),
        row(
            "nested",
            object("'o':" + object(a)),
            object("'o':" + object(ab, "b")),
            "! parameter `o.b` added (integer, required)"),
        row(
            "map values",
            object("'o':{'additionalProperties':{'type':'string'}}"),
            object("'o':{'additionalProperties':{'type':'boolean'}}"),
            "! parameter `o` `additionalProperties` changed"),
        row(
            "renamed",
            object("'file_path':{'type':'string','title':'File Path'}", "file_path"),
            object("'path':{'type':'string','title':'Path'}", "path"),
            "! parameter `file_path` likely renamed to `path`"),
        row(
            "renamed by its description",
            object("'src':{'type':'string','description':'the file to read from'}"),
            object("'input':{'type':'string','description':'the file to read from'}"),
            "! parameter `src` likely renamed to `input`"),
        row(
            "renamed and now required",
            object("'userName':{'type':'string'}"),
            object("'user_name':{'type':'string'}", "user_name"),
            "! parameter `userName` likely renamed to `user_name`;"
                + " parameter `user_name` now required"),
        row(
            "another type is another parameter",
            object("'city':{'type':'string'}", "city"),
            object("'zip':{'type':'integer'}", "zip"),
            "! parameter `city` removed; parameter `zip` added (integer, required)"),
        row(
            "nothing alike",
            object("'color':{'type':'string'}"),
            object("'width':{'type':'string'}"),
            "! parameter `color` removed; parameter `width` added (string, optional)"),
        row(
            "breaking first",
            object("'a':{'description':'x'},'z':{}"),
            object("'a':{'description':'y'}"),
            "! parameter `z` removed; parameter description changed: `a`"),
        row(
            "descriptions together",
            object("'a':{'description':'x'},'b':{'description':'x'}"),
            object("'a':{'description':'y'},'b':{'description':'y'}"),
            "~ parameter descriptions changed: `a`, `b`"),
        row("anything is {}", "{}", "true", ""),
        row("nothing allowed", "{}", "false", "! input schema type any → nothing"),
        row("opened", "false", "{}", "~ input schema type nothing → any"),
        row("no schema at all", "'what'", "{}", "~ input schema type an invalid schema → any"),
        row("first schema", "{}", object(a, "a"), "! parameter `a` added (integer, required)"),
        row(
            "union at the root",
            "{'anyOf':[" + object(a) + "," + object(ab) + "]}",
            "{'anyOf':[" + object(a) + "," + object(ab, "b") + "]}",
            "! input schema `anyOf` changed"),
        row(
            "a union beside the properties",
            "{'type':'object','anyOf':[{'required':['a']},{'required':['c']}]}",
            "{'type':'object','anyOf':[{'required':['b']},{'required':['c']}]}",
            "! input schema `anyOf` changed"),
        row(
            "through a reference",
            "{'properties':{'p':{'$ref':'#/$defs/P'}},'$defs':{'P':" + object(a) + "}}",
            "{'properties':{'p':{'$ref':'#/$defs/P'}},'$defs':{'P':" + object(ab) + "}}",
            "~ parameter `p.b` added (integer, optional)"),
        row(
            "reference inlined",
            "{'properties':{'p':{'$ref':'#/definitions/P'}},'definitions':{'P':" + object(a) + "}}",
            "{'properties':{'p':" + object(a) + "}}",
            ""),
        row(
            "recursive reference",
            "{'$ref':'#/$defs/N','$defs':{'N':{'properties':{'v':{'type':'string'},"
                + "'next':{'$ref':'#/$defs/N'}}}}}",
            "{'$ref':'#/$defs/N','$defs':{'N':{'properties':{'v':{'type':'integer'},"
                + "'next':{'$ref':'#/$defs/N'}}}}}",
            "! parameter `v` type string → integer"),
        row(
            "reference to nowhere",
            object("'p':{'$ref':'https://example.com/a.json'}"),
            object("'p':{'$ref':'https://example.com/b.json'}"),
            "! parameter `p` `$ref` \"https://example.com/a.json\" → \"https://example.com/b.json\";"
                + " input schema changed, but could not be compared in full"),
        row(
            "deeper than two levels",
            object("'a':" + object("'b':" + object("'c':" + object("'d':{'type':'string'}")))),
            object("'a':" + object("'b':" + object("'c':" + object("'d':{'type':'null'}")))),
            "! parameter `a.b.c.d` type string → null"),
        row(
            "only words, deeper than two levels",
            object("'a':" + object("'b':" + object("'c':{'title':'one'}"))),
            object("'a':" + object("'b':" + object("'c':{'title':'two'}"))),
            "~ parameter `a.b.c` `title` \"one\" → \"two\""),
        row(
            "fields of a list's items",
            object("'edits':{'type':'array','items':" + object(a) + "}"),
            object("'edits':{'type':'array','items':" + object(ab) + "}"),
            "~ parameter `edits[].b` added (integer, optional)"),
        row(
            "a model that may be null, as Pydantic writes it",
            "{'properties':{'p':{'anyOf':[{'$ref':'#/$defs/P'},{'type':'null'}]}},"
                + "'$defs':{'P':"
                + object(a)
                + "}}",
            "{'properties':{'p':{'anyOf':[{'$ref':'#/$defs/P'},{'type':'null'}]}},"
                + "'$defs':{'P':"
                + object(ab, "b")
                + "}}",
            "! parameter `p.b` added (integer, required)"),
        row(
            "the description of a model behind a parameter's own",
            "{'properties':{'p':{'$ref':'#/$defs/P','description':'x'}},"
                + "'$defs':{'P':{'description':'one'}}}",
            "{'properties':{'p':{'$ref':'#/$defs/P','description':'x'}},"
                + "'$defs':{'P':{'description':'two'}}}",
            ""),
        row(
            "what a reference refines, when it has the same members",
            "{'properties':{'p':{'$ref':'#/$defs/P','properties':{'x':{}}}},"
                + "'$defs':{'P':{'properties':{'y':{}}}}}",
            "{'properties':{'p':{'$ref':'#/$defs/P','properties':{'x':{}}}},"
                + "'$defs':{'P':{'properties':{'z':{}}}}}",
            "! parameter `p` `$ref` changed"),
        property(
            "one of two exchanged, list to union",
            "'type':['integer','null']",
            "'anyOf':[{'type':'integer'},{'type':'string'}]",
            "! type integer|null → integer|string"),
        property(
            "an array that may be null, list to union",
            "'type':['array','null'],'items':{'type':'string'}",
            "'anyOf':[{'type':'array','items':{'type':'string'}},{'type':'null'}]",
            ""),
        property(
            "values that may be null, list to union",
            "'type':['string','null'],'enum':['a',null]",
            "'anyOf':[{'type':'string','enum':['a']},{'type':'null'}]",
            ""),
        property(
            "one more alternative",
            "'anyOf':[{'type':'string'},{'type':'integer'}]",
            "'anyOf':[{'type':'string'},{'type':'integer'},{'type':'boolean'}]",
            "~ type integer|string → boolean|integer|string"),
        property(
            "what is limited inside a union",
            "'anyOf':[{'type':'string'},{'type':'integer','maximum':9}]",
            "'anyOf':[{'type':'string'},{'type':'integer','maximum':5}]",
            "! `anyOf` changed"),
        property(
            "values with titles",
            "'oneOf':[{'const':'a','title':'A'},{'const':'b','title':'B'}]",
            "'oneOf':[{'const':'a','title':'A'},{'const':'b','title':'B'},{'const':'c'}]",
            "~ `anyOf` changed"),
        property(
            "values with titles, one gone",
            "'oneOf':[{'const':'a','title':'A'},{'const':'b'}]",
            "'oneOf':[{'const':'a','title':'A'},{'const':'c'}]",
            "! `anyOf` changed"),
        property(
            "other titles of values",
            "'oneOf':[{'const':'a','title':'A'},{'const':'b'}]",
            "'oneOf':[{'const':'a','title':'Z'},{'const':'b'}]",
            "~ `anyOf` changed"),
        property(
            "wider, but limited",
            "'type':'integer','maximum':9",
            "'type':'number','maximum':5",
            "! `maximum` 9 → 5; parameter `p` type integer → number"),
        property(
            "a place for each item",
            "'type':'array','items':[{'type':'string'}]",
            "'type':'array','items':[{'type':'integer'}]",
            "! `items` changed"),
        row(
            "in another order",
            object("'a':{'enum':[1,2]}"),
            object("'a':{'enum':[2,1]}"),
            "~ input schema written differently"),
        row(
            "reference in a keyword not understood",
            "{'not':{'$ref':'#/$defs/P'},'$defs':{'P':{'type':'string'}}}",
            "{'not':{'$ref':'#/$defs/P'},'$defs':{'P':{'type':'integer'}}}",
            "! input schema `not` changed"));
  }

  private static Arguments row(String name, String before, String after, String expected) {
    return Arguments.of(name, before.replace('\'', '"'), after.replace('\'', '"'), expected);
  }

  private static Arguments property(String name, String before, String after, String expected) {
    return row(
        name,
        object("'p':{" + before + "}"),
        object("'p':{" + after + "}"),
        expected.isEmpty()
            ? ""
            : expected.substring(0, 2) + "parameter `p` " + expected.substring(2));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("inputSchemas")
  void inputSchema(String name, String before, String after, String expected) {
    Diff diff = Diff.between(tools(tool("t", name, before)), tools(tool("t", name, after)));

    if (expected.isEmpty()) {
      assertThat(diff.changes()).isEmpty();
    } else {
      String sign = expected.substring(0, 2);
      assertThat(diff.text(25).lines())
          .containsExactly("tools: 1 changed", sign + "tool `t`: " + expected.substring(2));
      assertThat(diff.isBreaking()).isEqualTo(sign.equals("! "));
    }
  }

  @Test
  void listOfChangesBreakingFirst() {
    Diff diff =
        Diff.between(
            tools(
                tool("echo", "Echoes the text", object("")),
                tool("old_name", "Adds it up", object("\"x\":{}")),
                tool(
                    "add",
                    "Adds",
                    object("\"b\":{\"type\":\"integer\"},\"c\":{\"type\":\"string\"}"))),
            tools(
                tool("add", "Adds", object("\"b\":{\"type\":\"integer\"}", "b")),
                tool("new_name", "Adds it up", object("\"x\":{}")),
                tool("echo", "Echoes the text, twice", object(""))));

    assertThat(diff.text(25))
        .isEqualTo(
            """
            tools: 1 removed, 1 added, 2 changed
            - tool `old_name` removed (likely renamed to `new_name`)
            ! tool `add`: parameter `b` now required; parameter `c` removed
            ~ tool `echo`: description changed: "Echoes the text, twice"
            + tool `new_name`: Adds it up\
            """);
  }

  @Test
  void sameSmallSchemaAloneIsNoRenaming() {
    Diff diff =
        Diff.between(
            tools(tool("ping", "Says pong", object(""))),
            tools(tool("shutdown", "Ends the server", object(""))));

    assertThat(diff.text(25)).contains("- tool `ping` removed\n+ tool `shutdown`: Ends the server");
  }

  @Test
  void sameTellingSchemaIsRenaming() {
    String schema = object("\"lat\":{\"type\":\"number\"},\"lon\":{\"type\":\"number\"}");
    Diff diff =
        Diff.between(
            tools(tool("weather", "Tells the weather", schema)),
            tools(tool("forecast", "Other words", schema)));

    assertThat(diff.text(25)).contains("- tool `weather` removed (likely renamed to `forecast`)");
  }

  @Test
  void annotationsTitleOutputAndOtherFields() {
    Diff diff =
        Diff.between(
            tools(
                """
                {"name":"t","annotations":{"readOnlyHint":true},
                 "outputSchema":{"type":"object","properties":{"n":{"type":"integer"}}}}\
                """),
            tools(
                """
                {"name":"t","title":"The tool","annotations":{"readOnlyHint":false},
                 "outputSchema":{"type":"object","properties":{"n":{"type":"string"},"m":{}}},
                 "icons":[],"_meta":{"a":1}}\
                """));

    assertThat(diff.text(25).lines().skip(1))
        .containsExactly(
            "~ tool `t`: `_meta` added; `annotations.readOnlyHint` true → false; `icons` added;"
                + " `outputSchema.properties.m` added;"
                + " `outputSchema.properties.n.type` \"integer\" → \"string\";"
                + " `title` none → \"The tool\"");
  }

  @Test
  void outputSchemaComesAndGoes() {
    String without = "{\"name\":\"t\"}";
    String with = "{\"name\":\"t\",\"outputSchema\":" + object("\"n\":{}") + "}";

    assertThat(Diff.between(tools(without), tools(with)).text(9))
        .endsWith("~ tool `t`: `outputSchema` added");
    assertThat(Diff.between(tools(with), tools(without)).text(9))
        .endsWith("~ tool `t`: `outputSchema` removed");
  }

  @Test
  void excerptOfLongDescriptionShowsThePlaceOfTheChange() {
    String start = "This tool reads a file of the project and gives back its text. ".repeat(3);
    Diff diff =
        Diff.between(
            tools(tool("t", start + "At most 10 lines.", "{}")),
            tools(tool("t", start + "At most 99 lines.", "{}")));

    String line = diff.text(25).lines().toList().getLast();
    assertThat(line).contains("At most 99 lines.");
    assertThat(line.substring(line.indexOf('"') + 1, line.length() - 1))
        .hasSizeLessThanOrEqualTo(80);
  }
}
