package dev.pitstop.doctor.check;

import dev.pitstop.project.Language;

/// How programs of a language do what remedies ask for.
final class LanguageAdvice {
  private LanguageAdvice() {}

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
}
