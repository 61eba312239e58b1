package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.notices.NoticePlace;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Where in a result a notice stands, shape by shape, and who reads it there.
class NoticePlaceTest {
  private static final String NEWS = "[pitstop] news";
  private static final String BLOCK = "{\"type\":\"text\",\"text\":\"[pitstop] news\"}";
  private static final String RESOURCE =
      "{\"type\":\"resource\",\"resource\":{\"uri\":\"pitstop://notice\","
          + "\"mimeType\":\"text/plain\",\"text\":\"[pitstop] news\"}}";

  private static Message.Response response(String result) {
    byte[] bytes = Messages.result(RequestId.of(1), result);
    return (Message.Response) Codec.parse(bytes);
  }

  private static Optional<NoticePlace> place(String result, boolean open) {
    return NoticePlace.in(response(result), open);
  }

  private static String put(String result, boolean open) {
    Message.Response m = response(result);
    Splice splice = new Splice(m.bytes());
    NoticePlace.in(m, open).orElseThrow().put(splice, NEWS);
    String all = new String(splice.apply(), StandardCharsets.UTF_8);
    return all.substring(all.indexOf("\"result\":") + 9, all.length() - 1);
  }

  private static String quoted(String line) {
    return line.replace('\'', '"');
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        // text first: in front
        "{'content':[{'type':'text','text':'own'}]} | {'content':[N,{'type':'text','text':'own'}]}",
        "{'content':[ {'text':' a','type':'text'} ],'x':1} | {'content':[N, {'text':' a','type':'text'} ],'x':1}",
        "{'content':[{'type':'text','text':'[pitstop] x'}]} | {'content':[N,{'type':'text','text':'[pitstop] x'}]}",
        // JSON first: content[0] still parses
        "{'content':[{'type':'text','text':'{}'}]} | {'content':[{'type':'text','text':'{}'},N]}",
        "{'content':[{'type':'text','text':' [1]'}]} | {'content':[{'type':'text','text':' [1]'},N]}",
        "{'content':[{'type':'text','text':'{}'},{'type':'text','text':'t'}]}"
            + " | {'content':[{'type':'text','text':'{}'},{'type':'text','text':'t'},N]}",
        // no text first: behind
        "{'content':[{'type':'image','data':'AA=='}]} | {'content':[{'type':'image','data':'AA=='},N]}",
        "{'content':[{'type':'audio','data':'A'},{'type':'text','text':'t'}]}"
            + " | {'content':[{'type':'audio','data':'A'},{'type':'text','text':'t'},N]}",
        "{'content':[{'type':'resource','resource':{'uri':'u','text':'t'}}]}"
            + " | {'content':[{'type':'resource','resource':{'uri':'u','text':'t'}},N]}",
        "{'content':[{'type':'resource_link','uri':'u','name':'n'}]}"
            + " | {'content':[{'type':'resource_link','uri':'u','name':'n'},N]}",
        "{'content':[]} | {'content':[N]}",
        "{'content':[ ]} | {'content':[ N]}",
        "{'content':[7]} | {'content':[7,N]}",
        // an error: the same
        "{'content':[{'type':'text','text':'no'}],'isError':true}"
            + " | {'content':[N,{'type':'text','text':'no'}],'isError':true}",
        // a null structure is none
        "{'content':[],'structuredContent':null} | {'content':[N],'structuredContent':null}",
      })
  @DisplayName("a result without a structure: a block of its own, which every client shows")
  void unstructured(String result, String with) {
    assertThat(put(quoted(result), false)).isEqualTo(quoted(with).replace("N", BLOCK));
    assertThat(put(quoted(result), true))
        .as("whatever the schema")
        .isEqualTo(quoted(with).replace("N", BLOCK));
    assertThat(place(quoted(result), false).orElseThrow().seenByAll()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'content':[{'type':'text','text':'own'}],'structuredContent':{'a':1.50}}"
            + " | {'content':[N,{'type':'text','text':'own'}],'structuredContent':{'a':1.50,'pitstop_notice':T}}",
        "{'structuredContent':{},'content':[{'type':'text','text':'{}'}]}"
            + " | {'structuredContent':{'pitstop_notice':T},'content':[{'type':'text','text':'{}'},N]}",
        "{'content':[],'structuredContent':{'a':{'b':[]}}}"
            + " | {'content':[{'type':'text','text':'{\\'a\\':{\\'b\\':[]}}'},N],"
            + "'structuredContent':{'a':{'b':[]},'pitstop_notice':T}}",
        "{'structuredContent':{'a':1}}"
            + " | {'structuredContent':{'a':1,'pitstop_notice':T},'content':[{'type':'text','text':'{\\'a\\':1}'},N]}",
        "{'content':[{'type':'text','text':'no'}],'structuredContent':{'a':1},'isError':true}"
            + " | {'content':[N,{'type':'text','text':'no'}],'structuredContent':{'a':1,'pitstop_notice':T},'isError':true}",
      })
  @DisplayName("an open structure has it as a member, too: each reader sees it once")
  void open(String result, String with) {
    assertThat(put(quoted(result), true))
        .isEqualTo(quoted(with).replace("N", BLOCK).replace("T", "\"" + NEWS + "\""));
    assertThat(place(quoted(result), true).orElseThrow().seenByAll()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'content':[{'type':'text','text':'own'}],'structuredContent':{'a':1}}"
            + " | {'content':[R,{'type':'text','text':'own'}],'structuredContent':{'a':1}}",
        "{'content':[{'type':'text','text':'{}'}],'structuredContent':{}}"
            + " | {'content':[{'type':'text','text':'{}'},R],'structuredContent':{}}",
        "{'content':[],'structuredContent':{'a':1}}"
            + " | {'content':[{'type':'text','text':'{\\'a\\':1}'},R],'structuredContent':{'a':1}}",
        "{'content':[{'type':'image','data':''}],'structuredContent':{'a':1}}"
            + " | {'content':[{'type':'image','data':''},R],'structuredContent':{'a':1}}",
        // Claude Code shows the texts of an error, and nothing else
        "{'content':[{'type':'text','text':'no'}],'structuredContent':{'a':1},'isError':true}"
            + " | {'content':[N,{'type':'text','text':'no'}],'structuredContent':{'a':1},'isError':true}",
      })
  @DisplayName("a closed structure stays as it is; beside it an embedded resource is shown")
  void closed(String result, String with) {
    assertThat(put(quoted(result), false))
        .isEqualTo(quoted(with).replace("N", BLOCK).replace("R", RESOURCE));
    assertThat(place(quoted(result), false).orElseThrow().seenByAll()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'content':[],'structuredContent':[1]}",
        "{'content':[],'structuredContent':'text'}",
        "{'content':[],'structuredContent':{'pitstop_notice':1}}"
      })
  @DisplayName("a structure that is no object, or has such a member, is never changed")
  void untouched(String result) {
    String structure = result.substring(result.indexOf("'structuredContent'"), result.length() - 1);
    assertThat(put(quoted(result), true)).contains(quoted(structure)).contains(RESOURCE);
    assertThat(place(quoted(result), true).orElseThrow().seenByAll()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'resultType':'input_required','content':[]}",
        "{'task':{'taskId':'t'}}",
        "{'content':'text'}",
        "{'content':{},'structuredContent':{}}",
        "{'content':null}",
        "{}"
      })
  @DisplayName("what is no finished result leaves it waiting")
  void noPlace(String result) {
    assertThat(place(quoted(result), true)).isEmpty();
  }

  @Test
  @DisplayName("at the end of an error's message, in any case")
  void error() {
    byte[] bytes = Messages.error(RequestId.of(1), -32602, "Unknown \"tool\"");
    Splice splice = new Splice(bytes);
    NoticePlace place = NoticePlace.in((Message.Response) Codec.parse(bytes), false).orElseThrow();
    place.put(splice, NEWS);
    JsonObject answer =
        Json.parse(new String(splice.apply(), StandardCharsets.UTF_8)).getAsJsonObject();
    assertThat(Json.text(answer, "error", "message")).isEqualTo("Unknown \"tool\"\n" + NEWS);
    assertThat(place.seenByAll()).isTrue();
  }

  private static String text(int characters) {
    return "{\"type\":\"text\",\"text\":\"" + "x".repeat(characters) + "\"}";
  }

  @Test
  @DisplayName("a result of more than 16,000 characters leaves it waiting, images not counted")
  void large() {
    assertThat(place("{\"content\":[" + text(15_900) + "]}", true)).isPresent();
    assertThat(place("{\"content\":[" + text(16_001) + "]}", true)).isEmpty();
    assertThat(place("{\"content\":[" + text(9_000) + "," + text(9_000) + "]}", true)).isEmpty();
    String wide = "ü".repeat(9_000);
    assertThat(place("{\"content\":[{\"type\":\"text\",\"text\":\"" + wide + "\"}]}", true))
        .as("characters, not bytes")
        .isPresent();
    String image =
        "{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"" + "A".repeat(200_000) + "\"}";
    assertThat(put("{\"content\":[" + image + "," + text(10) + "]}", true))
        .endsWith("," + BLOCK + "]}");
    assertThat(place("{\"content\":[" + image + "," + text(16_001) + "]}", true)).isEmpty();
    String resource =
        "{\"type\":\"resource\",\"resource\":{\"uri\":\"u\",\"text\":\""
            + "x".repeat(17_000)
            + "\"}}";
    assertThat(place("{\"content\":[" + resource + "]}", true)).isEmpty();
    String structure =
        "{\"content\":[],\"structuredContent\":{\"a\":\"" + "x".repeat(16_000) + "\"}}";
    assertThat(place(structure, true)).isEmpty();
    String huge = "{\"type\":\"image\",\"data\":\"" + "A".repeat(5 << 20) + "\"}";
    assertThat(place("{\"content\":[" + huge + "]}", true)).as("not looked through").isEmpty();
  }

  @Test
  @DisplayName("a text with quotes, control characters and emoji arrives as it was")
  void anyText() {
    String news = "[pitstop] \"a\\b\"\n\t🚗 \u0007 \u2028";
    Message.Response m = response("{\"content\":[],\"structuredContent\":{\"a\":\"\\\"\\u00fc\"}}");
    Splice splice = new Splice(m.bytes());
    NoticePlace.in(m, true).orElseThrow().put(splice, news);
    JsonObject answer =
        Json.parse(new String(splice.apply(), StandardCharsets.UTF_8)).getAsJsonObject();
    JsonArray content = Json.at(answer, "result", "content").getAsJsonArray();
    assertThat(Json.text(content, 0, "text")).isEqualTo("{\"a\":\"\\\"\\u00fc\"}");
    assertThat(Json.text(content, 1, "text")).isEqualTo(news);
    assertThat(Json.text(answer, "result", "structuredContent", "pitstop_notice")).isEqualTo(news);
    assertThat(Json.text(answer, "result", "structuredContent", "a")).isEqualTo("\"ü");
  }
}
