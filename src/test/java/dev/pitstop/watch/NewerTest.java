package dev.pitstop.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.text.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("what is newer than a program")
class NewerTest {
  private static final long MADE = 1_700_000_000_000L;

  @TempDir Path root;

  private Path file(String name, String content, long secondsAfter) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
    Files.setLastModifiedTime(file, FileTime.fromMillis(MADE + 1_000 * secondsAfter));
    return file;
  }

  private Optional<String> newer(String made, String... globs) {
    return Newer.than(root.resolve(made), Long.MIN_VALUE, root, List.of(globs))
        .map(NewerTest::words);
  }

  private static String words(Newer n) {
    return n.newest()
        + " (changed "
        + Words.duration(MADE + 70_000 - n.changedMillis())
        + " ago)"
        + (n.count() > 1 ? " and " + Words.count(n.count() - 1, "other file") : "");
  }

  @ParameterizedTest(name = "{0} from {1}")
  @CsvSource({
    "target/app.jar, src/main/java/A.java",
    "dist/index.js, src/index.ts",
    "bin/server, cmd/main.go",
    "target/release/server, src/main.rs",
    "out/server.dll, Program.cs",
  })
  @DisplayName("without globs: the kinds of file that it is made of")
  void kinds(String made, String source) throws IOException {
    file(made, "x", 0);
    file(source, "y", -5);
    file("notes.md", "z", 20);
    assertThat(newer(made)).isEmpty();
    file(source, "y", 10);
    assertThat(newer(made)).contains(source + " (changed 1 min 0 s ago)");
  }

  @Test
  @DisplayName("several: the one that was changed last, and how many more")
  void several() throws IOException {
    file("dist/index.js", "x", 0);
    for (int i = 1; i <= 4; i++) {
      file("src/m" + i + ".ts", "x", 10L * i);
    }
    assertThat(newer("dist/index.js")).contains("src/m4.ts (changed 30.0 s ago) and 3 other files");
  }

  @Test
  @DisplayName(
      "what runs as it was written has no sources; dependencies and ignored files do not count")
  void nothingToSay() throws IOException {
    file("server.py", "x", 0);
    file("other.py", "x", 10);
    file("run", "#!/bin/sh\n", 0);
    file("main.go", "x", 10);
    file("dist/index.js", "x", 0);
    file("node_modules/a/index.ts", "x", 10);
    file(".gitignore", "gen/\n", 10);
    file("gen/a.ts", "x", 10);
    assertThat(newer("server.py")).isEmpty();
    assertThat(newer("run")).isEmpty();
    assertThat(newer("dist/index.js")).isEmpty();
    assertThat(newer("missing.jar")).isEmpty();
  }

  @Test
  @DisplayName("with globs: what they mean, and never the program itself")
  void globs() throws IOException {
    file("server.py", "x", 0);
    file("lib/other.py", "x", 10);
    file("data.json", "x", 10);
    assertThat(newer("server.py", "**/*.py")).contains("lib/other.py (changed 1 min 0 s ago)");
    assertThat(newer("server.py", "*.py")).isEmpty();
    assertThat(newer("lib/other.py", "**/*.py")).isEmpty();
  }
}
