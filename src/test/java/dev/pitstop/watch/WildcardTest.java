package dev.pitstop.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("wildcards within one path segment")
class WildcardTest {
  @ParameterizedTest(name = "{0} matches {1}: {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a.ts       | a.ts   | true
          a.ts       | a_ts   | false
          *          | .x     | true
          *.ts       | a.ts   | true
          *.ts       | .ts    | true
          *.ts       | a.tsx  | false
          a*b*c      | aXbYbc | true
          a*b*c      | aXbY   | false
          ?.c        | é.c    | true
          ?.c        | 😀.c   | true
          [a-c].x    | b.x    | true
          [!a-c].x   | b.x    | false
          [^a-c].x   | d.x    | true
          []a]       | ]      | true
          [!]a]      | b      | true
          [a-]       | -      | true
          [\\]]      | ]      | true
          [[:digit:]]* | 7up  | true
          [[:alpha:]]* | 7up  | false
          [[:wrong:]]  | a    | false
          \\*        | *      | true
          \\*        | x      | false
          a\\        | a      | false
          [ab        | a      | false
          *[ab       | xa     | false
          ***        | abc    | true
          *a*a*a*b   | aaaaaaaaaaaaaaaaaaaaaaaaaaaa | false
          """)
  void matches(String pattern, String name, boolean expected) {
    assertThat(Wildcard.of(pattern).matches(name)).isEqualTo(expected);
  }
}
