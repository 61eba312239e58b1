package dev.pitstop.textedit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("the file is written as a whole")
class FileWriterTest {
  @TempDir private Path dir;

  private static List<String> names(Path dir) throws IOException {
    try (Stream<Path> files = Files.list(dir)) {
      return files.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }

  private static boolean posix(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  @Test
  void aNewFile() throws IOException {
    Path file = dir.resolve("pitstop.json");

    FileWriter.write(file, "\uFEFF{\r\n  \"é🔧\": 1\r\n}");

    assertThat(Files.readString(file)).isEqualTo("\uFEFF{\r\n  \"é🔧\": 1\r\n}");
    assertThat(names(dir)).containsExactly("pitstop.json");
  }

  @Test
  @DisplayName("another file takes the old one's place, which never was half of one")
  void k38Atomic() throws IOException {
    Path file = Files.writeString(dir.resolve("pitstop.json"), "old");
    assumeTrue(posix(file));
    Object before = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    try (var open = Files.newBufferedReader(file)) {
      FileWriter.write(file, "new");
      assertThat(open.readLine()).as("who has it open").isEqualTo("old");
    }

    assertThat(Files.readAttributes(file, BasicFileAttributes.class).fileKey())
        .isNotEqualTo(before);
    assertThat(Files.readString(file)).isEqualTo("new");
    assertThat(names(dir)).containsExactly("pitstop.json");
  }

  @Test
  void permissionsStay() throws IOException {
    Path file = Files.writeString(dir.resolve("pitstop.json"), "old");
    assumeTrue(posix(file));
    for (String permissions : List.of("rw-------", "rw-rw-rw-", "rwxr-x---")) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));

      FileWriter.write(file, "new");

      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo(permissions);
    }
  }

  @Test
  void aSymbolicLinkIsFollowedAndStaysOne() throws IOException {
    assumeTrue(posix(dir));
    Path shared = Files.createDirectory(dir.resolve("shared"));
    Path file = Files.writeString(shared.resolve("servers.json"), "old");
    Path middle = Files.createSymbolicLink(shared.resolve("middle"), Path.of("servers.json"));
    Path link = Files.createSymbolicLink(dir.resolve("pitstop.json"), Path.of("shared/middle"));

    FileWriter.write(link, "new");

    assertThat(Files.readString(file)).isEqualTo("new");
    assertThat(link).isSymbolicLink();
    assertThat(middle).isSymbolicLink();
    assertThat(names(shared)).containsExactly("middle", "servers.json");

    Files.delete(file);
    assertThatThrownBy(() -> FileWriter.write(link, "again"))
        .as("a link to nothing")
        .isInstanceOf(IOException.class);
    assertThat(link).isSymbolicLink();
  }

  @Test
  void whatGoesWrongLeavesNothingBehind() throws IOException {
    assertThatThrownBy(() -> FileWriter.write(dir.resolve("none/pitstop.json"), "new"))
        .isInstanceOf(NoSuchFileException.class);

    Path taken = Files.createDirectory(dir.resolve("pitstop.json"));
    Files.writeString(taken.resolve("x"), "x");
    assertThatThrownBy(() -> FileWriter.write(taken, "new"))
        .isInstanceOf(FileSystemException.class);
    assertThat(names(dir)).containsExactly("pitstop.json");
    assertThat(taken).isDirectory();
  }

  @Test
  void linksInACircle() throws IOException {
    assumeTrue(posix(dir));
    Path a = Files.createSymbolicLink(dir.resolve("a"), Path.of("b"));
    Files.createSymbolicLink(dir.resolve("b"), Path.of("a"));

    assertThatThrownBy(() -> FileWriter.write(a, "new")).isInstanceOf(IOException.class);
    assertThat(names(dir)).containsExactly("a", "b");
  }

  @Test
  void aFileThatAKilledProcessLeftIsNoObstacle() throws IOException {
    Path file = Files.writeString(dir.resolve("pitstop.json"), "old");
    String ours = ProcessHandle.current().pid() + "-" + Thread.currentThread().threadId();
    Path left = dir.resolve(".pitstop.json." + ours + ".tmp");
    Files.writeString(left, "half");

    FileWriter.write(file, "new");

    assertThat(Files.readString(file)).isEqualTo("new");
    assertThat(names(dir)).containsExactly("pitstop.json");
  }
}
