package dev.pitstop.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonParser;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("arguments of a call, typed by the tool's schema")
class TypedArgumentsTest {
  private static final JsonElement SCHEMA =
      JsonParser.parseString(
          """
          {"type": "object",
           "$defs": {"Place": {"type": "object", "required": ["city"], "properties": {
              "city": {"type": "string", "description": "Where"},
              "geo": {"type": "object", "properties": {"lat": {"type": "number"}}}}},
            "Colour": {"type": "string", "enum": ["red", "green"]}},
           "properties": {
            "text": {"type": "string", "description": "What to say"},
            "count": {"type": "integer", "default": 3},
            "ratio": {"type": "number"},
            "loud": {"type": "boolean"},
            "maybe": {"type": ["string", "null"]},
            "often": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
            "either": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
            "oneof": {"oneOf": [{"type": "boolean"}, {"type": "string"}]},
            "tags": {"type": "array", "items": {"type": "string"}},
            "numbers": {"type": "array", "items": {"type": "integer"}},
            "some": {"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "null"}]},
            "place": {"$ref": "#/$defs/Place"},
            "perhaps": {"anyOf": [{"$ref": "#/$defs/Place"}, {"type": "null"}]},
            "colour": {"$ref": "#/$defs/Colour"},
            "level": {"enum": [1, 2, "auto"]},
            "fixed": {"const": "x"},
            "free": {},
            "any": {"type": "object"},
            "map": {"type": "object", "additionalProperties": {"type": "integer"}},
            "dotted.key": {"type": "integer"}}}
          """);

  private static TypedArguments typed(JsonElement schema) {
    Map<String, String> files = Map.of("a.txt", "from a file\n", "n.json", "[1, 2]");
    return new TypedArguments(
        schema,
        name -> {
          if (!files.containsKey(name)) {
            throw new IllegalArgumentException("the file `" + name + "` cannot be read");
          }
          return files.get(name);
        });
  }

  private static TypedArguments typed() {
    return typed(SCHEMA);
  }

