package dev.pitstop.doctor;

import dev.pitstop.process.Interpreters;
import dev.pitstop.project.Language;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// Guesses the language of a server from its command, and how its programs do what remedies ask
/// for.
final class ServerLanguage {
  private ServerLanguage() {}

  /// How to write to stderr.
  static String toStderr(Language language) {
    return switch (language) {
      case JAVASCRIPT -> "console.error(…) instead of console.log(…)";
      case PYTHON -> "print(…, file=sys.stderr), and logging on stderr";
      case JVM -> "System.err, also for the logger's console appender";
      case SHELL -> "echo … >&2";
      case RUST, GO, DOTNET, OTHER -> "only messages belong on stdout";
    };
  }

  /// How to notice the end of stdin.
  static String atTheEnd(Language language) {
    return switch (language) {
      case JAVASCRIPT -> "process.stdin.on(\"end\", () => process.exit(0))";
      case PYTHON -> "leave the loop when sys.stdin.readline() returns \"\"";
      case JVM -> "exit when System.in.read() returns -1";
      case SHELL -> "leave the loop when `read` fails";
      case RUST, GO, DOTNET, OTHER -> "exit when a read of stdin returns nothing";
    };
  }

  /// The language by the first word that tells. A word of a shell's line counts too.
  static Language of(List<String> argv) {
    return Stream.of(String.join(" ", argv).toLowerCase(Locale.ROOT).split("\\s+"))
        .map(ServerLanguage::of)
        .filter(language -> language != Language.OTHER)
        .findFirst()
        .orElse(Language.OTHER);
  }

  private static Language of(String word) {
    Language byTool = Language.ofTool(Interpreters.baseName(word));
    return byTool == Language.OTHER ? Language.ofFile(word) : byTool;
  }
}
