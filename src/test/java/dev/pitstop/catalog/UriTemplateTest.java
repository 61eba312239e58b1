package dev.pitstop.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("which URIs a resource template stands for")
class UriTemplateTest {

  @ParameterizedTest(name = "{0} matches {1}: {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          note://all              | note://all                  | true
          note://all              | note://all/1                | false
          note://{id}             | note://7                    | true
          note://{id}             | note://a%2Fb                | true
          note://{id}             | nota://a                    | false
          note://{id}/text        | note://7/text               | true
          note://{a}/{b}          | note://1/2                  | true
          note://{a}-{b}          | note://x-y-z                | true
          note://{a}{b}           | note://xy                   | true
          map://{x,y}             | map://1024,768              | true
          note://{user-id}        | note://7                    | true
          note://{id:3}           | note://123                  | true
          file:///{+path}         | file:///etc/hosts           | true
          file:///{+path}         | file:///a?b#c               | true
          file:///{+path}/end     | file:///a/end/b/end         | true
          file:///{path*}         | file:///etc/hosts           | true
          file:///{path*}.txt     | file:///a/b.txt             | true
          file:///{path*}.txt     | file:///a/b.md              | false
          repo://x{/seg}          | repo://x/a                  | true
          repo://x{/seg}          | repo://x                    | true
          repo://x{/a,b}          | repo://x/a/b                | true
          repo://x{/seg*}         | repo://x/a/b/c              | true
          repo://x{/seg*}/raw     | repo://x/a/b/raw            | true
          s://f{?q}               | s://f?q=hop                 | true
          s://f{?q}               | s://f                       | true
          s://f{?q}               | s://f?q                     | true
          s://f{?q}               | s://f?q=                    | true
          s://f{?q,limit}         | s://f?q=1&limit=2           | true
          s://f{?q,limit}         | s://f?limit=2&q=1           | true
          s://f{?q,limit}         | s://f?limit=2               | true
          s://f{?q,query}         | s://f?query=/a?b&q=1        | true
          s://f{?all*}            | s://f?a=1&b=2               | true
          s://f?v=1{&x}           | s://f?v=1&x=2               | true
          s://f?v=1{&x}           | s://f?v=1                   | true
          s://f{?q}{#part}        | s://f?q=1#top               | true
          s://{id}{?q}            | s://7?q=1                   | true
          s://{path*}{?q}         | s://a/b?q=1                 | true
          doc://a{#part}          | doc://a#one/two             | true
          doc://a{#part}          | doc://a                     | true
          doc://a{.ext}           | doc://a.tar.gz              | true
          doc://a{.ext}           | doc://a                     | true
          m://a{;p}               | m://a;p=1                   | true
          m://a{;p,r}             | m://a;r;p=1                 | true
          m://a{;p}/b             | m://a;p=1/b                 | true
          """)
  void matches(String template, String uri, boolean expected) {
    assertThat(UriTemplate.compile(template).matches(uri)).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @DisplayName("The examples of RFC 6570, 3.2, that put a value in")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          {hello}               | Hello%20World%21
          {half}                | 50%25
          O{undef,x}X           | O1024X
          {x,hello,y}           | 1024,Hello%20World%21,768
          {var:30}              | value
          {list}                | red,green,blue
          {keys*}               | semi=%3B,dot=.,comma=%2C
          {+hello}              | Hello%20World!
          {base}index           | http%3A%2F%2Fexample.com%2Fhome%2Findex
          {+base}index          | http://example.com/home/index
          {+path}/here          | /foo/bar/here
          here?ref={+path}      | here?ref=/foo/bar
          up{+path}{var}/here   | up/foo/barvalue/here
          {#path,x}/here        | #/foo/bar,1024/here
          {#keys*}              | #semi=;,dot=.,comma=,
          foo{#empty}           | foo#
          {.half,who}           | .50%25.fred
          www{.dom*}            | www.example.com
          X{.empty_keys}        | X
          {/var,x}/here         | /value/1024/here
          {/half,who}           | /50%25/fred
          {/var,empty}          | /value/
          {/list*,path:4}       | /red/green/blue/%2Ffoo
          {;x,y,empty}          | ;x=1024;y=768;empty
          {;v,empty,who}        | ;v=6;empty;who=fred
          {;list*}              | ;list=red;list=green;list=blue
          {;keys*}              | ;semi=%3B;dot=.;comma=%2C
          {?x,y,undef}          | ?x=1024&y=768
          {?keys}               | ?keys=semi,%3B,dot,.,comma,%2C
          {?keys*}              | ?semi=%3B&dot=.&comma=%2C
          ?fixed=yes{&x}        | ?fixed=yes&x=1024
          {&x,y,empty}          | &x=1024&y=768&empty=
          """)
  void rfc(String template, String expansion) {
    assertThat(UriTemplate.compile(template).matches(expansion)).isTrue();
  }

  @ParameterizedTest
  @DisplayName("Characters that mean something to regular expressions mean themselves")
  @ValueSource(strings = {"a.b", "a+", "(a)", "[a]", "a|b", "^a$", "\\Qa\\E", "a*", "a?", "\\"})
  void literal(String text) {
    UriTemplate template = UriTemplate.compile(text + "/{id}");
    assertThat(template.matches(text + "/1")).isTrue();
    assertThat(template.matches("aab/1")).isFalse();
    assertThat(template.matches("a/1")).isFalse();
  }

  @ParameterizedTest
  @DisplayName("What has no expression matches itself and nothing else")
  @ValueSource(strings = {"{", "}", "a{", "a}b", "{}"})
  void odd(String text) {
    UriTemplate template = UriTemplate.compile(text);
    assertThat(template.matches(text)).isTrue();
    assertThat(template.matches("a")).isFalse();
    assertThat(template.matches("")).isFalse();
  }

  @Test
  @DisplayName("An empty template matches the empty URI; lone halves of characters harm nobody")
  void edges() {
    assertThat(UriTemplate.compile("").matches("")).isTrue();
    assertThat(UriTemplate.compile("").matches("a")).isFalse();
    assertThat(UriTemplate.compile("\ud800/{a}").matches("\ud800/1")).isTrue();
    assertThat(UriTemplate.compile("{+a}").matches("\udc00")).isTrue();
  }
}
