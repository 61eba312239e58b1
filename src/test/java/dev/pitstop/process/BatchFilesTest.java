package dev.pitstop.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("values for batch files, which Windows' shell reads")
class BatchFilesTest {
  private static Optional<String> refusal(Platform platform, String file, String word) {
    return BatchFiles.refuses(platform, Optional.of(Path.of(file)), List.of("--json", word));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a&calc", "%PATH%", "x|y", "a>b", "a<b", "^", "!x!", "\"", "(", "a\nb"})
  void refused(String word) {
    assertThat(refusal(Platform.WINDOWS, "tool.cmd", word).orElseThrow()).contains("tool.cmd");
    assertThat(refusal(Platform.WINDOWS, "TOOL.BAT", word)).isPresent();
    assertThat(refusal(Platform.WINDOWS, "tool.exe", word)).isEmpty();
    assertThat(refusal(Platform.LINUX, "tool.cmd", word)).isEmpty();
  }

  @Test
  void harmless() {
    assertThat(refusal(Platform.WINDOWS, "tool.cmd", "größe -x=1, 2; $x'q'")).isEmpty();
    Command program = new Command(List.of("nope"), Map.of(), Path.of("."));
    assertThat(BatchFiles.refuses(program, Given.EXECUTABLES, List.of("&"))).isEmpty();
  }
}
