package dev.pitstop.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What globs would watch, without a watcher.
@DisplayName("a look at what would be watched")
class PreviewTest {
  @TempDir private Path given;
  private Path root = Path.of("");

  @BeforeEach
  void files() throws IOException {
    root = given.toRealPath();
    for (String file :
        List.of("src/a.ts", "src/deep/b.ts", "src/c.js", "node_modules/x/d.ts", "gen/e.ts")) {
      Path at = root.resolve(file);
      Files.createDirectories(at.getParent());
      Files.writeString(at, "");
    }
    Files.writeString(root.resolve(".gitignore"), "/gen/\n");
  }

  @Test
  @DisplayName("Files that match are watched; those in ignored places are counted")
  void counted() {
    Preview seen = Preview.of(root, List.of("**/*.ts"));
    assertThat(seen.files())
        .containsExactly(root.resolve("src/a.ts"), root.resolve("src/deep/b.ts"));
    assertThat(seen.ignored())
        .containsExactlyInAnyOrderEntriesOf(Map.of("node_modules", 1, "gen", 1));
    assertThat(seen.withoutFile()).isEmpty();
  }

  @Test
  @DisplayName("A glob without a file is named; what is excluded counts as neither")
  void without() {
    Preview seen = Preview.of(root, List.of("src/**", "!**/*.ts", "lib/**"));
    assertThat(seen.files()).containsExactly(root.resolve("src/c.js"));
    assertThat(seen.ignored()).isEmpty();
    assertThat(seen.withoutFile()).containsExactly("lib/**");
  }
}
