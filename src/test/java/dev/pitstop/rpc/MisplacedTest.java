package dev.pitstop.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MisplacedTest {
  private static final String ONE = "{'jsonrpc':'2.0','id':1,'result':{}}";
  private static final String TWO = "{'jsonrpc':'2.0','id':2,'error':{'a':[{}]}}";

  @ParameterizedTest(name = "{0}")
  @DisplayName("answers that are no lines of their own are found")
  @CsvSource(
      delimiter = '|',
      value = {
        "INFO [x] ONE|1",
        "ONETWO|1 2",
        "{} ONE, TWO|1 2",
        "ONEContent-Length: 20|1",
        "{'jsonrpc':'2.0','id':1,'method':'m'}x|''",
        "{'id':1,'result':{}}x|''",
        "a {b} [c] {'level':'info','id':1}|''",
        "{{{{{{{{{{{{{{{{{{{{ONE|''",
      })
  void found(String text, String ids) {
    StringBuilder found = new StringBuilder();
    String line = text.replace("ONE", ONE).replace("TWO", TWO).replace('\'', '"');
    List<RequestId> answers = Misplaced.in(line.getBytes(StandardCharsets.UTF_8));
    answers.forEach(id -> found.append(id).append(' '));
    assertThat(found.toString().strip()).isEqualTo(ids);
  }
}
