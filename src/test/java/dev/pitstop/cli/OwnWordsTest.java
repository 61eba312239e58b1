package dev.pitstop.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.pitstop.cli.help.Help;
import dev.pitstop.cli.options.Checks;
import dev.pitstop.cli.options.Here;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.OwnWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("which words are Pitstop's own, and which are programs")
@DisabledOnOs(OS.WINDOWS)
class OwnWordsTest {
  @TempDir Path directory;

  /// `my-server` and `hepl` are on the `PATH` `bin`; `here` is a file that nobody can execute.
  @BeforeEach
  void programs() throws IOException {
    Files.createDirectory(directory.resolve("bin"));
    for (String name : new String[] {"bin/my-server", "bin/hepl", "bin/mux"}) {
      assertThat(Files.createFile(directory.resolve(name)).toFile().setExecutable(true)).isTrue();
    }
    Files.createFile(directory.resolve("bin/plain"));
    Files.createFile(directory.resolve("here"));
  }

  private String[] words(String line) {
    return line.replace("DIR", directory.toString()).split(" ", -1);
  }

  @ParameterizedTest(name = "{0}")
  @DisplayName("No session begins: exit code 2 and a text that says what to use")
  @CsvSource(
      delimiter = '|',
      value = {
        "isntall | there is no command or program `isntall`; did you mean `pitstop install`?",
        "instal claude-code | there is no command or program `instal`; did you mean `pitstop install`?",
        "isntall claude-code --print | there is no command or program `isntall`; did you mean `pitstop install`?",
        "docter | there is no command or program `docter`; did you mean `pitstop doctor`?",
        "docter -- node x.js | there is no command or program `docter`; did you mean `pitstop doctor`?",
        "hepl | there is no command or program `hepl`; did you mean `pitstop help`?",
        "hepl options | there is no command or program `hepl`; did you mean `pitstop help`?",
        "dmeo | there is no command or program `dmeo`; did you mean `pitstop demo`?",
        "versoin | there is no command or program `versoin`; did you mean `pitstop version`?",
        "complet | there is no command or program `complet`; did you mean `pitstop completion`?",
        "--cwd DIR isntall | there is no command or program `isntall`; did you mean `pitstop install`?",
        "frobnicate9 | there is no command or program `frobnicate9`: the program of a server must be a file or on the PATH",
        "engine | there is no command or program `engine`: the program of a server must be a file or on the PATH",
        "my-server | there is no command or program `my-server`: the program of a server must be a file or on the PATH",
        "--name x my-server | there is no command or program `my-server`: the program of a server must be a file or on the PATH",
        "--env PATH=DIR my-server | there is no command or program `my-server`: the program of a server must be a file or on the PATH",
        "status | there is no command `status`; `pitstop ps` shows the state of each server; for a program of that name use `pitstop -- status`",
        "start | there is no command `start`; `pitstop reload` starts a server; for a program of that name use `pitstop -- start`",
        "tools x | there is no command `tools`; `pitstop call` without a tool lists them; for a program of that name use `pitstop -- tools`",
        "--name x ps aux | `ps` is a command of Pitstop and must come first: `pitstop ps`; for a program of that name use `pitstop [OPTIONS] -- ps`",
        "realod | there is no command or program `realod`; did you mean `pitstop reload`?",
        "--name x demo | `demo` is a command of Pitstop and must come first: `pitstop demo`; for a program of that name use `pitstop [OPTIONS] -- demo`",
        "--name x help | `help` is a command of Pitstop and must come first: `pitstop help`; for a program of that name use `pitstop [OPTIONS] -- help`",
        "--name x install codex | `install` is a command of Pitstop and must come first: `pitstop install`; for a program of that name use `pitstop [OPTIONS] -- install`",
        "--name x install --print | `install` is a command of Pitstop and must come first: `pitstop install`; for a program of that name use `pitstop [OPTIONS] -- install`",
        "--build make doctor -- x | `doctor` is a command of Pitstop and must come first: `pitstop doctor`; for a program of that name use `pitstop [OPTIONS] -- doctor`",
        "help nosuch | there is no topic `nosuch`. Topics: options, install, doctor, cli, http, many, tools, files",
      })
  void mistakes(String line, String error) throws IOException {
    CommandLineRun r = CommandLineRun.of(directory, words(line));
    assertThat(r.err().lines()).containsExactly("pitstop: " + error, "Try `pitstop --help`.");
    assertThat(r.code()).isEqualTo(2);
    assertThat(r.out()).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @DisplayName("A session begins: a program, a path, or anything after --")
  @ValueSource(
      strings = {
        "sh",
        "cat",
        "sh x.sh",
        "here",
        "./here",
        "./demo",
        "dist/not-built-yet",
        "--cwd DIR here",
        "--env PATH=DIR/bin my-server",
        "--cwd DIR --env PATH=bin my-server",
        "--env PATH=DIR/bin hepl",
        "--env PATH=DIR/bin plain",
        "--env PATH=DIR/bin mux",
        "--build make not-built-yet",
        "--build make ./cli",
        "--build make ./help",
        "./doctor",
        "bin/demo",
        "not-there with arguments",
        "npm run serve -- --flag",
        "-- isntall",
        "-- my-server",
        "-- ps",
        "-- ps aux",
        "-- logs",
        "-- status",
        "-- help",
        "-- version",
        "-- install claude-code",
        "-- demo",
        "-- doctor",
        "-- cli",
        "--name x -- install",
        "cli -- install",
        "cli install",
        "cli frobnicate9",
        "http://localhost:1/",
      })
  void programs(String line) throws Exception {
    if (line.contains("here") || line.equals("./demo")) {
      Files.createFile(directory.resolve("demo"));
      line = line.startsWith("--cwd") ? line : "--cwd DIR " + line;
    }
    Options o = Here.parse(words(line));
    assertThat(SessionCommand.isOfMany(o)).isFalse();
    Checks.of(o);
    assertThatCode(() -> OwnWords.check(o)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @DisplayName("A word of Pitstop's that is also a program on the PATH or a file is Pitstop's")
  @ValueSource(
      strings = {
        "doctor",
        "install",
        "uninstall",
        "demo",
        "completion",
        "help",
        "ps",
        "logs",
        "calls",
        "reload",
        "stop",
        "rerun"
      })
  void ours(String word) throws IOException {
    CommandLineRun r = CommandLineRun.of(directory, word, "--help");
    assertThat(r.code()).isZero();
    assertThat(r.out()).isEqualTo(word.equals("help") ? Help.front() : page(word));
    assertThat(OwnWords.isOurs(word)).isTrue();
  }

  @ParameterizedTest(name = "{0}")
  @DisplayName("help and version take --help, too")
  @ValueSource(strings = {"version --help", "version -h", "help --version", "help --help"})
  void helpAbout(String line) throws IOException {
    CommandLineRun r = CommandLineRun.of(directory, words(line));
    assertThat(r.code()).isZero();
    assertThat(r.out()).isEqualTo(Help.front());
  }

  private static String page(String word) {
    return Help.page(word);
  }
}
