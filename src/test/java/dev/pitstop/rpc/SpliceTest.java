package dev.pitstop.rpc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A changed message differs from what came only in the spans that had to change.
@DisplayName("Splice")
class SpliceTest {
  private static byte[] utf8(String s) {
    return s.getBytes(UTF_8);
  }

  private static Splice splice(String s) {
    return new Splice(utf8(s));
  }

  private static String text(Splice splice) {
    return new String(splice.apply(), UTF_8);
  }

  @Test
  void noEditsNoCopy() {
    byte[] original = utf8("{}");
    assertThat(new Splice(original).apply()).isSameAs(original);
    assertThat(new Splice(original).removeMember(new Span(0, 2), "a").apply()).isSameAs(original);
  }

  @Test
  void editsInAnyOrder() {
    assertThat(
            text(
                splice("0123456789")
                    .replace(new Span(8, 10), utf8(""))
                    .replace(new Span(0, 1), utf8("zero"))
                    .insert(5, utf8("<"))
                    .insert(5, utf8(">"))
                    .replace(new Span(6, 7), utf8(""))))
        .isEqualTo("zero1234<>57");
  }

  @Test
  void insertionsBesideReplacements() {
    assertThat(
            text(
                splice("abcd")
                    .replace(new Span(1, 3), utf8("X"))
                    .insert(3, utf8(">"))
                    .insert(1, utf8("<"))
                    .insert(0, utf8("^"))
                    .insert(4, utf8("$"))))
        .isEqualTo("^a<X>d$");
    assertThat(
            text(
                splice("abcd")
                    .replace(new Span(0, 2), utf8(""))
                    .replace(new Span(2, 4), utf8("x"))))
        .isEqualTo("x");
  }

  @Test
  void theOriginalIsNotChanged() {
    byte[] original = "{\"a\":\"\u00FF\"}".getBytes(ISO_8859_1);
    byte[] copy = original.clone();
    byte[] edited = new Splice(original).putMember(new Span(0, 9), "b", utf8("1")).apply();
    assertThat(original).isEqualTo(copy);
    assertThat(edited).isEqualTo("{\"a\":\"\u00FF\",\"b\":1}".getBytes(ISO_8859_1));
  }

  @Test
  void overlappingEditsAreRefused() {
    Splice nested =
        splice("abcdef").replace(new Span(0, 4), utf8("x")).replace(new Span(2, 3), utf8(""));
    assertThatThrownBy(nested::apply).isInstanceOf(IllegalArgumentException.class);
    Splice twice =
        splice("abcdef").replace(new Span(1, 2), utf8("")).replace(new Span(1, 2), utf8(""));
    assertThatThrownBy(twice::apply).hasMessage("edits overlap at byte 1");
    Splice inside = splice("abcdef").replace(new Span(1, 4), utf8("")).insert(2, utf8("x"));
    assertThatThrownBy(inside::apply).isInstanceOf(IllegalArgumentException.class);
    Splice member = splice("{\"a\":1}").putMember(new Span(0, 7), "a", utf8("2"));
    assertThatThrownBy(member.replace(new Span(5, 6), utf8("3"))::apply)
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void spansThatAreNotThereAreRefused() {
    Splice splice = splice("{}");
    assertThatThrownBy(() -> splice.replace(Span.NONE, utf8("x")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> splice.insert(3, utf8("x")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> splice.putMember(Span.NONE, "a", utf8("x")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      // -x removes x, x=1 puts it; applied to the root object.
      value = {
        "{}                         | a=1         | {'a':1}",
        "{ }                        | a=1         | {'a':1 }",
        "{}                         | a=1 b=2     | {'a':1,'b':2}",
        "{'x':0}                    | a=1 b=2     | {'x':0,'a':1,'b':2}",
        "{ 'x' : 0 }                | a=1         | { 'x' : 0,'a':1 }",
        "{ 'x' : 0 , 'y':1 }        | x=5         | { 'x' : 5 , 'y':1 }",
        "{'a':0,'b':1,'a':2}        | a=5         | {'a':5,'b':1,'a':5}",
        "{'\\u0061':0}              | a=5         | {'\\u0061':5}",
        "{'a':0}                    | -a          | {}",
        "{ 'a':0 }                  | -a          | {  }",
        "{'a':0,'b':1,'c':2}        | -a          | {'b':1,'c':2}",
        "{'a':0,'b':1,'c':2}        | -b          | {'a':0,'c':2}",
        "{'a':0,'b':1,'c':2}        | -c          | {'a':0,'b':1}",
        "{'a':0,'b':1,'c':2}        | -a -b       | {'c':2}",
        "{'a':0,'b':1,'c':2}        | -b -c       | {'a':0}",
        "{'a':0,'b':1,'c':2}        | -c -a       | {'b':1}",
        "{'a':0,'b':1,'c':2}        | -a -b -c    | {}",
        "{'a':0,'b':1,'a':2}        | -a          | {'b':1}",
        "{ 'a':0 , 'b':1 , 'c':2 }  | -a          | { 'b':1 , 'c':2 }",
        "{ 'a':0 , 'b':1 , 'c':2 }  | -b          | { 'a':0 , 'c':2 }",
        "{ 'a':0 , 'b':1 , 'c':2 }  | -c          | { 'a':0 , 'b':1 }",
        "{'a':0,'b':1,'c':2}        | -c d=3      | {'a':0,'b':1,'d':3}",
        "{'a':0,'b':1}              | -a -b d=3   | {'d':3}",
        "{'a':0,'b':1}              | -a b=7 d=3  | {'b':7,'d':3}",
        "{'a':0}                    | -x          | {'a':0}",
        "{'a':0}                    | a=1 -a      | {}",
        "{'a':0}                    | -a a=1      | {'a':1}",
        "{'a':{'b':1},'b':2}        | -b          | {'a':{'b':1}}",
      })
  void members(String original, String edits, String expected) {
    byte[] b = utf8(original.replace('\'', '"'));
    Span root = Json.validate(b).orElseThrow();
    Splice splice = new Splice(b);
    for (String edit : edits.split(" ", -1)) {
      if (edit.startsWith("-")) {
        splice.removeMember(root, edit.substring(1));
      } else {
        String[] member = edit.split("=", -1);
        splice.putMember(root, member[0], utf8(member[1]));
      }
    }
    assertThat(text(splice)).isEqualTo(expected.replace('\'', '"'));
  }

  @Test
  void membersOfSeveralObjectsAndPlainEditsTogether() {
    byte[] b = utf8("{\"id\":1,\"params\":{\"name\":\"x\",\"_meta\":{}}}");
    Span root = Json.validate(b).orElseThrow();
    byte[] edited =
        new Splice(b)
            .replace(Json.member(b, root, "id"), utf8("\"p1\""))
            .putMember(Json.path(b, root, "params", "_meta"), "progressToken", utf8("9"))
            .putMember(Json.member(b, root, "params"), "a\"b", utf8("[]"))
            .putMember(root, "z", utf8("null"))
            .apply();
    assertThat(new String(edited, UTF_8))
        .isEqualTo(
            "{\"id\":\"p1\",\"params\":{\"name\":\"x\",\"_meta\":{\"progressToken\":9},"
                + "\"a\\\"b\":[]},\"z\":null}");
  }
}
