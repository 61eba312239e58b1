package dev.pitstop.textedit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("JSON as people write it")
class JsoncTest {
  private static Node read(String text) {
    try {
      return Jsonc.parse(text);
    } catch (Mistake m) {
      throw new AssertionError(m.message(), m);
    }
  }

  private static Mistake broken(String text) {
    return assertThatExceptionOfType(Mistake.class)
        .as(text)
        .isThrownBy(() -> Jsonc.parse(text))
        .actual();
  }

  /// The tree in one line, to compare.
  private static String plain(Node node) {
    return switch (node) {
      case Node.Obj o -> {
        List<String> members = new ArrayList<>();
        for (Node.Member m : o.members()) {
          members.add(m.name() + "=" + plain(m.value()));
        }
        yield "{" + String.join(",", members) + "}";
      }
      case Node.Arr a -> {
        List<String> items = new ArrayList<>();
        for (Node item : a.items()) {
          items.add(plain(item));
        }
        yield "[" + String.join(",", items) + "]";
      }
      case Node.Text t -> "'" + t.value() + "'";
      case Node.Num n -> n.lexeme();
      case Node.Bool b -> String.valueOf(b.value());
      case Node.Nil _ -> "null";
    };
  }

  @Test
  void everyKindOfValue() {
    String text = "{\"a\": [1, -2.5e+3, 0, true, false, null, {}, []], \"b\": \"x\"}";

    assertThat(plain(read(text))).isEqualTo("{a=[1,-2.5e+3,0,true,false,null,{},[]],b='x'}");
  }

  @Test
  void commentsInOddPlacesTrailingCommasAndAByteOrderMark() {
    String text =
        """
        \uFEFF// first
        /* a */ { /**/ "a" /* b */ : // c
          /* d */ [ // e
            1 /* , 7 */ , // "2"
            2, /* */ ] /* f */ , // g
          "url": "http://x/*no*/", // h
        } // i\
        """;

    assertThat(plain(read(text))).isEqualTo("{a=[1,2],url='http://x/*no*/'}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n"})
  void aCommentEndsWithItsLineHoweverThatEnds(String newline) {
    String text = String.join(newline, "{ // one", "\"a\": 1 // two", "}", "");

    assertThat(plain(read(text))).isEqualTo("{a=1}");
    assertThat(Position.of(text, text.indexOf('a'))).isEqualTo(new Position(2, 2));
  }

  @Test
  void escapes() {
    assertThat(plain(read("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDD27 C:\\\\x\"")))
        .isEqualTo("'\"\\/\b\f\n\r\té🔧 C:\\x'");
  }

  @Test
  void everythingKnowsItsPlace() {
    String text = "{ /* x */ \"k\\u0065y\" : [ 12, \"ab\" ], \"n\": null, \"t\": true }";
    List<String> found = new ArrayList<>();
    spans(read(text), text, found);

    assertThat(found)
        .containsExactly(text, "\"k\\u0065y\"", "[ 12, \"ab\" ]", "12", "\"ab\"", "\"n\"", "null")
        .doesNotContain("true");
  }

  private static void spans(Node node, String text, List<String> out) {
    if (node instanceof Node.Bool) {
      return;
    }
    out.add(text.substring(node.start(), node.end()));
    if (node instanceof Node.Obj o) {
      for (Node.Member m : o.members()) {
        if (!m.name().equals("t")) {
          out.add(text.substring(m.start(), m.keyEnd()));
          spans(m.value(), text, out);
        }
      }
    } else if (node instanceof Node.Arr a) {
      a.items().forEach(item -> spans(item, text, out));
    }
  }

