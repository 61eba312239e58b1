package dev.pitstop.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.pitstop.textedit.Jsonc;
import dev.pitstop.textedit.Mistake;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("an entry is written into the text as it is")
class ConfigEditTest {
  private static final String ENTRY =
      "{\"command\":\"node\",\"args\":[\"s.js\", 1],\"env\":{\"A\":\"\\u0041\"},\"x\":[{}]}";

  private static String add(String text, String name, String entry) {
    return done(() -> ConfigEdit.add(text, name, JsonParser.parseString(entry).getAsJsonObject()));
  }

  private static String remove(String text, String name) {
    return done(() -> ConfigEdit.remove(text, name));
  }

  private static String done(Callable<String> edit) {
    try {
      return edit.call();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static String refused(Callable<String> edit) {
    Mistake m = assertThatExceptionOfType(Mistake.class).isThrownBy(edit::call).actual();
    return (m.path().text() + ": " + m.message()).replaceFirst("^: ", "");
  }

  @Test
  void intoAnEmptyText() {
    String whole =
        """
        {
          "mcpServers": {
            "new": {
              "command": "node",
              "args": [
                "s.js",
                1
              ],
              "env": {
                "A": "A"
              },
              "x": [
                {}
              ]
            }
          }
        }
        """;
    assertThat(add("", "new", ENTRY)).isEqualTo(whole);
    assertThat(add(" \n", "new", ENTRY)).isEqualTo(whole);
    assertThat(add("\uFEFF", "new", ENTRY)).isEqualTo("\uFEFF" + whole);
    assertThat(add("// mine", "new", ENTRY)).isEqualTo("// mine\n" + whole);
    assertThat(add("/* mine */\r\n", "new", "{}"))
        .isEqualTo("/* mine */\r\n{\r\n  \"mcpServers\": {\r\n    \"new\": {}\r\n  }\r\n}\r\n");
  }

  @Test
  void behindTheLastInItsIndentationKeepingEverythingElse() {
    String text =
        """
        // head
        {
            "theme": "dark",   // mine
            "mcpServers": {
                /* first */
                "a": { "command": "x" }, // odd   spacing
                "b":   {"command":"y"} // last
                // "c": { "command": "off" }
            },
            "z": [1,2]
        }
        """;
    assertThat(add(text, "n", "{\"command\":\"z\",\"env\":{}}"))
        .isEqualTo(
            text.replace(
                """
                "b":   {"command":"y"} // last
                        // "c": { "command": "off" }
                """,
                """
                "b":   {"command":"y"}, // last
                        // "c": { "command": "off" }
                        "n": {
                            "command": "z",
                            "env": {}
                        }
                """));
    assertThat(remove(add(text, "n", ENTRY), "n")).isEqualTo(text);
  }

  @Test
  void aTrailingCommaStaysTheStyle() {
    String text =
        """
        {
          "mcpServers": {
            "a": {},
          },
        }
        """
            .replace("  ", "\t");

    String added = add(text, "n", "{\"command\":\"z\"}");

    assertThat(added)
        .isEqualTo(
            text.replace(
                "\t\t\"a\": {},\n",
                """
                \t\t"a": {},
                \t\t"n": {
                \t\t\t"command": "z"
                \t\t},
                """));
    assertThat(remove(added, "n")).isEqualTo(text);
    assertThat(remove(added, "a")).isEqualTo(added.replace("\t\t\"a\": {},\n", ""));
  }

  @Test
  void lineEndsOfWindows() {
    String text =
        """
        {
          "servers": {
            "a": {}
          }
        }
        """
            .replace("\n", "\r\n");

    String added = add(text, "n", "{\"command\":\"z\"}");

    assertThat(added)
        .isEqualTo(
            """
            {
              "servers": {
                "a": {},
                "n": {
                  "command": "z"
                }
              }
            }
            """
                .replace("\n", "\r\n"));
    assertThat(remove(added, "n")).isEqualTo(text);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"mcpServers\":{\"a\":{}}} | {\"mcpServers\":{\"a\":{}, \"n\": {\"k\": 1}}}",
        "{ \"mcpServers\": { \"a\": {}, } } | { \"mcpServers\": { \"a\": {}, \"n\": {\"k\": 1}, } }",
        "{\"mcpServers\":{ /* none */ }} | {\"mcpServers\":{ /* none */ \"n\": {\"k\": 1} }}",
        "{\"mcpServers\":{\"a\":{} /* last */ }} | {\"mcpServers\":{\"a\":{}, /* last */ \"n\": {\"k\": 1} }}",
      })
  void onOneLineWhereTheNeighboursAre(String text, String expected) {
    assertThat(add(text, "n", "{\"k\":1}")).isEqualTo(expected);
    assertThat(remove(expected, "n")).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\n  \"mcpServers\": {} }",
        "{\n  \"mcpServers\": {\n    // none yet\n  }\n}",
        "{\n  \"mcpServers\": { // none yet\n  }\n}",
        "{\n  \"mcpServers\": {\n    \"a\": {} }\n}",
        "{\n  \"mcpServers\": {\n    \"a\": {}, }\n}",
        "{\n  \"mcpServers\": { \"a\": {} // x\n  }\n}",
        "{\n  \"mcpServers\": { \"a\": {}, // x\n  }\n}",
        "{\n  \"mcpServers\": {\n    \"a\": {}  \t\n\n\n  }\n}",
        "{\n  \"mcpServers\": {\n    \"a\": {} /* x */ , /* y */   \n  }\n}",
        "{\n  \"mcpServers\": {\n    \"a\": {} // x  \n    , // y\n  }\n}",
        "{\"mcpServers\": {\n\"a\": {}\n}}",
        "{\"mcpServers\": {\n\"a\": {} /* x *//* see http://y */}}",
      })
  void whatWasAddedCanBeTakenOutWithoutATrace(String text) {
    String added = add(text, "n", ENTRY);

    assertThatNoException().isThrownBy(() -> Jsonc.parse(added));
    assertThat(added).contains("\"n\": {");
    assertThat(remove(added, "n")).isEqualTo(text);
  }

