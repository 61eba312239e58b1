package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.pitstop.commandline.CliSchema;
import dev.pitstop.commandline.CliTool;
import dev.pitstop.commandline.Output;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a program prints as a tool result, against the specification's schema: every member of a
/// good one is left out or made another value, one at a time.
@DisplayName("ready-made results and the specification")
class ReadyMadeResultTest {
  private static final String GOOD =
      """
      {"content":[
        {"type":"text","text":"a","annotations":{"audience":["user"],"priority":0.5,
          "lastModified":"2026-01-01T00:00:00Z"},"_meta":{}},
        {"type":"image","data":"AA==","mimeType":"image/png"},
        {"type":"audio","data":"AA==","mimeType":"audio/wav"},
        {"type":"resource","resource":{"uri":"a:b","text":"t","mimeType":"text/plain","_meta":{}}},
        {"type":"resource","resource":{"uri":"a:b","blob":"AA=="}},
        {"type":"resource_link","uri":"a:b","name":"n","title":"t","description":"d",
          "mimeType":"m","size":1,"icons":[{"src":"a:b","mimeType":"m","sizes":["any"],
          "theme":"dark"}]}],
       "structuredContent":{"a":1},"isError":false,"_meta":{},"resultType":"complete"}
      """;

  private static final List<String> VALUES =
      List.of("null", "5", "2.5", "true", "\"!\"", "[]", "[5]", "{}");

  @ParameterizedTest
  @CsvSource({"2025-11-25,false", "2026-07-28,true"})
  void whatPassesIsValid(String revision, boolean modern) throws Exception {
    SpecSchema schema = new SpecSchema(revision);
    CliTool tool = CliSchema.read(bytes("[{\"name\":\"t\"}]")).tools().getFirst();
    int refused = 0;
    for (String printed : variants()) {
      byte[] out = bytes(printed);
      String result =
          Output.result(
              tool, out, out.length, List::of, new Output.Exited(0, "exit code 0"), modern);
      schema.valid("CallToolResult", Json.parse(result));
      refused += result.contains("an invalid tool result") ? 1 : 0;
    }
    assertThat(passes(tool, GOOD, modern)).isTrue();
    assertThat(refused).as("variants that are no results").isGreaterThan(150);
  }

  private static boolean passes(CliTool tool, String printed, boolean modern) {
    byte[] out = bytes(printed);
    return !Output.result(
            tool, out, out.length, List::of, new Output.Exited(0, "exit code 0"), modern)
        .contains("looks like");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static List<String> variants() {
    List<String> all = new ArrayList<>();
    JsonObject root = JsonParser.parseString(GOOD).getAsJsonObject();
    vary(root, root, all);
    return all;
  }

  /// Each variant is written while the tree is changed, which is then put right again.
  private static void vary(JsonElement at, JsonObject root, List<String> all) {
    if (at instanceof JsonObject object) {
      for (String key : List.copyOf(object.keySet())) {
        JsonElement was = object.remove(key);
        all.add(root.toString());
        for (String value : VALUES) {
          object.add(key, JsonParser.parseString(value));
          all.add(root.toString());
        }
        object.add(key, was);
        vary(was, root, all);
      }
    } else if (at instanceof JsonArray array) {
      for (int i = 0; i < array.size(); i++) {
        JsonElement was = array.get(i);
        for (String value : VALUES) {
          array.set(i, JsonParser.parseString(value));
          all.add(root.toString());
        }
        array.set(i, was);
        vary(was, root, all);
      }
    }
  }
}
