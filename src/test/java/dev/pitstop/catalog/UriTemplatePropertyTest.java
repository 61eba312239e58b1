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

@DisplayName("templates against an oracle")
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
  void whatIsMadeFromItMatches() {
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
        assertThat(!expected || compiled.matches(uri)).as("%s, %s", template, uri).isTrue();
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
}