  @Test
  void theKeyIsMadeWhereItIsMissing() {
    assertThat(add("{\n  \"other\": 1\n}\n", "n", "{\"command\":\"z\"}"))
        .isEqualTo(
            """
            {
              "other": 1,
              "mcpServers": {
                "n": {
                  "command": "z"
                }
              }
            }
            """);
    assertThat(add("{}", "n", "{}")).isEqualTo("{\n  \"mcpServers\": {\n    \"n\": {}\n  }\n}");
  }

  @Test
  void aNameThatIsThereGetsAnotherValueInItsPlace() {
    String text =
        "{\n  \"mcpServers\": {\n    \"a\": {\n      // old\n      \"command\": \"x\"\n    }, // a\n"
            + "    \"b\": {}\n  }\n}";

    assertThat(add(text, "a", "{\"command\":\"z\"}"))
        .isEqualTo(
            "{\n  \"mcpServers\": {\n    \"a\": {\n      \"command\": \"z\"\n    }, // a\n"
                + "    \"b\": {}\n  }\n}");
  }

  @Test
  void removalTakesTheLineAndOneComma() {
    String text =
        """
        {
          "mcpServers": {
            // about a
            "a": {},
            "b": {}, // about b

            /* about c */ "c": {},
            "d": {}
          }
        }
        """;
    assertThat(remove(text, "a")).isEqualTo(text.replace("    \"a\": {},\n", ""));
    assertThat(remove(text, "b")).isEqualTo(text.replace("\"b\": {}, ", ""));
    assertThat(remove(text, "c")).isEqualTo(text.replace(" \"c\": {},", ""));
    assertThat(remove(text, "d")).isEqualTo(text.replace(",\n    \"d\": {}", ""));
  }

