package dev.pitstop.session.notices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.process.Command;
import dev.pitstop.process.Executables;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SourcesTest {
  private static final Path ROOT = Path.of("/work");

  @Test
  @DisplayName("a command on the PATH may run old code if `--set binary` names its file")
  void namedBinary() {
    List<String> words = List.of("start", "server");
    assertThat(mayBeOld(new Command(words, Map.of(), ROOT))).isFalse();
    Optional<Path> binary = Optional.of(ROOT.resolve("dist/index.js"));
    assertThat(mayBeOld(new Command(words, Map.of(), ROOT, binary))).isTrue();
  }

  private static boolean mayBeOld(Command command) {
    return new Sources(command, Executables.in(Map.of()), List.of(), false, false).mayBeOld();
  }
}
