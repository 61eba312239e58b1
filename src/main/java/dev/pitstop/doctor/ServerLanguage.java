package dev.pitstop.doctor;

import dev.pitstop.process.Interpreters;
import dev.pitstop.project.Language;
import java.util.List;
import java.util.Locale;

/// Guesses the language of a server from its command.
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
}
