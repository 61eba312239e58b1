package dev.pitstop.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.Rounds;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("templates against an oracle, and against those who want them to be slow")
@Timeout(120)
class UriTemplatePropertyTest {
  private record Piece(String template, String regex) {}

  private static final List<Piece> PIECES =
      List.of(
          new Piece("a", "a"),
          new Piece("/", "/"),
          new Piece("b.", "b\\."),
          new Piece("?", "\\?"),
          new Piece("&a=", "&a="),
          new Piece("{x}", "[^/?#]+"),
          new Piece("{x,y}", "[^/?#]+"),
          new Piece("{x*}", "[^?#]+"),
          new Piece("{+x}", ".+"),
          new Piece("{#x}", "(#.*)?"),
          new Piece("{.x}", "(\\.[^/?#]*)?"),
          new Piece("{/x}", "(/[^?#]*)?"),
          new Piece("{/x*}", "(/[^?#]*)?"),
          new Piece("{?a,ab}", "(\\?[^#]*)?"),
          new Piece("{&b}", "(&[^#]*)?"),
          new Piece("{;a}", "(;[^/?#]*)?"),
          new Piece("{?all*}", "(\\?[^#]*)?"));

  @Test
  void asTheRegularExpressionSays() {
    RandomGenerator random = new SplittableRandom(Rounds.seed(51));
    int matched = 0;
    for (int run = 0; run < Rounds.of(20_000); run++) {
      StringBuilder template = new StringBuilder();
      StringBuilder regex = new StringBuilder();
      for (int i = random.nextInt(5); i >= 0; i--) {
        Piece piece = PIECES.get(random.nextInt(PIECES.size()));
        template.append(piece.template());
        regex.append(piece.regex());
      }
      Pattern oracle = Pattern.compile(regex.toString());
      UriTemplate compiled = UriTemplate.compile(template.toString());
      for (int i = 0; i < 20; i++) {
        String uri = uri(random);
        boolean expected = oracle.matcher(uri).matches();
        assertThat(compiled.matches(uri)).as("%s, %s", template, uri).isEqualTo(expected);
        matched += expected ? 1 : 0;
      }
    }
    assertThat(matched).isGreaterThan(5_000);
  }

  private static String uri(RandomGenerator random) {
    String characters = "aaabb/?&=;#.";
    StringBuilder uri = new StringBuilder();
    for (int i = random.nextInt(9); i > 0; i--) {
      uri.append(characters.charAt(random.nextInt(characters.length())));
    }
    return uri.toString();
  }

  @ParameterizedTest
  @DisplayName("what takes a backtracking matcher for ever is done at once")
  @ValueSource(
      strings = {
        "{a}",
        "{+a}",
        "{a}a",
        "{+a}aa",
        "{a*}{b*}",
        "{/a*}",
        "{.a}",
        "{#a}",
        "{?a,aa,aaa}a",
        "{?a*}",
        "{;a,aa}",
        "{&a,aa}",
        "aaaaaaaaaaaaaaaaaaaa{a}"
      })
  void hostile(String piece) {
    UriTemplate template = UriTemplate.compile(piece.repeat(UriTemplate.MOST_PARTS / 2) + "{+z}!");
    for (String unit : List.of("a", "a/", "?a=", "a&", "?a&a&a=", ";a", "#", ".", "%41")) {
      String uri = unit.repeat(UriTemplate.LONGEST_URI / unit.length());
      assertThat(template.matches(uri)).isFalse();
    }
  }

  @Test
  @DisplayName("beyond the limits a template, a URI matches only itself")
  void limits() {
    String manyParts = "{a}".repeat(UriTemplate.MOST_PARTS);
    assertThat(UriTemplate.compile(manyParts).matches("x".repeat(200))).isTrue();
    assertThat(UriTemplate.compile(manyParts + "{a}").matches("x".repeat(200))).isFalse();
    String longest = "x".repeat(UriTemplate.LONGEST_TEMPLATE - 3) + "{a}";
    assertThat(UriTemplate.compile(longest).matches(longest.replace("{a}", "y"))).isTrue();
    assertThat(UriTemplate.compile("x" + longest).matches("x" + longest)).isTrue();
    assertThat(UriTemplate.compile("x" + longest).matches("x" + longest + "y")).isFalse();
    String uri = "x".repeat(UriTemplate.LONGEST_URI);
    assertThat(UriTemplate.compile("{a}").matches(uri)).isTrue();
    assertThat(UriTemplate.compile("{a}").matches(uri + "x")).isFalse();
  }
}
