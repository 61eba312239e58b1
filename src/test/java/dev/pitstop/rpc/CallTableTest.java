package dev.pitstop.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Ids of calls in flight.
class CallTableTest {
  private final CallTable<String> table = new CallTable<>(FreshIds.words("p-"));

  @ParameterizedTest
  @DisplayName("an id that survives any JSON library is sent as it is")
  @ValueSource(strings = {"1", "-7", "0", "9007199254740991", "\"abc\"", "\"\"", "\"1\""})
  void own(String id) {
    assertThat(table.add(new RequestId(id), "c")).isEqualTo(new RequestId(id));
    assertThat(table.take(new RequestId(id))).contains("c");
    assertThat(table.all().size()).isZero();
  }

  @ParameterizedTest
  @DisplayName("one that may not gets an alias")
  @ValueSource(
      strings = {"1.0", "1e3", "9007199254740993", "-0", "\"\\u0061\"", "\"ä\"", "\"a<b\""})
  void alias(String id) {
    RequestId sent = table.add(new RequestId(id), "c");
    assertThat(sent.lexeme()).startsWith("\"p-");
    assertThat(table.find(new RequestId(id))).isEmpty();
    assertThat(table.find(sent)).contains("c");
  }

  @ParameterizedTest
  @DisplayName("a peer may answer with another spelling, or the string of a number")
  @CsvSource({"7,'\"7\"'", "7,7.0", "'\"7\"',7", "7,'\"\\u0037\"'", "-1,'\"-1\"'"})
  void spelling(String sent, String answered) {
    table.add(new RequestId(sent), "c");
    assertThat(table.find(new RequestId(answered))).contains("c");
    assertThat(table.take(new RequestId(answered))).contains("c");
    assertThat(table.take(new RequestId(answered))).isEmpty();
  }

  @ParameterizedTest
  @DisplayName("but no other value counts")
  @CsvSource({"7,'\"07\"'", "7,'\" 7\"'", "7,'\"seven\"'", "7,'\"\"'", "'\"a\"','\"A\"'"})
  void others(String sent, String answered) {
    table.add(new RequestId(sent), "c");
    assertThat(table.take(new RequestId(answered))).isEmpty();
  }

  @Test
  @DisplayName("an id that is in use gets an alias until it is free again")
  void inUse() {
    RequestId one = RequestId.of(1);
    RequestId first = table.add(one, "first");
    RequestId second = table.add(one, "second");
    assertThat(second).isNotEqualTo(first);
    assertThat(table.take(one)).contains("first");
    assertThat(table.take(one)).isEmpty();
    assertThat(table.add(one, "third")).isEqualTo(one);
    assertThat(table.all()).containsExactly("second", "third");
  }

  @Test
  @DisplayName("drained in the order in which they came")
  void drain() {
    for (int i = 9; i > 0; i--) {
      table.add(RequestId.of(i), "c" + i);
    }
    assertThat(table.drain()).containsExactly("c9", "c8", "c7", "c6", "c5", "c4", "c3", "c2", "c1");
    assertThat(table.all()).isEmpty();
  }

  @Test
  @DisplayName(
      "whatever is added and taken, no two calls share an id and each is found under its own")
  void property() {
    Random random = new Random(3);
    Map<RequestId, String> model = new HashMap<>();
    Set<RequestId> aliases = new HashSet<>();
    for (int i = 0; i < 20_000; i++) {
      if (random.nextInt(2) == 0 || model.isEmpty()) {
        RequestId wanted = new RequestId(random.nextBoolean() ? "" + random.nextInt(20) : "1.0");
        RequestId sent = table.add(wanted, "c" + i);
        assertThat(model.put(sent, "c" + i)).isNull();
        assertThat(sent.equals(wanted) || aliases.add(sent)).as("aliases are fresh").isTrue();
      } else {
        RequestId id = model.keySet().iterator().next();
        assertThat(table.take(id)).contains(model.remove(id));
      }
      assertThat(table.all().size()).isEqualTo(model.size());
    }
  }
}
