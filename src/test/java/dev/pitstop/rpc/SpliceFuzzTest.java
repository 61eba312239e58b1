package dev.pitstop.rpc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.pitstop.Rounds;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// After any edits the message parses to the expected tree, and outside the edits not one byte
/// differs. One seed is new in every run, and printed.
@DisplayName("Splice, properties")
class SpliceFuzzTest {
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.pitstop.rpc.JsonGenerator#seeds")
  void everythingOutsideTheSpansStays(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < Rounds.of(3_000); round++) {
      // Rarely one that is so large that it leaves as pieces.
      byte[] original = new byte[random.nextInt(random.nextInt(20) == 0 ? 100_000 : 200)];
      random.nextBytes(original);
      // Cuts that ascend are the borders of spans; every second one is edited.
      int[] cuts = random.ints(2L * random.nextInt(5), 0, original.length + 1).sorted().toArray();
      List<Runnable> edits = new ArrayList<>();
      Splice splice = new Splice(original);
      ByteArrayOutputStream expected = new ByteArrayOutputStream();
      int kept = 0;
      for (int i = 0; i < cuts.length; i += 2) {
        Span span = new Span(cuts[i], cuts[i + 1]);
        byte[] by = new byte[random.nextInt(20)];
        random.nextBytes(by);
        edits.add(() -> splice.replace(span, by));
        expected.write(original, kept, span.from() - kept);
        expected.writeBytes(by);
        kept = span.to();
      }
      expected.write(original, kept, original.length - kept);
      // Two at one place stay in order of addition; else the order must not matter.
      if (Arrays.stream(cuts).distinct().count() == cuts.length) {
        Collections.shuffle(edits, random);
      }
      edits.forEach(Runnable::run);
      assertThat(splice.apply()).isEqualTo(expected.toByteArray());
      assertThat(splice.outgoing().bytes()).isEqualTo(expected.toByteArray());
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.pitstop.rpc.JsonGenerator#seeds")
  void editedMembersGiveTheExpectedTree(long seed) {
    Random random = new Random(seed);
    JsonGenerator generator = new JsonGenerator(random);
    List<String> names = List.of("id", "name", "_meta", "x", "", "new", "a\"b", "method", "é");
    for (int round = 0; round < Rounds.of(3_000); round++) {
      String text = " {\"o\":" + generator.object(2) + ",\"rest\":" + generator.object(2) + "}";
      byte[] original = text.getBytes(UTF_8);
      Span root = Json.validate(original).orElseThrow();
      Span object = Json.member(original, root, "o");
      JsonObject tree = JsonParser.parseString(text).getAsJsonObject();
      JsonObject expected = tree.getAsJsonObject("o");
      Splice splice = new Splice(original);
      for (int i = random.nextInt(5); i > 0; i--) {
        String name = names.get(random.nextInt(names.size()));
        if (random.nextBoolean()) {
          splice.removeMember(object, name);
          expected.remove(name);
        } else {
          String value = generator.string();
          splice.putMember(object, name, value.getBytes(UTF_8));
          expected.add(name, JsonParser.parseString(value));
        }
      }
      byte[] edited = splice.apply();
      JsonElement result = WireFuzzTest.gson(edited).orElseThrow(() -> new AssertionError(text));
      assertThat(result).isNotNull();
      assertThat(JsonParser.parseString(new String(edited, UTF_8))).as(text).isEqualTo(tree);
      // What lies around the edited object is the same to the byte.
      String before = new String(original, 0, object.from(), ISO_8859_1);
      String after = new String(original, object.to(), original.length - object.to(), ISO_8859_1);
      assertThat(new String(edited, ISO_8859_1)).startsWith(before).endsWith(after);
      checkUntouchedMembers(original, object, edited, names);
    }
  }

  /// Members that no edit named keep their exact text, white space inside included.
  private static void checkUntouchedMembers(
      byte[] original, Span object, byte[] edited, List<String> names) {
    Span editedObject = Json.path(edited, Json.validate(edited).orElseThrow(), "o");
    Json.members(
        original,
        object,
        (key, value) -> {
          String name = Json.string(original, key);
          if (!names.contains(name)) {
            Span last = Json.member(original, object, name);
            assertThat(Json.member(edited, editedObject, name).text(edited))
                .isEqualTo(last.text(original));
          }
        });
  }
}
