package dev.pitstop.rooms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a session has of the process that its client started is handed to it (`Surroundings`). So
/// nothing on a session's way reads it from the JVM, which may be another process.
@DisplayName("No session asks its JVM for what belongs to the client's process")
class ProcessReadsTest {
  private static final Path SOURCES = Path.of("src/main/java/dev/pitstop");

  /// Environment, directory, streams and terminal of the JVM, what the launcher has told it, and
  /// what would end it.
  private static final Pattern READ =
      Pattern.compile(
          "System\\.getenv|System\\.(?:err|in|out|console)\\b|System\\.exit|\"user\\.dir\""
              + "|FileDescriptor\\.|(?:Path\\.of|Paths\\.get)\\(\"\"\\)|\\btoAbsolutePath\\b"
              + "|\\bgetAbsolute(?:Path|File)\\b|\\bGivenEnvironment\\b|\\bofThisProcess\\b"
              + "|\"pitstop\\.(?:launcher|terminal|console|server|hands)\""
              + "|getRuntime\\(\\)\\.(?:halt|exit|addShutdownHook)|\\bSignal\\.handle\\b");

  /// Commands that are never a session.
  private static final Set<String> COMMANDS = Set.of("cli.demo", "cli.help", "doctor", "ui");

  /// Every other file that may, and how it does.
  private static final Map<String, Set<String>> MAY =
      Map.ofEntries(
          Map.entry(
              "cli/Main.java",
              Set.of(
                  "FileDescriptor.",
                  "ofThisProcess",
                  "System.err",
                  "getRuntime().halt",
                  "\"pitstop.hands\"",
                  "\"pitstop.server\"")),
          Map.entry(
              "cli/Terminal.java", Set.of("System.console")), // for a program without a launcher
          Map.entry("cli/run/OwnProcess.java", Set.of("getRuntime().halt", "Signal.handle")),
          Map.entry(
              "cli/Resident.java",
              Set.of("System.err", "getRuntime().halt", "\"pitstop.hands\"")), // the engine's own
          Map.entry("cli/install/InstallOptions.java", Set.of("Path.of(\"\")")), // any directory
          Map.entry("cli/install/Shell.java", Set.of("System.console")),
          Map.entry("log/JdkLogs.java", Set.of("System.err")), // of the JDK, which knows no session
          Map.entry("process/GivenEnvironment.java", Set.of("GivenEnvironment", "System.getenv")),
          Map.entry("process/Handed.java", Set.of("\"pitstop.server\"", "\"pitstop.hands\"")),
          Map.entry("process/Screen.java", Set.of("System.console")),
          Map.entry(
              "process/Surroundings.java",
              Set.of(
                  "FileDescriptor.",
                  "GivenEnvironment",
                  "Path.of(\"\")",
                  "System.err",
                  "ofThisProcess",
                  "toAbsolutePath",
                  "\"pitstop.console\"",
                  "\"pitstop.launcher\"",
                  "\"pitstop.terminal\"")));

  private static Set<String> reads(String source) {
    Set<String> found = new TreeSet<>();
    for (String line : source.lines().toList()) {
      if (!line.strip().startsWith("//")) {
        Matcher m = READ.matcher(line.replaceFirst(" // .*", ""));
        while (m.find()) {
          found.add(m.group());
        }
      }
    }
    return found;
  }

  private static boolean isOfCommand(String file) {
    String room = file.substring(0, file.lastIndexOf('/')).replace('/', '.');
    return COMMANDS.stream().anyMatch(c -> room.equals(c) || room.startsWith(c + "."));
  }

  @Test
  @DisplayName("Only what makes the surroundings reads the process, and commands without a session")
  void reads() throws IOException {
    List<String> wrong = new ArrayList<>();
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (Path f : files.filter(p -> p.toString().endsWith(".java")).toList()) {
        String name = SOURCES.relativize(f).toString().replace('\\', '/');
        Set<String> found = isOfCommand(name) ? Set.of() : reads(Files.readString(f));
        Set<String> allowed = MAY.getOrDefault(name, Set.of());
        if (!found.equals(new TreeSet<>(allowed))) {
          wrong.add(name + " reads " + found + ", and may read " + new TreeSet<>(allowed));
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @ParameterizedTest
  @DisplayName("A read would be noticed")
  @ValueSource(
      strings = {
        "Map<String, String> all = System.getenv();",
        "return file.toAbsolutePath();",
        "x(Path.of(\"\"))",
        "System.err.println(1);",
        "Runtime.getRuntime().halt(1);",
        "Boolean.getBoolean(\"pitstop.terminal\")"
      })
  void noticed(String line) {
    assertThat(reads("class A {\n  " + line + " // as here\n}")).hasSize(1);
    assertThat(reads("class A {\n  /// " + line + "\n}")).isEmpty();
  }
}
