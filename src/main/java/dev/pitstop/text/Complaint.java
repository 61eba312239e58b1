package dev.pitstop.text;

import java.util.regex.Pattern;

/// How serious a line of a program's output is, judged by the words that programs use. Stateless.
public enum Complaint {
  NONE,
  /// It names an error. The program may have recovered from it.
  ERROR,
  /// It says that the program cannot go on.
  FATAL;

  /// No letter, digit or `_` stands beside a word, and it is not the name of an option.
  private static final String WORD = "(?<![\\p{L}\\p{Nd}_-])(?:%s)(?![\\p{L}\\p{Nd}_-])";

  private static final Pattern FATAL_SIGNS =
      Pattern.compile(
          WORD.replace(
                  "%s",
                  "FATAL|Fatal|fatal|panic|panicked|PANIC|CRITICAL|Uncaught|uncaughtException"
                      + "|Unhandled|UnhandledPromiseRejection|Aborted|Abort")
              + "|Assertion .*failed|Exception in thread \"|[Oo]ut of memory|OutOfMemoryError"
              + "|Segmentation fault|core dumped|terminate called |\\*\\*\\* stack smashing"
              + "|double free|free\\(\\): invalid");

  private static final Pattern ERROR_NAMES =
      Pattern.compile("(?:Error|Exception|Throwable)(?:$|[: \\[.'\\])])");

  private static final Pattern ERROR_SIGNS =
      Pattern.compile(
          WORD.replace("%s", "ERROR")
              + "|error: |error\\[|\\[error\\]|[Cc]annot |[Cc]ould not |[Ff]ailed to |EADDRINUSE"
              + "|ERR! ");

  public static Complaint of(String line) {
    return FATAL_SIGNS.matcher(line).find()
        ? FATAL
        : namesAnError(line) || ERROR_SIGNS.matcher(line).find() ? ERROR : NONE;
  }

  /// Whether the line names an error: `TypeError: x`, `java.io.IOException`, `Error [X]`.
  public static boolean namesAnError(String line) {
    return ERROR_NAMES.matcher(line).find();
  }
}
