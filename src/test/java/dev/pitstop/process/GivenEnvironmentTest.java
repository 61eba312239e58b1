package dev.pitstop.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the environment that the client gave, and letters that a locale lacks")
class GivenEnvironmentTest {
  private static Map<String, String> restored(Map<String, String> own) {
    Map<String, String> environment = new HashMap<>(own);
    GivenEnvironment.restore(environment);
    return environment;
  }

  @Test
  @DisplayName("What the launcher has set is taken back: to a value, to an empty one, to none")
  void restores() {
    assertThat(restored(Map.of("LC_ALL", "C.UTF-8", "PITSTOP_LC_ALL", "set:de_DE", "A", "b")))
        .isEqualTo(Map.of("LC_ALL", "de_DE", "A", "b"));
    assertThat(restored(Map.of("LC_ALL", "C.UTF-8", "PITSTOP_LC_ALL", "set:")))
        .isEqualTo(Map.of("LC_ALL", ""));
    assertThat(restored(Map.of("LC_ALL", "C.UTF-8", "PITSTOP_LC_ALL", ""))).isEmpty();
  }

  @Test
  @DisplayName("What it left alone stays")
  void untouched() {
    Map<String, String> own = Map.of("LC_ALL", "C", "LANG", "de_DE.UTF-8");
    assertThat(restored(own)).isEqualTo(own);
    Surroundings here = Surroundings.ofThisProcess();
    assertThat(here.variable("PATH")).isEqualTo(Optional.ofNullable(System.getenv("PATH")));
    assertThat(here.variable(GivenEnvironment.KEPT)).isEmpty();
  }

  @Test
  @DisplayName(
      "A child gets what was given and nothing else; what the JVM has too is not written anew")
  void given() {
    String same = new String("Bücher".toCharArray()); // may have bytes that no String holds
    Map<String, String> own = new HashMap<>(Map.of("SAME", same, "OTHER", "a", "MORE", "b"));
    Map<String, String> given = Map.of("SAME", "Bücher", "OTHER", "c", "NEW", "");
    Surroundings.give(given, own);
    assertThat(own).isEqualTo(given);
    assertThat(own.get("SAME")).isSameAs(same);
  }

  private static Command command(String directory, String... words) {
    return new Command(List.of(words), Map.of(), Path.of(directory));
  }

  @Test
  @DisplayName("A word or a directory that the locale lacks is named as such, with what helps")
  void letters() {
    Command word = command("/", "server", "größe");
    Command directory = command("/Bücher", "server");
    Command unread = command("/B\uFFFD\uFFFDcher", "server"); // as Java reads it without a locale
    for (Command command : List.of(word, directory, unread)) {
      assertThatThrownBy(() -> Executables.checkLetters(command, "ANSI_X3.4-1968"))
          .isInstanceOf(SpawnException.class)
          .hasMessageContaining("ANSI_X3.4-1968")
          .hasMessageContaining("LC_ALL")
          .hasMessageNotContaining("does not exist");
    }
    assertThatCode(() -> Executables.checkLetters(word, "ISO-8859-1")).doesNotThrowAnyException();
    assertThatCode(() -> Executables.checkLetters(unread, "UTF-8")).doesNotThrowAnyException();
    assertThatCode(() -> Executables.checkLetters(command("/", "a"), "US-ASCII"))
        .doesNotThrowAnyException();
  }
}
