package dev.pitstop.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.pitstop.Rounds;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.textedit.Mistake;
import dev.pitstop.textedit.Node;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("what holds for an edit of any configuration text")
class ConfigEditPropertyTest {
  private static final long SEED = Rounds.seed(20_261_121);
  private static final int RUNS = Rounds.of(1_500);
  private static final Path FILE = Path.of("pitstop.json");
  private static final JsonObject ENTRY =
      JsonParser.parseString(
              "{\"command\": \"new\", \"args\": [\"a\", \"b\"], \"env\": {\"K\": \"v\"}}")
          .getAsJsonObject();

  /// The servers by name, as they are run.
  private static List<Map.Entry<String, Optional<ServerSpec>>> entries(String text) {
    ConfigFile read =
        ConfigFile.parse(text, FILE, Configs.checking(FILE, name -> Optional.empty()));
    assertThat(read.problems()).as("%s", text).isEmpty();
    return read.entries().stream().map(e -> Map.entry(e.written(), e.spec())).toList();
  }

  private static List<String> names(List<Map.Entry<String, Optional<ServerSpec>>> entries) {
    return entries.stream().map(Map.Entry::getKey).toList();
  }

  private static List<String> someNames(SplittableRandom random) {
    List<String> names = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      names.add("s" + i);
    }
    return names;
  }

  @Test
  @DisplayName("Added: one entry more, nothing lost; added and removed: the text from before")
  void addAndRemove() throws Mistake {
    for (int run = 0; run < RUNS; run++) {
      SplittableRandom random = new SplittableRandom(SEED + run);
      String text = new RandomConfig(random).text(someNames(random));
      List<Map.Entry<String, Optional<ServerSpec>>> before = entries(text);

      String added = ConfigEdit.add(text, "n", ENTRY);

      List<Map.Entry<String, Optional<ServerSpec>>> after = entries(added);
      assertThat(after).as("seed %d: %s", SEED + run, added).hasSize(before.size() + 1);
      assertThat(after.subList(0, before.size())).isEqualTo(before);
      assertThat(after.getLast().getValue().orElseThrow().command().argv())
          .containsExactly("new", "a", "b");
      assertThat(added.length() - text.length()).isGreaterThan(ENTRY.toString().length() / 2);
      assertThat(onlyAdded(text, added)).as("seed %d", SEED + run).isTrue();
      assertThat(ConfigEdit.remove(added, "n")).as("seed %d", SEED + run).isEqualTo(text);
    }
  }

  /// Whether `before` is what is left of `after` without some of its characters.
  private static boolean onlyAdded(String before, String after) {
    int i = 0;
    for (int j = 0; j < after.length() && i < before.length(); j++) {
      i += before.charAt(i) == after.charAt(j) ? 1 : 0;
    }
    return i == before.length();
  }

  @Test
  @DisplayName("Removed: that entry only, in any order, and every comment is still there")
  void removeEach() throws Mistake {
    for (int run = 0; run < RUNS; run++) {
      SplittableRandom random = new SplittableRandom(SEED - run);
      String text = new RandomConfig(random).text(someNames(random));
      List<Map.Entry<String, Optional<ServerSpec>>> left = new ArrayList<>(entries(text));
      while (!left.isEmpty()) {
        Map.Entry<String, Optional<ServerSpec>> one = left.remove(random.nextInt(left.size()));
        int comments = comments(text) - comments(spanOf(text, one.getKey()));

        text = ConfigEdit.remove(text, one.getKey());

        assertThat(entries(text)).as("seed %d: %s", SEED - run, text).isEqualTo(left);
        assertThat(comments(text)).as("seed %d: %s", SEED - run, text).isEqualTo(comments);
      }
    }
  }

  @Test
  @DisplayName("Replaced: the other entries and the order stay")
  void replaceEach() throws Mistake {
    for (int run = 0; run < RUNS; run++) {
      SplittableRandom random = new SplittableRandom(SEED * 3 + run);
      String text = new RandomConfig(random).text(someNames(random));
      List<Map.Entry<String, Optional<ServerSpec>>> before = entries(text);
      for (Map.Entry<String, Optional<ServerSpec>> one : before) {
        String replaced = ConfigEdit.add(text, one.getKey(), ENTRY);

        List<Map.Entry<String, Optional<ServerSpec>>> after = entries(replaced);
        assertThat(names(after)).as("seed %d", SEED * 3 + run).isEqualTo(names(before));
        for (int i = 0; i < after.size(); i++) {
          boolean other = before.get(i).getKey().equals(one.getKey());
          assertThat(after.get(i).equals(before.get(i))).isNotEqualTo(other);
        }
      }
    }
  }

  private static String spanOf(String text, String name) {
    Node.Member member = found(text).entry(name).orElseThrow();
    return text.substring(member.start(), member.value().end());
  }

  private static ServersKey found(String text) {
    try {
      return ServersKey.find(text);
    } catch (Mistake m) {
      throw new AssertionError(m);
    }
  }

  /// The generator's comments, which hold what nothing else does.
  private static int comments(String text) {
    return text.split("\"x\": \\{, |it's }", -1).length - 1;
  }
}
