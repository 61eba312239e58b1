package dev.pitstop.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.install.Client;
import dev.pitstop.process.Command;
import dev.pitstop.process.Platform;
import dev.pitstop.project.Language;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is known of a command before it is run.
@DisplayName("pitstop doctor, a command")
class CommandLookTest {
  @TempDir Path directory;

  @BeforeEach
  void program() throws IOException {
    Path program = directory.resolve("weather");
    Files.writeString(program, "#!/usr/bin/env python3\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
  }

  private List<Finding> look(World world, String... argv) {
    Command command = new Command(List.of(argv), Map.of(), directory);
    return CommandLook.at(command, world);
  }

  private World world(Optional<String> as) {
    Map<String, String> shell = Map.of("PATH", directory.toString(), "HOME", "/home/u", "X", "y");
    return new World(as.flatMap(Client::of).map(ClientProfile::of), shell, Platform.LINUX, "1.0");
  }

  @Test
  @DisplayName("Which file it is; whether clients find it; what a client passes on")
  void file() {
    assertThat(look(world(Optional.empty()), "weather"))
        .containsExactly(
            Finding.ok(
                "command",
                "weather is "
                    + directory.resolve("weather")
                    + " (clients started from the dock do not find it: use this path)"));
    assertThat(look(world(Optional.of("codex")), "weather"))
        .containsExactly(
            Finding.ok(
                "command",
                "weather is " + directory.resolve("weather") + "; Codex passes on: HOME, PATH"));
    assertThat(look(world(Optional.empty()), "./weather")).isEmpty();
  }

  @Test
  @DisplayName("a command that restarts the server by itself: what to do is said")
  void watcher() throws IOException {
    Files.writeString(directory.resolve("server.mjs"), "");
    List<Finding> found =
        look(world(Optional.empty()), "node", "--watch", "server.mjs").stream()
            .filter(f -> f.mark() == Mark.WARN)
            .toList();
    assertThat(found).hasSize(1);
    assertThat(found.getFirst().text())
        .startsWith("the command starts `node --watch`, which restarts the server on its own");
    assertThat(found.getFirst().remedy().orElse(""))
        .isEqualTo(
            "Start the server without it, and let Pitstop watch: `--watch GLOB`, and"
                + " `--build COMMAND` if it is compiled");
  }

  private void file(String name) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(Optional.ofNullable(file.getParent()).orElseThrow());
    Files.writeString(file, "");
  }

  @Test
  @DisplayName(
      "--watch: counts, names, ignored directories, and globs that match nothing with what was meant")
  void watch() throws IOException {
    for (String name : List.of("src/a.ts", "src/b.ts", "src/c.ts", "src/deep/d.ts")) {
      file(name);
    }
    file("node_modules/x/e.ts");
    List<Finding> found = WatchCheck.of(directory, List.of("**/*.ts", "*.ts"));
    assertThat(found)
        .extracting(f -> f.mark() + " " + f.text())
        .containsExactly(
            "OK 4 files: src/a.ts, src/b.ts, src/c.ts, …; ignored: node_modules (1)",
            "FAIL `*.ts` matches no file (or all are ignored)");
    assertThat(found.getLast().remedy()).contains("Did you mean \"**/*.ts\" (4 files)?");
  }

  @Test
  @DisplayName("What a server is written in is told by its command")
  void languages() {
    assertThat(Language.of(List.of("node", "x.js"))).isEqualTo(Language.JAVASCRIPT);
    assertThat(Language.of(List.of("npx", "-y", "@a/b"))).isEqualTo(Language.JAVASCRIPT);
    assertThat(Language.of(List.of("/usr/bin/python3.12", "-m", "x"))).isEqualTo(Language.PYTHON);
    assertThat(Language.of(List.of("uvx", "x"))).isEqualTo(Language.PYTHON);
    assertThat(Language.of(List.of("fastmcp", "run", "server:app"))).isEqualTo(Language.PYTHON);
    assertThat(Language.of(List.of("java", "-jar", "x.jar"))).isEqualTo(Language.JVM);
    assertThat(Language.of(List.of("./run.sh"))).isEqualTo(Language.SHELL);
    assertThat(Language.of(List.of("./nodding"))).isEqualTo(Language.OTHER);
    assertThat(Language.of(List.of("target/release/weather"))).isEqualTo(Language.OTHER);
  }
}
