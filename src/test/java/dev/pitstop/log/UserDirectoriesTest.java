package dev.pitstop.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("the user's directories")
class UserDirectoriesTest {
  /// @param environment `NAME=value` separated by spaces
  @ParameterizedTest(name = "{0}, home {1}, {2}: {3}, {4}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Linux | /home/me | - | /home/me/.local/state/pitstop | /home/me/.cache/pitstop
          Linux | /home/me | HOME=/h | /h/.local/state/pitstop | /h/.cache/pitstop
          Linux | /home/me | HOME=h | /home/me/.local/state/pitstop | /home/me/.cache/pitstop
          Linux | /home/me | HOME= | /home/me/.local/state/pitstop | /home/me/.cache/pitstop
          Linux | ? | HOME=/h | /h/.local/state/pitstop | /h/.cache/pitstop
          Linux | ? | - | none | none
          Linux | ? | XDG_CACHE_HOME=/c | none | /c/pitstop
          Linux | /home/me | XDG_STATE_HOME=/s HOME=/h | /s/pitstop | /h/.cache/pitstop
          Linux | /home/me | XDG_STATE_HOME=s XDG_CACHE_HOME=c | /home/me/.local/state/pitstop | /home/me/.cache/pitstop
          Mac OS X | /Users/me | - | /Users/me/Library/Logs/pitstop | /Users/me/Library/Caches/pitstop
          Windows 11 | /Users/me | HOME=/cygwin | /Users/me/AppData/Local/pitstop/log | /Users/me/AppData/Local/pitstop/cache
          Windows 11 | /Users/me | LOCALAPPDATA=/local | /local/pitstop/log | /local/pitstop/cache
          """)
  void places(String os, String home, String environment, String state, String cache) {
    var variables = new TreeMap<String, String>();
    for (String one : environment.split(" ")) {
      int equals = one.indexOf('=');
      if (equals > 0) {
        variables.put(one.substring(0, equals), one.substring(equals + 1));
      }
    }
    var directories = new UserDirectories(os, home, variables);
    assertThat(directories.state().map(Path::toString).orElse("none")).isEqualTo(state);
    assertThat(directories.cache().map(Path::toString).orElse("none")).isEqualTo(cache);
  }

  @Test
  @DisplayName("a directory whose name the locale cannot express is none")
  void noName() {
    String bad = "/st\0te"; // as `ä` in the locale C
    assertThat(new UserDirectories("Linux", bad, Map.of()).state()).isEqualTo(Optional.empty());
    assertThat(new UserDirectories("Linux", "/h", Map.of("XDG_CACHE_HOME", bad)).cache()).isEmpty();
  }
}