  private static List<String> words(String line) {
    return List.of(line.split(" ", -1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "text=hello            | {\"text\":\"hello\"}",
        "text=5                | {\"text\":\"5\"}",
        "text=true             | {\"text\":\"true\"}",
        "text=null             | {\"text\":\"null\"}",
        "text=[1]              | {\"text\":\"[1]\"}",
        "text=\"quoted\"       | {\"text\":\"\\\"quoted\\\"\"}",
        "text=                 | {\"text\":\"\"}",
        "text=a=b              | {\"text\":\"a=b\"}",
        "text=@a.txt           | {\"text\":\"from a file\\n\"}",
        "text=@@me             | {\"text\":\"@me\"}",
        "text=a@b              | {\"text\":\"a@b\"}",
        "count=3               | {\"count\":3}",
        "count=-3              | {\"count\":-3}",
        "count=12345678901234567890 | {\"count\":12345678901234567890}",
        "ratio=1.50            | {\"ratio\":1.50}",
        "ratio=1e3             | {\"ratio\":1e3}",
        "ratio=2               | {\"ratio\":2}",
        "loud=true             | {\"loud\":true}",
        "loud=false            | {\"loud\":false}",
        "maybe=x               | {\"maybe\":\"x\"}",
        "maybe=null            | {\"maybe\":null}",
        "maybe=5               | {\"maybe\":\"5\"}",
        "often=5               | {\"often\":5}",
        "often=null            | {\"often\":null}",
        "either=5              | {\"either\":5}",
        "either=five           | {\"either\":\"five\"}",
        "oneof=true            | {\"oneof\":true}",
        "oneof=tru             | {\"oneof\":\"tru\"}",
        "tags=a                | {\"tags\":[\"a\"]}",
        "tags=a tags=b tags=5  | {\"tags\":[\"a\",\"b\",\"5\"]}",
        "tags=[\"a\",\"b\"]    | {\"tags\":[\"a\",\"b\"]}",
        "tags=[\"a\"] tags=b   | {\"tags\":[\"a\",\"b\"]}",
        "numbers=1 numbers=2   | {\"numbers\":[1,2]}",
        "numbers=@n.json       | {\"numbers\":[1,2]}",
        "some=1                | {\"some\":[1]}",
        "some=null             | {\"some\":null}",
        "place={\"city\":\"Rome\"} | {\"place\":{\"city\":\"Rome\"}}",
        "perhaps=null          | {\"perhaps\":null}",
        "colour=red            | {\"colour\":\"red\"}",
        "level=2               | {\"level\":2}",
        "level=auto            | {\"level\":\"auto\"}",
        "fixed=x               | {\"fixed\":\"x\"}",
        "free=5                | {\"free\":5}",
        "free=five             | {\"free\":\"five\"}",
        "free={\"a\":[]}       | {\"free\":{\"a\":[]}}",
        "dotted.key=7          | {\"dotted.key\":7}",
        "{\"text\":\"a\",\"count\":1} | {\"text\":\"a\",\"count\":1}",
        "{}                    | {}",
      })
  @DisplayName("A word becomes a value of the type that the schema says")
  void typed(String line, String json) {
    var read = typed().read(words(line));
    assertThat(read.toString()).isEqualTo(json);
    assertThat(typed().problems(read)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '§',
      quoteCharacter = '~',
      value = {
        "count=x          § `count` cannot be \"x\"\\n  count: integer, default 3",
        "count=1.5        § `count` cannot be 1.5\\n  count: integer, default 3",
        "count=true       § `count` cannot be true\\n  count: integer, default 3",
        "count=           § `count` cannot be \"\"\\n  count: integer, default 3",
        "ratio=1,5        § `ratio` cannot be \"1,5\"\\n  ratio: number",
        "loud=yes         § `loud` cannot be \"yes\"\\n  loud: boolean",
        "often=x          § `often` cannot be \"x\"\\n  often: integer|null",
        "colour=gren      § `colour` cannot be \"gren\"; did you mean `green`?\\n  colour: \"red\" | \"green\"",
        "colour=5         § `colour` cannot be \"5\"\\n  colour: \"red\" | \"green\"",
        "level=3          § `level` cannot be 3\\n  level: 1 | 2 | \"auto\"",
        "numbers=1 numbers=x § `numbers` cannot be [1,\"x\"]\\n  numbers: integer[]",
        "txt=a            § there is no argument `txt`; did you mean `text`?\\n  text: string. What to say",
        "place=x          § `place` cannot be \"x\"\\n  place: object",
        "{\"text\":null}  § `text` cannot be null\\n  text: string. What to say",
        "{\"text\":5}     § `text` cannot be 5\\n  text: string. What to say",
      })
  @DisplayName("What does not fit is named with its line of the schema, and the nearest name")
  void problem(String line, String problem) {
    assertThat(typed().problems(typed().read(words(line))))
        .containsExactly(problem.replace("\\n", "\n"));
  }

  @Test
  @DisplayName("Each missing argument is named")
  void missing() {
    JsonElement schema =
        JsonParser.parseString(
            "{\"properties\": {\"a\": {\"type\": \"number\", \"description\": \"First\\n  one\"}},"
                + " \"required\": [\"a\", \"b\"]}");
    assertThat(typed(schema).problems(typed(schema).read(List.of())))
        .containsExactly(
            "`a` is missing\n  a: number, required. First one",
            "`b` is missing\n  b: any, required");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "text             | `text` is not key=value",
        "=x               | `=x` is not key=value",
        "text=a text=b    | `text` is given twice, and is not an array",
        "text=a {}        | `{}` is not key=value: a JSON object must be the only argument",
        "text=@none       | the file `none` cannot be read",
        "{\"a\":1         | the arguments are not JSON: the message ends too early at byte 6",
        "{'a':1}          | the arguments are not JSON: unexpected ''' at byte 1",
      })
  @DisplayName("A word that is no argument is named")
  void refused(String line, String why) {
    assertThatThrownBy(() -> typed().read(words(line)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(why);
  }

  @Test
  @DisplayName("A schema that lists nothing takes anything, unless it says otherwise")
  void open() {
    for (String schema :
        List.of("{}", "{\"type\":\"object\"}", "{\"additionalProperties\":true}")) {
      TypedArguments typed = typed(JsonParser.parseString(schema));
      assertThat(typed.problems(typed.read(words("a=1 b=x")))).as(schema).isEmpty();
    }
    TypedArguments none =
        typed(JsonParser.parseString("{\"properties\":{},\"additionalProperties\":false}"));
    assertThat(none.problems(none.read(words("a=1"))))
        .containsExactly("there is no argument `a`: the tool takes none");
    assertThat(typed(JsonNull.INSTANCE).read(words("a=1"))).hasToString("{\"a\":1}");
  }

  @Test
  @DisplayName("Parameters: the required ones first, with types, values and defaults")
  void parameters() {
    assertThat(Parameter.of(SCHEMA).stream().map(p -> p.name() + " " + p.about()))
        .contains(
            "text string. What to say",
            "count integer, default 3",
            "maybe string|null",
            "numbers integer[]",
            "colour \"red\" | \"green\"")
        .hasSize(20);
    JsonElement two =
        JsonParser.parseString("{\"properties\":{\"b\":{},\"a\":{}},\"required\":[\"a\"]}");
    assertThat(Parameter.of(two)).extracting(Parameter::name).containsExactly("a", "b");
    assertThat(Parameter.of(JsonNull.INSTANCE)).isEmpty();
  }
}
