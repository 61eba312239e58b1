package dev.pitstop.catalog;

import static dev.pitstop.catalog.Fixtures.object;
import static dev.pitstop.catalog.Fixtures.tool;
import static dev.pitstop.catalog.Fixtures.tools;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("search among the present tools")
class ToolSearchTest {
  private static final Catalog CATALOG =
      tools(
          tool("write_file", "Writes text", object("\"path\":{}")),
          tool("open", "Opens a file in the editor", object("")),
          tool("file", "Tells what a file is", object("")),
          tool("read_file", "Reads text", object("\"path\":{},\"encoding\":{}")),
          tool("weather", "Tells the weather", "true"));

  private static final Catalog ASSISTANT =
      tools(
          tool("add_numbers", "Adds two numbers", object("\"a\":{},\"b\":{}")),
          tool("getForecast", "Weather forecast for a city", object("\"city\":{}")),
          tool("deleteUser", "Removes an account", object("\"userId\":{}")),
          tool("list_users", "All users", object("")),
          tool("convert_currency", "Convert money between currencies", object("\"amount\":{}")),
          tool("read_file", "Read a file from disk", object("\"path\":{}")));

  private static String find(Catalog catalog, String query) {
    return String.join(
        " ", ToolSearch.find(catalog, Optional.of(query)).stream().map(Entry::key).toList());
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource({
    "file, file write_file read_file open",
    "FILE READ, read_file write_file file open",
    "read_file, read_file write_file file open",
    "read-file, read_file write_file file open",
    "readFile, read_file write_file file open",
    "file editor, open write_file file read_file",
    "tells, file weather",
    "forecast weather, weather",
    "zzz, ''",
    "?!, ''",
    "the, weather open"
  })
  @DisplayName(
      "all words first, names before descriptions, in the server's order where that is equal")
  void bestFirst(String query, String expected) {
    assertThat(find(CATALOG, query)).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource({
    "how do I add numbers, add_numbers",
    "adding, add_numbers",
    "weather in Berlin, getForecast",
    "what is the weather?, getForecast",
    "'forecast,weather', getForecast",
    "get_forecast, getForecast",
    "delete a user, deleteUser",
    "deleting users, deleteUser",
    "remove account, deleteUser",
    "currency, convert_currency",
    "currencies, convert_currency",
    "file reading, read_file",
    "tool to list all users, list_users",
    "addNumbers, add_numbers",
    "list users!, list_users",
    "convert 5 dollars, convert_currency",
    "tools, ''",
  })
  @DisplayName("as agents ask: in sentences, with endings and without")
  void asAgentsAsk(String query, String first) {
    assertThat((find(ASSISTANT, query) + " ").split(" ", -1)[0]).isEqualTo(first);
  }

  @Test
  void withoutAQueryAllInTheServersOrder() {
    assertThat(ToolSearch.find(CATALOG, Optional.empty())).isEqualTo(CATALOG.entries(Kind.TOOLS));
    assertThat(find(CATALOG, "  ")).isEqualTo("write_file open file read_file weather");
  }

  @Test
  @DisplayName("F: a duplicate name is found once")
  void duplicates() {
    Catalog catalog = tools(tool("a", "first", "{}"), tool("a", "second", "{}"));

    assertThat(ToolSearch.find(catalog, Optional.of("a")))
        .singleElement()
        .returns(Optional.of("first"), Entry::description);
  }
}
