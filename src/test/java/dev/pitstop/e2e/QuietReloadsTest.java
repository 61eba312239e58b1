package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a working day costs a client that obeys: ten reloads, of which three change what a tool
/// takes, four only its description, and three nothing. The rules are matters of
/// `dev.pitstop.session.QuietListsTest`.
@DisplayName("quiet reloads")
class QuietReloadsTest {
  private static final String CHANGED = "notifications/tools/list_changed";

  @RegisterExtension final Bench bench = new Bench();

  /// A tool.
  ///
  /// @param takes how many arguments it has
  /// @param words how its description ends
  private static String tool(int takes, int words) {
    StringBuilder properties = new StringBuilder();
    for (int i = 1; i <= takes; i++) {
      properties
          .append(i > 1 ? "," : "")
          .append("\"p")
          .append(i)
          .append("\":{\"type\":\"string\"}");
    }
    return "[{\"name\":\"forecast\",\"description\":\"Says what comes, "
        + words
        + "\",\"inputSchema\":{\"type\":\"object\",\"properties\":{"
        + properties
        + "}}}]";
  }

  private static JsonObject list(RawClient client) {
    return client.result(client.request("tools/list", "{}"));
  }

  @ParameterizedTest(name = "listChanges={0}")
  @CsvSource({"needed, 3", "all, 7"})
  @DisplayName("ten reloads of which three change a schema and four only words")
  void tenReloads(String which, int fetches) throws IOException {
    Path tools = bench.workDir().resolve("tools.json");
    Files.writeString(tools, tool(1, 1));
    FixtureServer server = bench.scripted("--extra-tools", tools.toString());
    RawClient client = bench.pitstop(server, "--set", "listChanges=" + which).drainStderr();
    client.handshake();
    list(client);
    int takes = 1;
    int words = 1;
    int told = 0;
    long bytes = 0;
    for (char change : "swnwsnwswn".toCharArray()) { // a schema, words, nothing
      takes += change == 's' ? 1 : 0;
      words += change == 'w' ? 1 : 0;
      Files.writeString(tools, tool(takes, words));
      String text = client.call("recompile").text();
      assertThat(text)
          .contains(
              change == 's'
                  ? "parameter `p" + takes + "` added"
                  : change == 'w' ? "Says what comes, " + words : "did not change");
      if (client.notifications(CHANGED).size() > told) {
        told = client.notifications(CHANGED).size();
        JsonObject fetched = list(client);
        bytes += fetched.toString().length();
        assertThat(fetched.toString()).contains("\"p" + takes + "\"", ", " + words + "\"");
      }
    }
    System.out.printf(
        "ten reloads, listChanges=%s: %d list_changed, about %s tokens fetched%n",
        which, told, Words.grouped(bytes / Words.BYTES_PER_TOKEN));
    assertThat(told).isEqualTo(fetches);
    List<String> fetched =
        Ended.of(
                List.of(Bench.launcher().toString(), "calls"), bench.environment(), bench.workDir())
            .out()
            .lines()
            .filter(line -> line.contains("tools/list after list_changed: ~"))
            .toList();
    assertThat(fetched).hasSize(fetches).allMatch(line -> line.endsWith(" tokens"));
  }
}
