package dev.pitstop.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("calls out of the journal's lines, and the words that choose among them")
class CallsTest {
  private static JsonLine line(String json) {
    return JsonLine.of(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)).orElseThrow();
  }

  private static final List<JsonLine> JOURNAL =
      List.of(
          line(
              "{'seq':1,'t':1000,'type':'call','call':1,'method':'tools/call','name':'a__echo','requestBytes':90}"),
          line(
              "{'seq':2,'t':1001,'type':'call','call':2,'by':'person','method':'tools/call','name':'b__echo','requestBytes':91}"),
          line("{'seq':3,'t':1002,'type':'stderr','server':'b','run':1,'line':'x'}"),
          line(
              "{'seq':4,'t':1600,'type':'answer','call':2,'server':'b','run':3,'deliveries':2,'status':'crashed','micros':599001,'responseBytes':7}"),
          line(
              "{'seq':5,'t':1700,'type':'call','call':3,'method':'resources/read','name':'file:///x'}"),
          line(
              "{'seq':6,'t':1800,'type':'answer','call':3,'server':'a','run':1,'deliveries':1,'status':'ok','micros':100000}"),
          line(
              "{'seq':7,'t':1900,'type':'answer','call':99,'server':'a','run':1,'status':'error','micros':2000}"));

  private static List<Call> calls() {
    Calls calls = new Calls();
    List<Call> all = new ArrayList<>();
    JOURNAL.forEach(l -> calls.add(l).filter(c -> !c.isPending()).ifPresent(all::add));
    all.addAll(calls.pending());
    return all;
  }

  @Test
  @DisplayName("A call and its answer are one call; a call without an answer is pending")
  void paired() {
    List<Call> calls = calls();
    assertThat(calls).extracting(Call::number).containsExactly(2L, 3L, 99L, 1L);
    assertThat(calls)
        .extracting(Call::status)
        .containsExactly("crashed", "ok", "error", Call.PENDING);
    assertThat(calls).extracting(Call::ownName).containsExactly("echo", "file:///x", "", "a__echo");
    assertThat(calls.get(2).millis()).isEqualTo(1898);
    JsonLine crashed = JOURNAL.get(3);
    assertThat(calls.getFirst().json())
        .isEqualTo(JOURNAL.get(1).json().replaceAll("}$", ",\"answer\":" + crashed.json() + "}"));
    assertThat(calls.get(2).json())
        .isEqualTo("{\"type\":\"call\",\"call\":99,\"answer\":" + JOURNAL.get(6).json() + "}");
    assertThat(calls.getLast().json()).isEqualTo(JOURNAL.getFirst().json());
    assertThat(line(calls.getFirst().json()).text("by")).isEqualTo("person");
  }

  @ParameterizedTest
  @CsvSource({
    "'',1 2 3 99",
    "tool:echo,2",
    "tool:*echo,1 2",
    "tool:*e*o,1 2",
    "tool:b__*,2",
    "tool:Echo,''",
    "server:a,1 3 99",
    "server:b,2",
    "status:pending,1",
    "status:ok,3",
    "status:ok status:crashed,2 3",
    "status:unanswered,''",
    "slower:500ms,2",
    "slower:99ms,2 3",
    "run:3,2",
    "run:1 status:error,99",
    "run:1 status:crashed,''",
  })
  @DisplayName("Words of different kinds must all match, of words of one kind one")
  void filters(String words, String expected) {
    Filter filter = Filter.of(words.isEmpty() ? List.of() : List.of(words.split(" ", -1)));
    List<String> chosen =
        calls().stream()
            .filter(filter::matches)
            .map(Call::number)
            .sorted()
            .map(String::valueOf)
            .toList();
    assertThat(String.join(" ", chosen)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "echo | there is no filter `echo`; use tool:, server:, status:, slower: or run:",
        "tol:echo | there is no filter `tol:echo`; did you mean tool:?",
        "staus:ok | there is no filter `staus:ok`; did you mean status:?",
        "status:eror | there is no status `eror`; did you mean status:error?",
        "status:xyz | there is no status `xyz`; use status:ok, status:error, status:pending, status:crashed, status:unanswered or status:cancelled",
        "slower:fast | slower: `fast` is not a duration such as 500ms",
        "run:x | run: `x` is not the number of a run",
        "tool: | tool: `` is not a value",
        ":x | there is no filter `:x`; use tool:, server:, status:, slower: or run:",
      })
  @DisplayName("An unknown word is named, with the nearest one")
  void unknown(String word, String text) {
    assertThatThrownBy(() -> Filter.of(List.of(word)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(text);
  }

  @Test
  @DisplayName("Members that are missing or of another kind read as nothing")
  void members() {
    JsonLine line =
        line("{'a':'x','b':-1,'c':1.5,'d':[{'e':1},2],'f':true,'g':12345678901234567890}");
    assertThat(line.number("a")).isEqualTo(line.number("b")).isEqualTo(line.number("c")).isZero();
    assertThat(line.number("g")).isEqualTo(line.number("nothing")).isZero();
    assertThat(line.objects("d")).hasSize(1).allMatch(o -> o.number("e") == 1);
    assertThat(line.flag("f")).isTrue();
    assertThat(line.flag("a")).isFalse();
    assertThat(line.text("b")).isEqualTo(line.type()).isEmpty();
    assertThat(line.json("d")).contains("[{\"e\":1},2]");
    assertThat(line.object("a")).isEmpty();
    assertThat(JsonLine.of(new byte[] {'[', ']'})).isEmpty();
  }
}
