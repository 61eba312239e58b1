package dev.pitstop.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.pitstop.Rounds;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Random answers: what holds for each of them.
class ComparisonPropertyTest {
  private static final int TIMES = 3_000;
  private static final List<String> NAMES = List.of("a", "b", "c d", "_meta", "é", "text");
  private static final List<String> TEXTS =
      List.of(
          "", "x", "one\ntwo", "one\n2\nthree", "{\"a\":1}", "[1,{\"b\":2}]", "{broken", "\"\\é");

  private static JsonElement tree(Random random, int depth) {
    switch (random.nextInt(depth == 0 ? 3 : 5)) {
      case 0 -> {
        return new JsonPrimitive(TEXTS.get(random.nextInt(TEXTS.size())));
      }
      case 1 -> {
        return new JsonPrimitive(random.nextInt(4));
      }
      case 2 -> {
        return new JsonPrimitive(random.nextBoolean());
      }
      case 3 -> {
        JsonArray array = new JsonArray();
        for (int i = random.nextInt(4); i > 0; i--) {
          array.add(tree(random, depth - 1));
        }
        return array;
      }
      default -> {
        return object(random, depth - 1);
      }
    }
  }

  private static JsonObject object(Random random, int depth) {
    JsonObject object = new JsonObject();
    for (int i = random.nextInt(4); i > 0; i--) {
      object.add(NAMES.get(random.nextInt(NAMES.size())), tree(random, depth));
    }
    return object;
  }

  private static JsonObject result(Random random) {
    JsonArray content = new JsonArray();
    for (int i = random.nextInt(3); i > 0; i--) {
      JsonObject block = object(random, 2);
      block.addProperty("text", TEXTS.get(random.nextInt(TEXTS.size())));
      content.add(block);
    }
    JsonObject result = object(random, 3);
    result.add("content", content);
    result.add("structuredContent", tree(random, 3));
    result.addProperty("isError", random.nextInt(3) == 0);
    return result;
  }

  /// The same tree with the members of its objects in another order.
  private static JsonElement shuffled(JsonElement tree, Random random) {
    if (tree instanceof JsonArray array) {
      JsonArray same = new JsonArray();
      array.forEach(e -> same.add(shuffled(e, random)));
      return same;
    }
    if (tree instanceof JsonObject object) {
      List<String> names = new ArrayList<>(object.keySet());
      Collections.shuffle(names, random);
      JsonObject same = new JsonObject();
      names.forEach(n -> same.add(n, shuffled(object.get(n), random)));
      return same;
    }
    return tree;
  }

  private static boolean covers(String path, String place) {
    return Noise.of(List.of(Noise.path(path).orElseThrow())).covers(place);
  }

  private static Message.Response message(JsonElement result) {
    String line = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + result + "}";
    return (Message.Response) Codec.parse(line.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  @DisplayName("An answer is the same as itself, in whatever order its members are")
  void itself() {
    Random random = new Random(1);
    for (int i = 0; i < Rounds.of(TIMES); i++) {
      JsonObject tree = result(random);
      Comparison itself = Comparison.of(message(tree), message(shuffled(tree, random)), Noise.NONE);
      assertThat(itself.differences()).as("%s", tree).isEmpty();
      assertThat(itself.equal()).isTrue();
      assertThat(Noise.between(message(tree), message(tree)).places()).isEmpty();
    }
  }

  @Test
  @DisplayName("Of two answers, nothing differs but the noise between them; each sees the other")
  void noise() {
    Random random = new Random(2);
    for (int i = 0; i < Rounds.of(TIMES); i++) {
      JsonObject one = result(random);
      JsonObject two = random.nextBoolean() ? result(random) : one.deepCopy();
      two.add("structuredContent", tree(random, 3));
      two.add("isError", one.get("isError"));
      Message.Response was = message(one);
      Message.Response now = message(two);
      Noise noise = Noise.between(was, now);
      assertThat(Comparison.of(was, now, noise).total()).as("%s %s", one, two).isZero();
      assertThat(Comparison.of(was, now, Noise.NONE).equal())
          .as("%s %s", one, two)
          .isEqualTo(noise.places().isEmpty())
          .isEqualTo(Comparison.of(now, was, Noise.NONE).equal());
      assertThat(noise.places())
          .allSatisfy(place -> assertThat(place.isEmpty() || covers(place, place)).isTrue());
    }
  }
}
