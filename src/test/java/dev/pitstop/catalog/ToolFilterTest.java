package dev.pitstop.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Issue 10: which of a server's tools are offered")
class ToolFilterTest {
  @ParameterizedTest(name = "{0} fits {1}: {2}")
  @CsvSource(
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "*,anything,true",
        "*,'',true",
        "get_*,get_forecast,true",
        "get_*,forget_it,false",
        "*_file,read_file,true",
        "*a*b*,xxaxxbxx,true",
        "*a*b*,xxbxxaxx,false",
        "a?c,abc,true",
        "a?c,ac,false",
        "?,🔧,true",
        "a🔧?,a🔧🔧,true",
        "*🔧,x🔩🔧,true",
        "read,read,true",
        "read,Read,false",
        "read,reads,false",
        "**,x,true",
        "[ab],a,false",
        "[ab],[ab],true",
        "a\\*,a\\x,true",
        "'',x,false",
        "'','',true",
        "a.c,abc,false",
      })
  void globs(String glob, String tool, boolean fits) {
    assertThat(new ToolFilter(List.of(glob), List.of()).test(tool)).isEqualTo(fits);
    assertThat(new ToolFilter(List.of(), List.of(glob)).test(tool)).isEqualTo(!fits);
  }

  @Test
  void anEmptyAllowListMeansAll() {
    assertThat(ToolFilter.ALL.test("anything")).isTrue();
    assertThat(new ToolFilter(List.of(), List.of("b")).test("a")).isTrue();
  }

  @Test
  void denyWins() {
    ToolFilter filter = new ToolFilter(List.of("get_*", "put_*"), List.of("*_all", "put_secret"));

    assertThat(List.of("get_one", "get_all", "put_x", "put_secret", "other"))
        .filteredOn(filter)
        .containsExactly("get_one", "put_x");
  }

  @Test
  void manyStarsCostLittle() {
    ToolFilter filter = new ToolFilter(List.of("*a".repeat(50) + "b"), List.of());

    assertThat(filter.test("a".repeat(20_000))).isFalse();
  }
}
