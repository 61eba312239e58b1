package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The official clients check each structured result against the schema that the tool was listed
/// with. A notice must not cost them the result, whatever shape that has: the server of
/// `src/test/agents` has a tool for each. Which place is the notice's: docs/design/notices.md.
@DisplayName("clients that check results get each of them with a notice")
@Tag("all")
class SdkReadersTest {
  private static final Path SERVER = Path.of("src/test/agents/server.py").toAbsolutePath();
  private static final String MEMBER = "pitstop_notice";
  private static final int SHAPES = 14;

  /// Structured, and the tool's schema refuses no further member, or there is none.
  private static final Set<String> WITH_MEMBER =
      Set.of("untyped", "open", "only_untyped", "only_open", "failed_open");

  /// Not every reader sees the notice there, so it stands in the next result, too; or in that
  /// alone, as the result is too long for one.
  private static final Set<String> SAID_IN_NEXT =
      Set.of("closed", "only_closed", "failed_closed", "long");

  @RegisterExtension final Bench bench = new Bench();

  @ParameterizedTest(name = "SDK {0}")
  @ValueSource(strings = {"1", "2"})
  @DisplayName("what passes direct passes with a notice, and nothing of the server's is changed")
  void passesWithNotice(String sdk) throws IOException {
    List<String> command = List.of("python3", SERVER.toString());
    Map<String, JsonObject> direct = outcomes(sdk, command);
    Map<String, JsonObject> proxied = outcomes(sdk, Bench.pitstopArgv(command));
    assertThat(direct.keySet()).hasSize(2 * SHAPES).containsAll(SAID_IN_NEXT);
    assertThat(direct.keySet()).containsAll(WITH_MEMBER);
    assertThat(proxied.keySet()).containsExactlyElementsOf(direct.keySet());
    direct.forEach((call, outcome) -> assertSame(call, proxied.get(call), outcome));
  }

  /// Else the test above would prove nothing.
  @ParameterizedTest(name = "SDK {0}")
  @ValueSource(strings = {"1", "2"})
  @DisplayName("the client refuses a member that a closed schema does not have, and no other")
  void clientsCheck(String sdk) throws IOException {
    String structure = "\"structuredContent\": {";
    String source = Files.readString(SERVER);
    assertThat(source).contains(structure);
    Path server = bench.dir().resolve("server.py");
    Files.writeString(server, source.replace(structure, structure + "\"" + MEMBER + "\": \"\", "));
    Map<String, JsonObject> outcomes = outcomes(sdk, List.of("python3", server.toString()));
    for (String closed : List.of("closed", "only_closed")) {
      JsonObject refusal = Json.at(outcomes.get(closed), "error");
      assertThat(refusal.get("message").getAsString()).contains("additional properties");
    }
    for (String open : WITH_MEMBER) {
      assertThat(Json.at(outcomes.get(open), "result", "structuredContent").has(MEMBER)).isTrue();
    }
  }

  /// What the client made of each call: `result`, or `error` with its message.
  private Map<String, JsonObject> outcomes(String sdk, List<String> command) throws IOException {
    Map<String, JsonObject> outcomes = new LinkedHashMap<>();
    JsonObject transcript = DifferentialTest.transcript(bench, sdk, "legacy", "shapes", command);
    for (JsonElement element : transcript.getAsJsonArray("steps")) {
      JsonObject step = element.getAsJsonObject();
      outcomes.put(step.remove("step").getAsString().replaceFirst("^call ", ""), step);
    }
    return outcomes;
  }

  private static void assertSame(String call, JsonObject proxied, JsonObject direct) {
    if (direct.has("error")) {
      assertSameError(call, Json.at(proxied, "error"), Json.at(direct, "error"));
      return;
    }
    assertThat(proxied.has("result")).as("%s passes: %s", call, proxied).isTrue();
    JsonObject theirs = Json.at(direct, "result");
    JsonObject both = Json.at(proxied, "result");
    List<JsonObject> notices = blocks(both).stream().filter(SdkReadersTest::isNotice).toList();
    assertThat(notices).as("notices of %s", call).hasSize(carriesNotice(call) ? 1 : 0);
    if (WITH_MEMBER.contains(call)) {
      JsonElement member = Json.at(both, "structuredContent").remove(MEMBER);
      assertThat(member).as("%s of %s", MEMBER, call).isEqualTo(notices.getFirst().get("text"));
    }
    List<JsonObject> others = blocks(both).stream().filter(block -> !isNotice(block)).toList();
    if (blocks(theirs).isEmpty()) {
      assertThat(others).as("blocks of %s", call).hasSize(1);
      assertThat(Json.parse(others.getFirst().get("text").getAsString()))
          .as("the structure of %s as text", call)
          .isEqualTo(theirs.get("structuredContent"));
    } else {
      assertThat(others.stream().map(Json::text))
          .as("the server's blocks of %s", call)
          .containsExactlyElementsOf(blocks(theirs).stream().map(Json::text).toList());
    }
    both.remove("content");
    theirs.remove("content");
    assertThat(Json.text(both)).as("%s but for its blocks", call).isEqualTo(Json.text(theirs));
  }

  private static void assertSameError(String call, JsonObject proxied, JsonObject direct) {
    String words = direct.remove("message").getAsString();
    String both = proxied.remove("message").getAsString();
    assertThat(both).as(call).startsWith(words + "\n[pitstop] ").contains("was restarted");
    assertThat(proxied).as("%s but for its message", call).isEqualTo(direct);
  }

  private static boolean carriesNotice(String call) {
    String after = "after ";
    return call.startsWith(after)
        ? SAID_IN_NEXT.contains(call.substring(after.length()))
        : !call.equals("long");
  }

  private static boolean isNotice(JsonObject block) {
    JsonObject holder = block.has("resource") ? Json.at(block, "resource") : block;
    return holder.has("text")
        && holder.get("text").getAsString().startsWith("[pitstop] ")
        && holder.get("text").getAsString().contains("was restarted");
  }

  private static List<JsonObject> blocks(JsonObject result) {
    JsonArray content = result.getAsJsonArray("content");
    return content.asList().stream().map(JsonElement::getAsJsonObject).toList();
  }
}