  /// `▮` stands where the mistake is said to be.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"a": {"b": 1, ▮"b": 2}} | a.b | this key is there twice
          {"a": {"b": [1]▮ "c": 2}} | a | expected `,` or `}` after the value of `b`
          {"a": [1▮ 2]} | a | expected `,` or `]` after the value of `a[0]`
          {"a": [1, 2▮ } | a | expected `,` or `]` after the value of `a[1]`
          {"a"▮ 1} | ~~ | expected `:` after this key
          {▮a: 1} | ~~ | expected a key in double quotes, or `}`
          {▮, "a": 1} | ~~ | unexpected `,`
          {"a": [1,▮, 2]} | a[1] | unexpected `,`
          {"a": ▮} | a | expected a value: a string in double quotes, a number, true, false, null, `{` or `[`
          {"a": ▮nope} | a | expected a value: a string in double quotes, a number, true, false, null, `{` or `[`
          {"a": ▮True} | a | expected a value: a string in double quotes, a number, true, false, null, `{` or `[`
          {"a": ▮'x'} | a | strings and keys need straight double quotes: `"`
          {▮“a”: 1} | ~~ | strings and keys need straight double quotes: `"`
          {"a": ▮# x | a | a comment starts with `//`, or is enclosed in `/*` and `*/`
          {"a": 1 ▮/* x } | ~~ | this comment is not closed: `*/` is missing
          {"a": ▮"x} | a | this string is not closed: its line has no closing `"`
          {"a": ▮"C:\\Program"} | a | invalid escape in this string; write a backslash as `\\\\`
          {"a": ▮"C:\\users"} | a | invalid escape in this string; write a backslash as `\\\\`
          {"a": ▮007} | a | this is not a number; put a string in double quotes
          {"a": ▮1.} | a | this is not a number; put a string in double quotes
          {"a": ▮-} | a | this is not a number; put a string in double quotes
          {"a": ▮1.2.3} | a | this is not a number; put a string in double quotes
          {"a": ▮3000ms} | a | this is not a number; put a string in double quotes
          {"a": 1} ▮} | ~~ | unexpected text after the end of the JSON
          {"a": {"b": [1, {"c": 2▮ | a.b[1] | the file ends, but the `{` on line 1 is not closed
          ▮ | ~~ | the file is empty
          // only▮ | ~~ | the file is empty
          """)
  void aMistakeHasItsPlaceItsKeyAndASentence(String marked, String key, String message) {
    Mistake broken = broken(marked.replace("▮", ""));

    assertThat(broken.message()).isEqualTo(message);
    assertThat(broken.path().text()).isEqualTo(key);
    assertThat(broken.offset()).isEqualTo(marked.indexOf('▮'));
  }

  @Test
  void theLineOfTheBracketThatIsNotClosed() {
    assertThat(broken("{\n  \"a\": {\n    \"b\": [\n").message())
        .isEqualTo("the file ends, but the `[` on line 3 is not closed");
  }

  @Test
  void anInvisibleCharacterIsNamed() {
    Mistake broken = broken("{\n\u00A0\"a\": 1}");

    assertThat(broken.message())
        .isEqualTo("there is an invisible character here (code 160): delete it");
    assertThat(broken.offset()).isEqualTo(2);
  }

  @Test
  void depthIsBounded() {
    String deep = "[".repeat(Jsonc.MAX_DEPTH) + "]".repeat(Jsonc.MAX_DEPTH);

    assertThat(read(deep)).isInstanceOf(Node.Arr.class);
    assertThat(broken("[" + deep + "]").message()).isEqualTo("nested more than 1000 levels deep");
    assertThat(broken("{\"a\":".repeat(1_000_000)).message()).startsWith("nested more than 1000");
  }

  @Test
  void aPathInWords() {
    KeyPath servers = KeyPath.ROOT.in("mcpServers");

    assertThat(servers.in("weather").in("env").in("API_KEY").text())
        .isEqualTo("mcpServers.weather.env.API_KEY");
    assertThat(servers.in("my.server").in("args").at(2).text())
        .isEqualTo("mcpServers[\"my.server\"].args[2]");
    assertThat(servers.in("").text()).isEqualTo("mcpServers[\"\"]");
    assertThat(servers.in("a\nb\u0000\uD800").text()).isEqualTo("mcpServers[\"a?b??\"]");
    assertThat(servers.in("🔧".repeat(500)).text()).hasSizeLessThan(120).endsWith("🔧…\"]");
    assertThat(servers.in("x".repeat(65)).text()).endsWith("x…\"]");
  }

  @Test
  void positionsAreThoseOfEditors() {
    String text = "\uFEFFa\tb\r\n\r\nc\nd";

    assertThat(Position.of(text, 0)).isEqualTo(new Position(1, 1));
    assertThat(Position.of(text, 1)).isEqualTo(new Position(1, 1));
    assertThat(Position.of(text, text.indexOf('b'))).isEqualTo(new Position(1, 3));
    assertThat(Position.of(text, text.indexOf('c'))).isEqualTo(new Position(3, 1));
    assertThat(Position.of(text, text.indexOf('d'))).isEqualTo(new Position(4, 1));
    assertThat(Position.of(text, text.length())).hasToString("4:2");
  }
}
