package dev.pitstop.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.Rounds;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("random names go out and come back")
class ExposedNamesPropertyTest {
  /// With lone halves of a character, which JSON can bring.
  private static final int[] CHARACTERS = "ab__-./ \nö🔧\ud83dc\udd00".codePoints().toArray();

  @Test
  void everyNameComesBackAndNoneIsAnother() {
    RandomGenerator random = new SplittableRandom(Rounds.seed(41));
    int aliases = 0;
    for (int run = 0; run < Rounds.of(1_000); run++) {
      Map<String, Catalog> catalogs = new HashMap<>();
      Map<String, String> owners = new HashMap<>();
      for (String server : List.of("a", "a_b", "ab", "-".repeat(31 + random.nextInt(2)))) {
        List<String> names = names(random);
        Catalog catalog =
            Catalog.empty()
                .with(
                    Kind.PROMPTS,
                    names.stream().map(n -> new Entry(Kind.PROMPTS, n, new JsonObject())).toList());
        catalogs.put(server, catalog);
        for (String name : names) {
          String exposed = Namespace.expose(server, name);
          aliases += exposed.equals(server + "__" + name) ? 0 : 1;
          assertThat(exposed.length()).isLessThanOrEqualTo(Namespace.BUDGET);
          assertThat(owners.put(exposed, server + " " + name)).isNull();
          assertThat(Namespace.inner(server, exposed, catalog, Kind.PROMPTS)).contains(name);
          // how a session finds the server
          assertThat(Namespace.server(exposed)).isEqualTo(server);
        }
      }
      owners.forEach((exposed, owner) ->
          catalogs.forEach((server, catalog) ->
              assertThat(Namespace.inner(server, exposed, catalog, Kind.PROMPTS).isPresent())
                  .isEqualTo(owner.startsWith(server + " "))));
    }
    assertThat(aliases).isGreaterThan(Rounds.of(10_000));
  }

  /// All different.
  private static List<String> names(RandomGenerator random) {
    Set<String> names = new LinkedHashSet<>();
    for (int i = 0; i < 12; i++) {
      names.add(text(random, random.nextInt(4) == 0 ? random.nextInt(4) : random.nextInt(160)));
    }
    return List.copyOf(names);
  }

  private static String text(RandomGenerator random, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.appendCodePoint(CHARACTERS[random.nextInt(CHARACTERS.length)]);
    }
    return text.toString();
  }
}
