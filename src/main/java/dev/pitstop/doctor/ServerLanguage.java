package dev.pitstop.doctor;

import dev.pitstop.process.Command;
import dev.pitstop.process.Executables;
import dev.pitstop.process.Interpreters;
import dev.pitstop.project.Language;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Guesses the language of a server from its command, or from the file that it runs. Reads the
/// beginning of that file.
final class ServerLanguage {
  /// How programs of a language do what remedies ask for.
  ///
  /// @param toStderr how to write to stderr
  /// @param atTheEnd how to notice the end of stdin
  record Advice(String toStderr, String atTheEnd) {}

  private ServerLanguage() {}

  static Advice advice(Language language) {
    return switch (language) {
      case JAVASCRIPT ->
          new Advice(
              "console.error(…) instead of console.log(…)",
              "process.stdin.on(\"end\", () => process.exit(0))");
      case PYTHON ->
          new Advice(
              "print(…, file=sys.stderr), and logging on stderr",
              "leave the loop when sys.stdin.readline() returns \"\"");
      case JVM ->
          new Advice(
              "System.err, also for the logger's console appender",
              "exit when System.in.read() returns -1");
      case SHELL -> new Advice("echo … >&2", "leave the loop when `read` fails");
      case RUST, GO, DOTNET, OTHER ->
          new Advice("only messages belong on stdout", "exit when a read of stdin returns nothing");
    };
  }

  /// @param environment its `PATH` finds the program
  static Language of(Command command, Map<String, String> environment) {
    Language byWords = of(command.argv());
    Optional<Path> file =
        byWords == Language.OTHER ? Executables.in(environment).find(command) : Optional.empty();
    return file.map(ServerLanguage::ofFile).orElse(byWords);
  }

  /// The language by the first word that tells. A word of a shell's line counts too.
  static Language of(List<String> argv) {
    for (String word : String.join(" ", argv).toLowerCase(Locale.ROOT).split("\\s+")) {
      Language byTool = Language.ofTool(Interpreters.baseName(word));
      int dot = word.lastIndexOf('.');
      Language language =
          byTool == Language.OTHER && dot >= 0
              ? Language.ofEnding(word.substring(dot + 1))
              : byTool;
      if (language != Language.OTHER) {
        return language;
      }
    }
    return Language.OTHER;
  }

  /// The language by the extension of the file, or by its first line.
  private static Language ofFile(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      Language byName = of(List.of(file.toRealPath().toString()));
      if (byName != Language.OTHER) {
        return byName;
      }
      String head = new String(in.readNBytes(200), StandardCharsets.ISO_8859_1);
      int end = head.indexOf('\n');
      if (!head.startsWith("#!") || end < 0) {
        return Language.OTHER;
      }
      Language byLine = of(List.of(head.substring(2, end).strip().split("\\s+")));
      return byLine == Language.OTHER && head.substring(0, end).contains("sh")
          ? Language.SHELL
          : byLine;
    } catch (IOException e) {
      return Language.OTHER; // an executable file need not be readable
    }
  }
}
