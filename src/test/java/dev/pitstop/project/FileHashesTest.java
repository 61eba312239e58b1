package dev.pitstop.project;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("hashes of files")
class FileHashesTest {
  private static final String OF_ABC =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  @TempDir Path directory;

  private final FileHashes hashes = new FileHashes();

  private Path file(String content) throws IOException {
    return Files.writeString(directory.resolve("f"), content);
  }

  @Test
  @DisplayName("the SHA-256 of a file, and again after it changed")
  void follows() throws IOException {
    Path file = file("abc");
    assertThat(hashes.of(file).hex()).hasValue(OF_ABC);
    FileHashes.Hash longer = hashes.of(file("abcd"));
    assertThat(longer.hex().orElseThrow()).hasSize(64).isNotEqualTo(OF_ABC);
  }

  @Test
  @DisplayName("a file that is the same by size, time and identity is not read again")
  void remembers() throws IOException {
    Path file = file("abc");
    FileTime time = Files.getLastModifiedTime(file);
    assertThat(hashes.of(file).hex()).hasValue(OF_ABC);
    file("xyz");
    Files.setLastModifiedTime(file, time);
    assertThat(hashes.of(file).hex()).hasValue(OF_ABC);
    Files.setLastModifiedTime(file, FileTime.fromMillis(time.toMillis() + 1));
    assertThat(hashes.of(file).hex().orElseThrow()).isNotEqualTo(OF_ABC);
  }

  @Test
  @DisplayName("what cannot be hashed says why, and is tried again")
  void refuses() throws IOException {
    assertThat(hashes.of(directory).problem().orElseThrow()).contains("not a regular file");
    Path missing = directory.resolve("f");
    assertThat(hashes.of(missing).problem().orElseThrow()).contains("NoSuchFile");
    assertThat(hashes.of(file("abc")).hex()).hasValue(OF_ABC);
    try (RandomAccessFile sparse = new RandomAccessFile(missing.toFile(), "rw")) {
      sparse.setLength(FileHashes.LIMIT + 1);
    }
    assertThat(hashes.of(missing).problem().orElseThrow()).contains("larger than 512 MiB");
  }
}
