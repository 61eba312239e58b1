package dev.pitstop.catalog;

import static dev.pitstop.catalog.Fixtures.object;
import static dev.pitstop.catalog.Fixtures.tool;
import static dev.pitstop.catalog.Fixtures.tools;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("A2: a changed type is told with all of the old and all of the new, however spelt")
class TypesTest {
  private static final String NULLABLE = "'anyOf':[{'type':'integer'},{'type':'null'}]";

  static Stream<Arguments> types() {
    return Stream.of(
        row(
            "one of two exchanged, list to union",
            "'type':['integer','null']",
            "'anyOf':[{'type':'integer'},{'type':'string'}]",
            "! type integer|null → integer|string"),
        row(
            "one of two exchanged, in unions",
            NULLABLE,
            "'oneOf':[{'type':'string'},{'type':'integer'}]",
            "! type integer|null → integer|string"),
        row(
            "one of two exchanged, in lists",
            "'type':['null','integer']",
            "'type':['string','integer']",
            "! type integer|null → integer|string"),
        row(
            "a union of one",
            NULLABLE,
            "'anyOf':[{'type':'integer'}]",
            "! type integer|null → integer"),
        row(
            "wider within a union",
            NULLABLE,
            "'anyOf':[{'type':'number'},{'type':'null'}]",
            "~ type integer|null → number|null"),
        row(
            "nested unions",
            NULLABLE,
            "'anyOf':[{" + NULLABLE + "},{'type':'boolean'}]",
            "! type integer|null → boolean|integer|null"),
        row(
            "arrays in a union",
            "'anyOf':[{'type':'array','items':{'type':'string'}},{'type':'string'}]",
            "'anyOf':[{'type':'array','items':{'type':'integer'}},{'type':'string'}]",
            "! type string|string[] → integer[]|string"),
        row(
            "nested arrays",
            "'type':'array','items':{'type':'array','items':{'type':'string'}}",
            "'type':'string'",
            "! type string[][] → string"),
        row(
            "an array that may be null, list to union",
            "'type':['array','null'],'items':{'type':'string'}",
            "'anyOf':[{'type':'array','items':{'type':'string'}},{'type':'null'}]",
            ""),
        row(
            "values that may be null, list to union",
            "'type':['string','null'],'enum':['a',null]",
            "'anyOf':[{'type':'string','enum':['a']},{'type':'null'}]",
            ""),
        row(
            "what is limited inside a union, in another place",
            "'anyOf':[{'type':'string'},{'type':'integer','maximum':9}]",
            "'anyOf':[{'type':'integer','maximum':5},{'type':'string'}]",
            "! maximum 9 → 5"),
        row(
            "a place for each item",
            "'type':'array','items':[{'type':'string'}]",
            "'type':'string'",
            "! type array → string"),
        row(
            "other items by place",
            "'type':'array','items':[{'type':'string'}]",
            "'type':'array','items':[{'type':'integer'}]",
            "! other keywords changed: items"),
        row("enum without type", "'enum':['a']", "'type':'integer'", "! type string → integer"),
        row("whole numbers", "'const':1", "'type':'integer'", "~ no longer limited to 1"),
        row("the same numbers", "'type':'number','enum':[1,2]", "'enum':[1,2]", ""),
        row(
            "values of two types",
            "'enum':['a',1]",
            "'type':'boolean'",
            "! type integer|string → boolean"),
        row(
            "a union of values is an enum",
            "'oneOf':[{'const':'a','title':'A'},{'const':'b','title':'B'}]",
            "'oneOf':[{'const':'a','title':'A'},{'const':'c','title':'C'}]",
            "! no longer accepts b; parameter `p` accepts c too"),
        row(
            "a union of values against an enum",
            "'anyOf':[{'type':'string','const':'a'},{'type':'string','const':'b'}]",
            "'type':'string','enum':['a','b']",
            ""),
        row(
            "a union of values opened",
            "'anyOf':[{'const':'a'},{'const':'b'}]",
            "'type':'string'",
            "~ no longer limited to a, b"),
        row(
            "by reference",
            "'$ref':'#/$defs/N'",
            "'type':'string'",
            "! type integer|null → string"),
        row(
            "by a reference to elsewhere",
            "'$ref':'https://example.com/a.json'",
            "'type':'string'",
            "! type unknown → string; parameter `p` other keywords changed: `$ref`"),
        row(
            "no type",
            "'description':'x'",
            "'description':'x'," + NULLABLE,
            "! type any → integer|null"));
  }

  private static Arguments row(String name, String before, String after, String expected) {
    return Arguments.of(name, schema(before), schema(after), expected);
  }

  private static String schema(String property) {
    String properties = object("'p':{" + property + "}");
    String defs = ",'$defs':{'N':{" + NULLABLE + "}}}";
    return (properties.substring(0, properties.length() - 1) + defs).replace('\'', '"');
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("types")
  void told(String name, String before, String after, String expected) {
    Diff diff = Diff.between(tools(tool("t", name, before)), tools(tool("t", name, after)));

    assertThat(diff.text(25).lines().skip(1).toList())
        .isEqualTo(
            expected.isEmpty()
                ? List.of()
                : List.of(
                    expected.substring(0, 2) + "tool `t`: parameter `p` " + expected.substring(2)));
  }
}
