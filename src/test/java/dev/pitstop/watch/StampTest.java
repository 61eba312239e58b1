package dev.pitstop.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A second write within one step of the file system's clock leaves time and size as they were.
@DisplayName("a write that shows only as an event")
class StampTest {
  @TempDir Path root;

  /// What an event says of a file that was written again since a scan, with the same time and size.
  private Map<Path, FileChange> writtenAgain(Path file, FileTime time) throws IOException {
    Files.setLastModifiedTime(Files.writeString(file, "1"), time);
    List<Glob> globs = Glob.parse(root, List.of("**"));
    Tree tree = new Tree(new Scope.Wanted(root, globs, true, problem -> {}));
    tree.scan();
    tree.changes();
    Files.setLastModifiedTime(Files.writeString(file, "2"), time);
    tree.look(Set.of(file));
    return tree.changes();
  }

  @Test
  @DisplayName("counts if the file was young when it was looked at")
  void young() throws IOException {
    Path file = root.resolve("a");
    boolean slow = true;
    while (slow) { // on a busy machine the file may have grown old before the scan
      long begun = System.nanoTime();
      FileTime time = FileTime.fromMillis(System.currentTimeMillis() + 1_000);
      Map<Path, FileChange> seen = writtenAgain(file, time);
      slow = System.nanoTime() - begun > 2_000_000_000L;
      assertThat(slow || seen.get(file) == FileChange.MODIFIED).isTrue();
    }
  }

  @Test
  @DisplayName("is none if the file was old: something only looked at it")
  void old() throws IOException {
    assertThat(writtenAgain(root.resolve("a"), FileTime.fromMillis(1_000_000_000_000L))).isEmpty();
  }
}
