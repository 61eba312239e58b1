package dev.pitstop.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.Rounds;
import dev.pitstop.catalog.Namespace;
import dev.pitstop.catalog.RandomNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the names of all servers of a configuration file")
class ServerNamesTest {
  /// The names of a file's entries, in the order of the file.
  private static Map<String, String> fit(List<String> written) {
    return ConfigFile.names(written);
  }

  @Test
  @DisplayName("What would be equal is told apart, in the order of the file")
  void numbered() {
    assertThat(fit(List.of("my.server", "my server", "my/server")))
        .containsExactly(
            Map.entry("my.server", "my-server"),
            Map.entry("my server", "my-server-2"),
            Map.entry("my/server", "my-server-3"));
  }

  @Test
  @DisplayName("A good name keeps itself, also behind one that would be made into it")
  void goodOnesFirst() {
    assertThat(fit(List.of("my.server", "my-server", "my-server-2", "my..server")))
        .containsExactly(
            Map.entry("my.server", "my-server-3"),
            Map.entry("my-server", "my-server"),
            Map.entry("my-server-2", "my-server-2"),
            Map.entry("my..server", "my-server-4"));
  }

  @Test
  void alwaysGoodAlwaysDifferent() {
    RandomGenerator random = new SplittableRandom(31);
    int numbered = 0;
    for (int run = 0; run < Rounds.of(5_000); run++) {
      Set<String> names = new LinkedHashSet<>();
      for (int i = random.nextInt(20); i >= 0; i--) {
        names.add(RandomNames.next(random));
      }
      List<String> written = new ArrayList<>(names);

      Map<String, String> fitted = fit(written);

      assertThat(fitted.keySet()).containsExactlyElementsOf(written);
      assertThat(new HashSet<>(fitted.values())).hasSameSizeAs(written);
      fitted.forEach((from, to) -> assertThat(Namespace.problem(to)).as("%s", from).isEmpty());
      for (String name : written) {
        if (Namespace.problem(name).isEmpty()) {
          assertThat(fitted).containsEntry(name, name);
        }
      }
      numbered += (int) fitted.values().stream().filter(to -> to.endsWith("-2")).count();
      assertThat(fit(written)).isEqualTo(fitted);
    }
    assertThat(numbered).isGreaterThan(Rounds.of(1_000));
  }
}