  @ParameterizedTest(name = "{0} − {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"mcpServers\":{\"a\":1,\"b\":2,\"c\":3}} | a | {\"mcpServers\":{\"b\":2,\"c\":3}}",
        "{\"mcpServers\":{\"a\":1,\"b\":2,\"c\":3}} | b | {\"mcpServers\":{\"a\":1,\"c\":3}}",
        "{\"mcpServers\":{\"a\":1,\"b\":2,\"c\":3}} | c | {\"mcpServers\":{\"a\":1,\"b\":2}}",
        "{\"mcpServers\":{ \"a\": 1, \"b\": 2 }} | a | {\"mcpServers\":{ \"b\": 2 }}",
        "{\"mcpServers\":{ \"a\": 1, \"b\": 2 }} | b | {\"mcpServers\":{ \"a\": 1 }}",
        "{\"mcpServers\":{ \"a\": 1 /* x */ , \"b\": 2 }} | a | {\"mcpServers\":{ /* x */  \"b\": 2 }}",
        "{\"mcpServers\":{ \"a\": 1, }} | a | {\"mcpServers\":{}}",
      })
  void removal(String text, String name, String expected) {
    assertThat(remove(text, name)).isEqualTo(expected);
  }

  @Test
  void aLineCommentNeverSwallowsWhatFollows() {
    String text = "{\"mcpServers\": {\n  // x\n  \"a\": 1, \"b\": 2 }}";

    assertThat(remove(text, "a")).isEqualTo("{\"mcpServers\": {\n  // x\n  \"b\": 2 }}");
    assertThat(remove("{\"mcpServers\": {\n  // x\n  \"a\": 1 }}", "a"))
        .isEqualTo("{\"mcpServers\": {\n  // x\n   }}");
    assertThat(remove("{\"mcpServers\": {\n  /* // */ // x\n  \"a\": 1 }}", "a"))
        .isEqualTo("{\"mcpServers\": {\n  /* // */ // x\n   }}");
    assertThat(remove("{\"mcpServers\": {\n  // x\n /* y */\n  \"a\": 1}}", "a"))
        .isEqualTo("{\"mcpServers\": {\n  // x\n /* y */}}");
    assertThat(remove("{\"mcpServers\": {\"a\": 1, // x\n  \"b\": 2 }}", "b"))
        .isEqualTo("{\"mcpServers\": {\"a\": 1 // x\n   }}");
  }

  @Test
  void namesAreWrittenAsJson() {
    String name = "a\"b\\c\n\u0001é🔧";

    String added = add("", name, "{\"command\": \"x\"}");

    assertThat(added).contains("\"a\\\"b\\\\c\\n\\u0001é🔧\": {");
    assertThat(remove(added, name)).isEqualTo("{\n  \"mcpServers\": {}\n}\n");
  }

  @Test
  void whatCannotBeReadIsNotTouched() {
    assertThat(refused(() -> ConfigEdit.add("{\n  \"mcpServers\": {", "n", new JsonObject())))
        .isEqualTo("mcpServers: the file ends, but the `{` on line 2 is not closed");
    assertThat(refused(() -> ConfigEdit.add("[]", "n", new JsonObject())))
        .isEqualTo("expected an object with the key `mcpServers`, found an array");
    assertThat(refused(() -> ConfigEdit.add("{\"mcpServers\": []}", "n", new JsonObject())))
        .isEqualTo("mcpServers: expected an object with one entry per server, found an" + " array");
    assertThat(refused(() -> ConfigEdit.add("/* x", "n", new JsonObject()))).contains("not closed");
    assertThat(refused(() -> ConfigEdit.remove("{\"mcpServers\": {}}", "n")))
        .isEqualTo("the file has no server `n`");
    assertThat(refused(() -> ConfigEdit.remove("{}", "n"))).isEqualTo("the file has no server `n`");
    assertThat(refused(() -> ConfigEdit.remove("", "n"))).isEqualTo("the file is empty");
  }
}
