package dev.pitstop.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.Rounds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("random names go out and come back")
class AliasPropertyTest {
  /// With lone halves of a character, which JSON can bring.
  private static final int[] CHARACTERS = "ab__-./ \nö🔧\ud83dc\udd00".codePoints().toArray();

  @Test
  void everyNameComesBackAndNoneIsAnother() {
    RandomGenerator random = new SplittableRandom(Rounds.seed(41));
    int aliases = 0;
    for (int run = 0; run < Rounds.of(1_000); run++) {
      Map<String, AliasTable> tables = new HashMap<>();
      Map<String, String> owners = new HashMap<>();
      for (String server : List.of("a", "a_b", "ab", "-".repeat(31 + random.nextInt(2)))) {
        List<String> names = names(random, server);
        AliasTable table = AliasTable.of(server, names);
        tables.put(server, table);
        for (String name : names) {
          String exposed = table.expose(name);
          aliases += exposed.equals(server + "__" + name) ? 0 : 1;
          assertThat(exposed.length()).isLessThanOrEqualTo(AliasTable.BUDGET);
          assertThat(owners.put(exposed, server + " " + name)).isNull();
          assertThat(table.inner(exposed)).contains(name);
          // how a session finds the server
          assertThat(Namespace.server(exposed)).isEqualTo(server);
        }
        List<String> shuffled = new ArrayList<>(names);
        Collections.shuffle(shuffled, new Random(random.nextLong()));
        AliasTable other = AliasTable.of(server, shuffled);
        assertThat(names).allSatisfy(n -> assertThat(other.expose(n)).isEqualTo(table.expose(n)));
      }
      owners.forEach((exposed, owner) ->
          tables.forEach((server, table) ->
              assertThat(table.inner(exposed).isPresent())
                  .isEqualTo(owner.startsWith(server + " "))));
    }
    assertThat(aliases).isGreaterThan(Rounds.of(10_000));
  }

  /// All different, some of them called like the aliases of others.
  private static List<String> names(RandomGenerator random, String server) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      String name = text(random, random.nextInt(4) == 0 ? random.nextInt(4) : random.nextInt(160));
      names.add(name);
      if (!AliasTable.fits(server + "__", name)) {
        String alias = AliasTable.alias(server + "__", name, random.nextInt(12));
        names.add(alias.substring(server.length() + 2));
      }
    }
    return new ArrayList<>(names.stream().distinct().toList());
  }

  private static String text(RandomGenerator random, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.appendCodePoint(CHARACTERS[random.nextInt(CHARACTERS.length)]);
    }
    return text.toString();
  }
}
