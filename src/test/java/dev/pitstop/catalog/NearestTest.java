package dev.pitstop.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("the names nearest to one that is gone")
class NearestTest {
  private static final List<String> PRESENT =
      List.of(
          "read_file", "write_file", "list_directory", "echo_all_the_things", "get_weather", "q");

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource({
    "raed_file, read_file",
    "ReadFile, read_file",
    "file_read, read_file",
    "read-file, read_file",
    "echo, echo_all_the_things",
    "directory_list, list_directory",
    "listdirectory, list_directory",
    "get_wether, get_weather",
    "query, q"
  })
  void nearest(String wanted, String expected) {
    assertThat(Nearest.names(wanted, PRESENT, 3)).startsWith(expected);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource({
    "raed_file, read_file",
    "ReadFile, read_file",
    "file_read, read_file",
    "echo, echo_all_the_things",
    "directory_list, list_directory",
    "get_wether, get_weather",
    "query, q",
    "tol_00042, tool_00042",
    "tool_00042x, tool_00042"
  })
  @DisplayName("among 5,000 others, of which the first thousand are compared")
  void amongMany(String wanted, String expected) {
    List<String> many = new ArrayList<>(PRESENT);
    IntStream.range(0, 5_000).forEach(i -> many.add(String.format("tool_%05d", i)));
    assertThat(Nearest.names(wanted, many, 3)).startsWith(expected);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource({
    "read_fil, files__read_file",
    "read_file, files__read_file",
    "memory__read_file, files__read_file",
    "file__read_file, files__read_file",
    "files__read_fil, files__read_file",
    "everything__echo, memory__echo"
  })
  @DisplayName("a tool of another server, or without its server")
  void ofAnotherServer(String wanted, String expected) {
    List<String> present =
        List.of("everything__add", "files__read_file", "files__write_file", "memory__echo");
    assertThat(Nearest.names(wanted, present, 3)).startsWith(expected);
    List<String> many = new ArrayList<>(present);
    IntStream.range(0, 7_500)
        .forEach(i -> many.add(String.format("srv%02d__tool_%05d", i % 30, i)));
    assertThat(Nearest.names(wanted, many, 3)).startsWith(expected);
  }

  @ParameterizedTest
  @CsvSource({"deploy", "🔧", "___", "''"})
  void nothingNear(String wanted) {
    assertThat(Nearest.names(wanted, PRESENT, 3)).isEmpty();
  }

  @Test
  void atMostSoManyEachOnceInAFixedOrder() {
    List<String> present = List.of("item_b", "item_a", "item_a", "item_c");

    assertThat(Nearest.names("item", present, 2)).containsExactly("item_a", "item_b");
    assertThat(Nearest.names("item", present, 0)).isEmpty();
    assertThat(Nearest.names("item", List.of(), 2)).isEmpty();
  }

  @Test
  @DisplayName("F: 500 long names")
  void manyLongNames() {
    List<String> present =
        IntStream.range(0, 500).mapToObj(i -> "n".repeat(120) + "_" + i).toList();

    assertThat(Nearest.names("n".repeat(120) + "_499x", present, 1))
        .containsExactly("n".repeat(120) + "_499");
  }
}
