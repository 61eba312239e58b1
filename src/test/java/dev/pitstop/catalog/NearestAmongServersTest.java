package dev.pitstop.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("a name without an owner gets the nearest ones of all servers")
@Timeout(120)
class NearestAmongServersTest {
  private static final List<String> PRESENT = present();

  /// 1,500 names: three servers that one asks for, and many others.
  private static List<String> present() {
    List<String> names =
        new ArrayList<>(
            List.of(
                "filesystem__read_file",
                "filesystem__write_file",
                "filesystem__list_directory",
                "github__create_issue",
                "github__search_code",
                "memory__read_graph"));
    for (int i = 0; names.size() < 1_500; i++) {
      names.add("server-" + i / 50 + "__zz" + Integer.toString(7919 * i, 36) + "q".repeat(20));
    }
    return names;
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource({
    "filesystem__raed_file, filesystem__read_file",
    "read_file, filesystem__read_file",
    "filesystem_read_file, filesystem__read_file",
    "filesytem__read_file, filesystem__read_file",
    "filesystem__create_issue, github__create_issue",
    "mcp__filesystem__read_file, filesystem__read_file",
    "filesystem__, filesystem__read_file"
  })
  void nearest(String wanted, String expected) {
    assertThat(Nearest.names(wanted, PRESENT, 3)).startsWith(expected);
  }

  @ParameterizedTest
  @DisplayName("That the server is right does not make its tools alike")
  @ValueSource(strings = {"filesystem__deploy", "github__x"})
  void sameServerAlone(String wanted) {
    assertThat(Nearest.names(wanted, PRESENT, 3)).isEmpty();
  }

  @Test
  @DisplayName("a name of megabytes costs no more than a long one")
  void hugeNames() {
    String huge = "xyz_".repeat(1_000_000);

    assertThat(Nearest.names(huge, PRESENT, 3)).isEmpty();
    assertThat(Nearest.names("filesystem__" + huge, PRESENT, 3)).isEmpty();
    assertThat(Nearest.names("x_file", List.of(huge, "x_fiel"), 3)).containsExactly("x_fiel");
  }
}
