package dev.pitstop.commandline;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.pitstop.rpc.Json;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("what a process wrote, as a result")
class OutputTest {
  private static final Output.End GOOD = exited(0);

  private static CliTool tool() throws CliSchema.Unreadable {
    return Tools.tool("{'name':'add','ok_exit_codes':[1]}");
  }

  private static CliTool structured() throws CliSchema.Unreadable {
    return Tools.tool("{'name':'add','outputSchema':{}}");
  }

  private static Output.End exited(int code) {
    return new Output.Exited(code, "exit code " + code);
  }

  private static String of(CliTool tool, String stdout, Output.End end, String... stderr) {
    byte[] b = stdout.getBytes(UTF_8);
    String result = Output.result(tool, b, b.length, () -> List.of(stderr), end, false);
    assertThat(Json.validate(result.getBytes(UTF_8))).as(result).isPresent();
    assertThat(result).doesNotContain("\n", "\r");
    assertThat(Output.result(tool, b, b.length, () -> List.of(stderr), end, true))
        .isEqualToIgnoringWhitespace(modern(result));
    return result;
  }

  private static String modern(String result) {
    return result.contains("\"resultType\":\"")
        ? result
        : result.substring(0, result.lastIndexOf('}')) + ",\"resultType\":\"complete\"}";
  }

  private static String texts(String... blocks) {
    return "{\"content\":["
        + String.join(
            ",",
            List.of(blocks).stream()
                .map(b -> "{\"type\":\"text\",\"text\":" + Json.quote(b) + "}")
                .toList())
        + "]";
  }

  private static final String ERROR = ",\"isError\":true}";

