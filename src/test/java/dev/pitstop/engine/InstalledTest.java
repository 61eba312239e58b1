package dev.pitstop.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("S1: which build an engine is of")
class InstalledTest {
  @TempDir Path scratch;

  private Path directory = Path.of("");
  private Installed installed = new Installed(Path.of("none", "libpitstop.so"));

  @BeforeEach
  void install() throws IOException {
    directory = made("lib", "1");
    installed = new Installed(directory.resolve("libpitstop.so"));
    installed.look();
  }

  private Path made(String name, String number) throws IOException {
    Path made = Files.createDirectory(scratch.resolve(name));
    Files.writeString(made.resolve("build"), number);
    Files.writeString(made.resolve("libpitstop.so"), "");
    return made;
  }

  private void remove() throws IOException {
    Files.delete(directory.resolve("build"));
    Files.delete(directory.resolve("libpitstop.so"));
    Files.delete(directory);
  }

  @Test
  @DisplayName("Other times, rights and names of the same files are no other build")
  void touched() throws IOException {
    for (String name : new String[] {"build", "libpitstop.so"}) {
      Path file = directory.resolve(name);
      Files.createLink(scratch.resolve(name), file); // as pnpm and backups do
      Files.setLastModifiedTime(file, FileTime.fromMillis(1));
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
    }
    assertThat(installed.state()).isEqualTo(Installed.State.THERE);
  }

  @Test
  @DisplayName("Files that are replaced one by one: another build when its number is there")
  void overwritten() throws IOException {
    Files.delete(directory.resolve("libpitstop.so"));
    assertThat(installed.state()).isEqualTo(Installed.State.THERE);
    Files.delete(directory.resolve("build"));
    assertThat(installed.state()).isEqualTo(Installed.State.GONE);
    Files.writeString(directory.resolve("build"), "2");
    assertThat(installed.state()).isEqualTo(Installed.State.REPLACED);
  }

  @Test
  @DisplayName("Its directory is removed, and one with a build comes into its place")
  void removed() throws IOException {
    Path next = made("next", "1");
    remove();
    assertThat(installed.state()).isEqualTo(Installed.State.GONE);
    Files.move(next, directory);
    assertThat(installed.state()).as("its files are others").isEqualTo(Installed.State.REPLACED);
  }

  @Test
  @DisplayName("What it was not told to look at, or could not, is not replaced")
  void unknown() throws IOException {
    Installed never = new Installed(directory.resolve("libpitstop.so"));
    assertThat(never.state()).isEqualTo(Installed.State.THERE);
    Files.delete(directory.resolve("build"));
    never.look();
    Files.writeString(directory.resolve("build"), "2");
    assertThat(never.state()).isEqualTo(Installed.State.THERE);
  }
}
