package dev.pitstop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// The end-to-end tests run twice, the second time with all sessions in the engine
/// (CONTRIBUTING.md). Those that say themselves which way their sessions go run once.
@DisplayName("S1: end-to-end tests that choose the way of their sessions")
class OwnWayTest {
  private static final Path TESTS = Path.of("src/test/java/dev/pitstop/e2e");
  private static final Pattern CHOOSES = Pattern.compile("EngineSessions|PITSTOP_ENGINE");

  /// The superclass has the tag, too.
  private static final Pattern TAGGED =
      Pattern.compile("@Tag\\(\"own-way\"\\)|extends EngineSurroundings");

  @Test
  @DisplayName("Each of them has the tag, so that it does not run twice for nothing")
  void tagged() throws IOException {
    List<Path> choosing;
    try (Stream<Path> all = Files.walk(TESTS)) {
      choosing =
          all.filter(file -> file.toString().endsWith("Test.java"))
              .filter(file -> CHOOSES.matcher(text(file)).find())
              .toList();
    }
    assertThat(choosing).hasSizeGreaterThan(5);
    assertThat(choosing).allMatch(file -> TAGGED.matcher(text(file)).find());
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
