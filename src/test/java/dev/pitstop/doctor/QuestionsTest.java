package dev.pitstop.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import dev.pitstop.catalog.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// How lists are read.
@DisplayName("pitstop doctor, its questions")
class QuestionsTest {
  @Test
  @DisplayName("Pages are read until the last, a cursor that repeats, or none comes")
  void pages() {
    List<String> asked = new ArrayList<>();
    ListFacts whole =
        Questions.read(
            Kind.TOOLS,
            params -> {
              asked.add(params);
              return page(params.isEmpty() ? "\"x\\\"y\"" : "null");
            });
    assertThat(asked).containsExactly("", "\"cursor\":\"x\\\"y\"");
    assertThat(whole.end()).isEqualTo(new ListFacts.End.Whole());
    assertThat(Questions.read(Kind.TOOLS, p -> page("\"same\"")).end())
        .isEqualTo(new ListFacts.End.Endless("same"));
    int[] n = {0};
    assertThat(Questions.read(Kind.TOOLS, p -> page("\"" + n[0]++ + "\"")).pages())
        .isEqualTo(Questions.MOST_PAGES);
  }

  private static Outcome page(String cursor) {
    String result = "{\"tools\":[{\"name\":\"a\"}],\"nextCursor\":" + cursor + "}";
    return new Outcome.Answer(JsonParser.parseString(result));
  }
}
