package dev.pitstop.doctor;

import dev.pitstop.process.Command;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The language of a server, guessed from its command. Remedies show code in this language.
enum Language {
  NODE(
      "console.error(…) instead of console.log(…)",
      "process.stdin.on(\"end\", () => process.exit(0))"),
  PYTHON(
      "print(…, file=sys.stderr), and logging on stderr",
      "leave the loop when sys.stdin.readline() returns \"\""),
  JVM(
      "System.err, also for the logger's console appender",
      "exit when System.in.read() returns -1"),
  SHELL("echo … >&2", "leave the loop when `read` fails"),
  OTHER("only messages belong on stdout", "exit when a read of stdin returns nothing");

  private final String toStderr;
  private final String atTheEnd;

  Language(String toStderr, String atTheEnd) {
    this.toStderr = toStderr;
    this.atTheEnd = atTheEnd;
  }

  /// How to write to stderr.
  String toStderr() {
    return toStderr;
  }

  /// How to notice the end of stdin.
  String atTheEnd() {
    return atTheEnd;
  }

  /// @param environment its `PATH` finds the program
  static Language of(Command command, Map<String, String> environment) {
    Language byWords = of(command.argv());
    return byWords == OTHER ? ofFile(ProgramPath.of(command, environment)).orElse(OTHER) : byWords;
  }

  /// By the extension of the file with all links resolved, or by its first line.
  private static Optional<Language> ofFile(Optional<Path> file) {
    if (file.isEmpty()) {
      return Optional.empty();
    }
    Language byName = of(List.of(file.get().toString()));
    if (byName != OTHER) {
      return Optional.of(byName);
    }
    try (InputStream in = Files.newInputStream(file.get())) {
      String head = new String(in.readNBytes(200), StandardCharsets.ISO_8859_1);
      int end = head.indexOf('\n');
      boolean script = head.startsWith("#!") && end > 0;
      List<String> words =
          script ? List.of(head.substring(2, end).strip().split("\\s+")) : List.of();
      Language byLine = of(words);
      return Optional.of(
          byLine == OTHER && script && head.substring(0, end).contains("sh") ? SHELL : byLine);
    } catch (IOException e) {
      return Optional.empty(); // an executable file need not be readable
    }
  }

  static Language of(List<String> argv) {
    for (String word : argv) {
      String name = word.substring(word.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
      if (starts(
              name, "node", "nodejs", "npx", "npm", "pnpm", "yarn", "tsx", "bun", "deno", "ts-node")
          || ends(name, ".js", ".mjs", ".cjs", ".ts", ".mts", ".tsx")) {
        return NODE;
      }
      if (starts(name, "python", "uv", "uvx", "pipx", "poetry", "fastmcp") || ends(name, ".py")) {
        return PYTHON;
      }
      if (starts(name, "java", "jbang", "mvn", "gradle", "gradlew")
          || ends(name, ".jar", ".java")) {
        return JVM;
      }
      if (ends(name, ".sh")) {
        return SHELL;
      }
    }
    return OTHER;
  }

  private static boolean starts(String name, String... with) {
    for (String w : with) {
      if (name.equals(w) || (name.startsWith(w) && !Character.isLetter(name.charAt(w.length())))) {
        return true;
      }
    }
    return false;
  }

  private static boolean ends(String name, String... with) {
    for (String w : with) {
      if (name.endsWith(w)) {
        return true;
      }
    }
    return false;
  }
}
