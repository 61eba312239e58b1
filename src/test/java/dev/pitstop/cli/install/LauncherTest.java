package dev.pitstop.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.process.Executables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// What is written for Pitstop.
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
  @TempDir Path dir;

  private Path program;

  @BeforeEach
  void install() throws IOException {
    program = executable("lib/pitstop");
  }

  private Path executable(String name) throws IOException {
    Path file = dir.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  private List<String> words(Path called, Path... path) {
    StringBuilder joined = new StringBuilder("relative");
    for (Path each : path) {
      joined.append(':').append(each);
    }
    return Shell.launcher(called, Executables.in(Map.of("PATH", joined.toString())));
  }

  @Test
  @DisplayName("the file that was called, absolute")
  void called() {
    assertThat(words(program, dir.resolve("bin"))).containsExactly(program.toString());
    assertThat(words(dir.resolve("lib/../lib/./pitstop"))).containsExactly(program.toString());
  }

  @Test
  @DisplayName("the link on the PATH that leads to us, as an update leaves it in place")
  void onPath() throws IOException {
    Path bin = Files.createDirectory(dir.resolve("bin"));
    Path link = Files.createSymbolicLink(bin.resolve("pitstop"), program);
    assertThat(words(program, bin)).containsExactly(link.toString());
    assertThat(words(link)).containsExactly(link.toString());
  }

  @Test
  @DisplayName("another pitstop in front of us on the PATH is not us")
  void another() throws IOException {
    Path other = executable("other/pitstop").getParent();
    Path bin = Files.createDirectory(dir.resolve("bin"));
    Files.createSymbolicLink(bin.resolve("pitstop"), program);
    assertThat(words(program, other, bin)).containsExactly(program.toString());
  }

  @Test
  @DisplayName("npx, whose cache is no place to stay")
  void npx() throws IOException {
    Path cached = executable("_npx/0a1b/node_modules/.bin/pitstop");
    assertThat(words(cached, cached.getParent())).containsExactly("npx", "-y", "pitstop-mcp");
  }
}
