package dev.pitstop.doctor.check;

import dev.pitstop.project.Language;

/// How programs of a language do what remedies ask for.
///
/// @param toStderr how to write to stderr
/// @param atTheEnd how to notice the end of stdin
record LanguageAdvice(String toStderr, String atTheEnd) {
  static LanguageAdvice of(Language language) {
    return switch (language) {
      case JAVASCRIPT ->
          new LanguageAdvice(
              "console.error(…) instead of console.log(…)",
              "process.stdin.on(\"end\", () => process.exit(0))");
      case PYTHON ->
          new LanguageAdvice(
              "print(…, file=sys.stderr), and logging on stderr",
              "leave the loop when sys.stdin.readline() returns \"\"");
      case JVM ->
          new LanguageAdvice(
              "System.err, also for the logger's console appender",
              "exit when System.in.read() returns -1");
      case SHELL -> new LanguageAdvice("echo … >&2", "leave the loop when `read` fails");
      case RUST, GO, DOTNET, OTHER ->
          new LanguageAdvice(
              "only messages belong on stdout", "exit when a read of stdin returns nothing");
    };
  }
}