  @ParameterizedTest
  @DisplayName("a ready-made result passes as it is; only resultType is added in the modern era")
  @ValueSource(
      strings = {
        "{\"content\":[{\"type\":\"text\",\"text\":\"hi\"}]}",
        "{\"content\":[{\"type\":\"image\",\"data\":\"AA==\",\"mimeType\":\"image/png\"}],"
            + "\"structuredContent\":{\"n\":1.50},\"isError\":true,\"_meta\":{}}",
        "{ \"x\":1, \"content\" : [ {\"type\":\"text\",\"text\":\"\"} ] ," + " \"isError\":false}",
        "{\"content\":[{\"type\":\"audio\",\"data\":\"\",\"mimeType\":\"audio/wav\",\"annotations\":"
            + "{\"audience\":[\"user\"],\"priority\":1,\"lastModified\":\"\"}}]}",
        "{\"content\":[{\"type\":\"resource\",\"resource\":{\"uri\":\"a:b\",\"text\":\"\"}},"
            + "{\"type\":\"resource\",\"resource\":{\"uri\":\"a:b\",\"blob\":\"AA==\"},\"_meta\":{}}]}",
        "{\"content\":[{\"type\":\"resource_link\",\"uri\":\"file:///a\",\"name\":\"a\",\"size\":1.0,"
            + "\"icons\":[{\"src\":\"a:b\",\"sizes\":[\"any\"],\"theme\":\"dark\"}]}]}",
        "{\"content\":[],\"structuredContent\":{}}",
        "{\"content\":[],\"isError\":true}",
        "{\"content\":[{\"type\":\"text\",\"text\":\"\"}],\"resultType\":\"complete\"}",
        "{\"resultType\":\"input_required\",\"content\":[{\"type\":\"text\",\"text\":\"\"}]}",
      })
  void readyMade(String printed) throws Exception {
    assertThat(of(tool(), "\n " + printed + "\r\n", GOOD)).isEqualTo(printed);
    assertThat(of(structured(), "\ufeff" + printed, GOOD)).isEqualTo(printed);
    assertThat(of(tool(), printed, exited(1))).isEqualTo(printed);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @DisplayName("what looks like a result and is none is plain output, and says what is wrong")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          {"content":[{"type":"text"}]}                                | `content[0].text` is missing
          {"content":[{"type":"text","text":5}]}                       | `content[0].text` is 5, but must be a string
          {"content":[{"type":"text","text":""}],"isError":"no"}       | `isError` is "no", but must be true or false
          {"content":[],"isError":null}                                | `isError` is null, but must be true or false
          {"content":[{"type":"text","text":""}],"_meta":5}            | `_meta` is 5, but must be an object
          {"content":[{"type":"text","text":""}],"resultType":1}       | `resultType` is 1, but must be a string
          {"content":[{"type":"text","text":""},{"type":"image"}]}     | `content[1].data` is missing
          {"content":[{"type":"image","data":"AA=="}]}                 | `content[0].mimeType` is missing
          {"content":[{"type":"audio","data":"!","mimeType":"a"}]}     | `content[0].data` is "!", but must be base64
          {"content":[{"type":"resource"}]}                            | `content[0].resource` is missing
          {"content":[{"type":"resource","resource":{"uri":"a"}}]}     | `content[0].resource` is {"uri":"a"}, which matches none of the allowed forms
          {"content":[{"type":"resource","resource":{"uri":"a:b"}}]}   | `content[0].resource` is {"uri":"a:b"}, which matches none of the allowed forms
          {"content":[{"type":"resource_link","uri":"a","name":"a"}]}  | `content[0].uri` is "a", but must be a URI with a scheme
          {"content":[{"type":"resource_link","uri":"a:b"}]}           | `content[0].name` is missing
          {"content":[{"type":"resource_link","uri":"a:b","name":"a","icons":[5]}]} | `content[0].icons[0]` is 5, but must be an object
          {"content":[{"type":"text","text":"","annotations":{"audience":["me"]}}]} | `content[0].annotations.audience[0]` is "me", but must be one of ["assistant","user"]
          {"content":[{"type":"text","text":"","annotations":{"priority":2}}]} | `content[0].annotations.priority` is 2, which is out of range
          """)
  void looksReadyMade(String printed, String flaw) throws Exception {
    String result = of(tool(), printed, GOOD);
    assertThat(result).endsWith(",\"structuredContent\":" + printed + "}");
    JsonArray content = JsonParser.parseString(result).getAsJsonObject().getAsJsonArray("content");
    assertThat(content).hasSize(2);
    assertThat(content.get(0).getAsJsonObject().get("text").getAsString()).isEqualTo(printed);
    assertThat(content.get(1).getAsJsonObject().get("text").getAsString())
        .startsWith("[pitstop] `add` printed an invalid tool result: " + flaw)
        .endsWith(". Pitstop passes it on like any other output.");
    assertThat(of(tool(), printed, exited(2)))
        .contains("an invalid tool result", "exit code 2", "\"isError\":true");
  }

  @Test
  @DisplayName("structured content that is no object is a result in the modern era only")
  void structuredContentOfAnyKind() throws Exception {
    byte[] b = "{\"content\":[],\"structuredContent\":[1]}".getBytes(UTF_8);
    assertThat(Output.result(tool(), b, b.length, List::of, GOOD, true))
        .startsWith("{\"content\":[],\"structuredContent\":[1]");
    assertThat(Output.result(tool(), b, b.length, List::of, GOOD, false))
        .contains("`structuredContent` is not an object");
  }

  @Test
  @DisplayName("an object of the program's own with a `content` of other things is no result")
  void ownContent() throws Exception {
    String invoice = "{\"content\":[{\"type\":\"INVOICE\"}]}";
    assertThat(of(tool(), invoice, GOOD)).contains("\"structuredContent\":" + invoice);
  }

  @Test
  @DisplayName(
      "line ends between the values of a printed object do not reach a line of the protocol")
  void lineEnds() throws Exception {
    assertThat(of(tool(), "{\"content\":\n[{\r\n\"type\":\"text\",\"text\":\"\"}]\n}", GOOD))
        .isEqualTo("{\"content\": [{  \"type\":\"text\",\"text\":\"\"}] }");
    assertThat(of(tool(), "{\n\"a\":1}", GOOD))
        .isEqualTo(texts("{\n\"a\":1}") + ",\"structuredContent\":{ \"a\":1}}");
  }

  @Test
  @DisplayName("a ready-made result of a program that failed is an error, whatever it says")
  void readyMadeFailed() throws Exception {
    String said = "{\"content\":[{\"type\":\"text\",\"text\":\"no\"}],\"isError\":true}";
    assertThat(of(tool(), said, exited(2), "oh")).isEqualTo(said);
    String image = "{\"type\":\"image\",\"data\":\"\",\"mimeType\":\"image/png\"}";
    String silent = "{\"content\":[" + image + "],\"isError\":false}";
    assertThat(of(tool(), silent, exited(2), "oh"))
        .isEqualTo(
            "{\"content\":["
                + image
                + ",{\"type\":\"text\",\"text\":\"[pitstop] `add` ended with exit code 2. Last lines of its stderr:\\noh\"}],\"isError\":true}");
    assertThat(of(tool(), "{\"content\":[],\"isError\":false}", exited(2)))
        .startsWith("{\"content\":[{\"type\":\"text\"")
        .endsWith("}],\"isError\":true}");
  }

  @ParameterizedTest
  @DisplayName("any other JSON object is structured content, and the same text")
  @ValueSource(
      strings = {
        "{}",
        "{\"n\":1.50,\"e\":1e2,\"s\":\"\\u00fc ü 😀\"}",
        "{\"content\":[]}",
        "{\"content\":[{}]}",
        "{\"content\":[{\"type\":1}]}",
        "{\"content\":[{\"type\":\"text\"},1]}",
        "{\"content\":\"text\"}",
        "{\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"\"}]}}",
      })
  void structuredContent(String printed) throws Exception {
    String expected = texts(printed) + ",\"structuredContent\":" + printed + "}";
    assertThat(of(tool(), printed, GOOD)).isEqualTo(expected);
    assertThat(of(tool(), " \t\r\n" + printed + "\n\n", exited(1))).isEqualTo(expected);
    assertThat(of(structured(), "\ufeff" + printed, GOOD, "warning")).isEqualTo(expected);
  }

  @ParameterizedTest
  @DisplayName("arrays, numbers, text, log lines before JSON: text, nothing is invented")
  @ValueSource(
      strings = {
        "[1,2]",
        "42",
        "\"text\"",
        "true",
        "null",
        "Added.",
        "  indented\n  text",
        "INFO starting\n{\"a\":1}",
        "{\"a\":1}\n{\"a\":2}",
        "{\"a\":1} done",
        "{\"a\":01}",
        "{'a':1}",
        "{\"a\":1",
      })
  void text(String printed) throws Exception {
    assertThat(of(tool(), printed + "\n", GOOD)).isEqualTo(texts(printed) + "}");
    assertThat(of(tool(), printed, exited(1), "unheard")).isEqualTo(texts(printed) + "}");
    assertThat(of(structured(), printed, GOOD))
        .isEqualTo(
            texts(
                    printed,
                    "[pitstop] `add` has an `outputSchema`, so it must print one JSON object and nothing else, but it did not.")
                + ERROR);
  }

  @ParameterizedTest
  @DisplayName("numbers that JSON does not have are named")
  @ValueSource(strings = {"{'a':{'rows':[1,{'price':NaN}]}}", "{'b':-Infinity}"})
  void noNumbers(String printed) throws Exception {
    assertThat(of(structured(), printed.replace('\'', '"'), GOOD))
        .contains("but it did not: JSON has no NaN and no Infinity, null can stand there.")
        .endsWith(ERROR);
  }

  @Test
  @DisplayName("half a character becomes U+FFFD, whole ones and escaped backslashes stay")
  void halves() throws Exception {
    assertThat(of(tool(), "{\"a\":\"\\ud83d x\\\\ud83d \\uD83D\\uDE00 \\udE00\"}", GOOD))
        .contains("\"structuredContent\":{\"a\":\"\\ufffd x\\\\ud83d \\uD83D\\uDE00 \\ufffd\"}");
  }

  @Test
  @DisplayName("colour codes and what else is for terminals is taken out")
  void colours() throws Exception {
    assertThat(of(tool(), "\u001b[31mred\u001b[0m\r\n10 %\r90 %\nx\u0007\0", GOOD))
        .isEqualTo(texts("red\n90 %\nx\\x07\\x00") + "}");
    assertThat(of(tool(), "\u001b[32m{\"a\":1}\u001b[0m", GOOD))
        .isEqualTo(texts("{\"a\":1}") + "}");
  }

  @Test
  @DisplayName("bytes that are no UTF-8 become U+FFFD, and then nothing is structured")
  void notUtf8() throws Exception {
    byte[] b = "{\"a\":\"caf\u00e9\"}".getBytes(ISO_8859_1);
    assertThat(Output.result(tool(), b, b.length, List::of, GOOD, false))
        .isEqualTo(texts("{\"a\":\"caf\ufffd\"}") + "}");
  }

  @Test
  @DisplayName("an object that is too deep for a message is text")
  void deep() throws Exception {
    String deep = "{\"a\":".repeat(Values.DEEPEST) + "1" + "}".repeat(Values.DEEPEST);
    assertThat(of(tool(), deep, GOOD)).contains("structuredContent");
    String deeper = "{\"a\":" + deep + "}";
    assertThat(of(tool(), deeper, GOOD)).isEqualTo(texts(deeper) + "}");
    String brackets = "{\"a\":\"\\\"" + "[".repeat(2_000) + "\"}";
    assertThat(of(tool(), brackets, GOOD)).contains("structuredContent");
  }

  @ParameterizedTest
  @DisplayName("who prints nothing is said to have printed nothing")
  @ValueSource(strings = {"", " \n\t\r\n", "\u001b[0m", "\ufeff"})
  void nothing(String printed) throws Exception {
    assertThat(of(tool(), printed, GOOD, "progress"))
        .isEqualTo(
            texts(
                    "[pitstop] `add` printed nothing and ended with exit code 0. Last lines of its stderr:\nprogress")
                + "}");
    assertThat(of(tool(), printed, exited(1)))
        .isEqualTo(texts("[pitstop] `add` printed nothing and ended with exit code 1.") + "}");
    assertThat(of(structured(), printed, GOOD))
        .contains("printed nothing", "has an `outputSchema`")
        .endsWith(ERROR);
  }

  @Test
  @DisplayName(
      "another exit code is an error: what was printed, the last lines on stderr, the code")
  void failed() throws Exception {
    assertThat(of(tool(), "half\n", exited(3), "a", "no such file: x"))
        .isEqualTo(
            texts(
                    "half",
                    "[pitstop] `add` ended with exit code 3. Last lines of its stderr:\na\nno"
                        + " such file: x")
                + ERROR);
    assertThat(of(tool(), "{\"a\":1}\n", new Output.Exited(137, "exit code 137 (SIGKILL?)")))
        .isEqualTo(
            texts(
                    "{\"a\":1}",
                    "[pitstop] `add` ended with exit code 137 (SIGKILL?). It wrote nothing to stderr.")
                + ERROR);
    assertThat(of(structured(), "", exited(1), "usage"))
        .isEqualTo(
            texts("[pitstop] `add` ended with exit code 1. Last lines of its stderr:\nusage")
                + ERROR);
  }

  @Test
  @DisplayName("a time limit is an error with what was printed so far, and names the limit")
  void timedOut() throws Exception {
    String remark =
        "[pitstop] `add` timed out after 2 min 0 s (%s). Pitstop stopped it and all processes that it started."
            + " What it did before that is not undone. It wrote nothing to stderr.";
    assertThat(of(tool(), "so far", new Output.TimedOut(120_000)))
        .isEqualTo(texts("so far", remark.formatted("`--call-timeout`")) + ERROR);
    CliTool own = Tools.tool("{'name':'add','timeout':120}");
    assertThat(of(own, "", new Output.TimedOut(120_000)))
        .isEqualTo(texts(remark.formatted("its own `timeout`")) + ERROR);
    assertThat(of(tool(), "{\"a\":1}", new Output.TimedOut(120_000)))
        .doesNotContain("structuredContent");
  }

  @Test
  @DisplayName("what was cut is the first part as text, and marked")
  void cut() throws Exception {
    String remark = "[pitstop] The output is cut: `add` printed 5.0 MiB, and this is";
    byte[] object = "{\"a\":1}".getBytes(UTF_8);
    assertThat(Output.result(tool(), object, 5 << 20, List::of, GOOD, false))
        .isEqualTo(texts("{\"a\":1}", remark + " the first 7 B (`--set maxOutput`).") + "}");
    byte[] failed = "x".getBytes(UTF_8);
    assertThat(Output.result(tool(), failed, 5 << 20, () -> List.of("e"), exited(9), true))
        .isEqualTo(
            texts(
                    "x",
                    remark
                        + " the first 1 B (`--set maxOutput`). `add` ended with exit code 9. Last lines of its stderr:\ne")
                + ",\"isError\":true,\"resultType\":\"complete\"}");
    assertThat(Output.result(structured(), object, 5 << 20, List::of, GOOD, false)).endsWith(ERROR);
  }

  @Test
  @DisplayName("a cut does not go through a character")
  void cutCharacter() throws Exception {
    byte[] b = "aü世😀".getBytes(UTF_8);
    String[] texts = {"", "a", "a", "aü", "aü", "aü", "aü世", "aü世", "aü世", "aü世", "aü世😀"};
    for (int n = 1; n <= b.length; n++) {
      byte[] first = Arrays.copyOf(b, n);
      String result = Output.result(tool(), first, 100, List::of, GOOD, false);
      JsonElement text =
          JsonParser.parseString(result).getAsJsonObject().getAsJsonArray("content").get(0);
      assertThat(((JsonObject) text).get("text").getAsString()).isEqualTo(texts[n]);
    }
  }
}
