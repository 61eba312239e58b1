package dev.pitstop.ui;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import dev.pitstop.monitoring.JsonLine;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("what the page gets of a line")
class BriefTest {
  private static String brief(String line) {
    String json = line.replace('\'', '"');
    String brief = Brief.of(JsonLine.of(json.getBytes(StandardCharsets.UTF_8)).orElseThrow());
    assertThat(JsonParser.parseString(brief).isJsonObject()).isTrue();
    return brief.replace('"', '\'');
  }

  @Test
  @DisplayName("A call without its request, but with its arguments' beginning")
  void call() {
    String call =
        "{'seq':1,'t':2,'type':'call','call':1,'method':'tools/call','name':'x',"
            + "'requestBytes':90,'request':{'id':1,'params':{'name':'x','arguments':{'a':[1]}}}}";
    assertThat(brief(call))
        .isEqualTo(
            "{'seq':1,'t':2,'type':'call','call':1,'method':'tools/call','name':'x',"
                + "'requestBytes':90,'args':'{\\'a\\':[1]}'}");
    assertThat(brief(call.replace("[1]", "'" + "é".repeat(500) + "'")).length()).isLessThan(400);
  }

  @Test
  @DisplayName("A message that was cut is left out, too")
  void cut() {
    assertThat(brief("{'seq':1,'type':'call','call':1,'requestBytes':9,'requestBegins':'{'}"))
        .isEqualTo("{'seq':1,'type':'call','call':1,'requestBytes':9}");
    assertThat(brief("{'type':'answer','status':'ok','responseBytes':9,'responseBegins':'{'}"))
        .isEqualTo("{'type':'answer','status':'ok','responseBytes':9}");
  }

  @Test
  @DisplayName("What a failed call says; a good one's result is not repeated")
  void says() {
    String answer = "{'type':'answer','status':'%s','response':{%s}}";
    String content =
        "'result':{'content':[{'type':'text','text':'a'},{'type':'image'},{'text':'b'}]}";
    assertThat(brief(answer.formatted("error", content)))
        .isEqualTo("{'type':'answer','status':'error','says':'a b'}");
    assertThat(brief(answer.formatted("ok", content))).doesNotContain("says", "content");
    assertThat(brief(answer.formatted("error", "'error':{'code':1,'message':'no'}")))
        .contains("'says':'no'");
  }

  @Test
  @DisplayName("Rounds: a request goes on with the state that an answer gave")
  void rounds() {
    String asks =
        brief(
            "{'type':'answer','status':'ok','response':{'result':{'resultType':'input_required',"
                + "'inputRequests':{},'requestState':'s1'}}}");
    String goesOn =
        brief("{'type':'call','request':{'params':{'inputResponses':{},'requestState':'s1'}}}");
    String other =
        brief("{'type':'call','request':{'params':{'inputResponses':{},'requestState':'s2'}}}");
    assertThat(asks).contains("'asks':'");
    assertThat(goesOn).contains("'goesOn':" + asks.substring(asks.indexOf("'asks':") + 7));
    assertThat(other).doesNotContain(goesOn.substring(goesOn.indexOf("'goesOn':")));
    assertThat(brief("{'type':'call','request':{'params':{'inputResponses':{}}}}"))
        .contains("'goesOn':''");
    assertThat(brief("{'type':'call','request':{'params':{}}}")).doesNotContain("goesOn");
  }

  @Test
  @DisplayName("Other lines are passed on as they are")
  void others() {
    String line = "{'seq':7,'type':'stderr','server':'s','run':1,'line':'request'}";
    assertThat(brief(line)).isEqualTo(line);
  }
}
