package dev.pitstop.text;

import java.util.Set;

/// How serious a line of a program's output is, judged by the words that programs use. Stateless.
public enum Complaint {
  NONE,
  /// It names an error. The program may have recovered from it.
  ERROR,
  /// It says that the program cannot go on.
  FATAL;

  private static final Set<String> FATAL_WORDS =
      Words.set(
          "FATAL Fatal fatal panic panicked PANIC CRITICAL Uncaught uncaughtException Unhandled",
          "UnhandledPromiseRejection Aborted Abort");

  private static final String[] FATAL_PHRASES = {
    "Exception in thread \"",
    "out of memory",
    "Out of memory",
    "OutOfMemoryError",
    "Segmentation fault",
    "core dumped",
    "terminate called ",
    "*** stack smashing",
    "double free",
    "free(): invalid"
  };

  private static final String[] ERROR_PHRASES = {
    "error: ",
    "error[",
    "[error]",
    "Cannot ",
    "cannot ",
    "Could not ",
    "could not ",
    "Failed to ",
    "failed to ",
    "EADDRINUSE",
    "ERR! "
  };

  public static Complaint of(String line) {
    for (String word : FATAL_WORDS) {
      if (hasWord(line, word)) {
        return FATAL;
      }
    }
    if ((line.contains("Assertion ") && line.contains("failed"))
        || containsAny(line, FATAL_PHRASES)) {
      return FATAL;
    }
    boolean error =
        namesAnError(line) || hasWord(line, "ERROR") || containsAny(line, ERROR_PHRASES);
    return error ? ERROR : NONE;
  }

  private static boolean containsAny(String line, String[] phrases) {
    for (String phrase : phrases) {
      if (line.contains(phrase)) {
        return true;
      }
    }
    return false;
  }

  /// Whether the line names an error: `TypeError: x`, `java.io.IOException`, `Error [X]`.
  public static boolean namesAnError(String line) {
    return names(line, "Error") || names(line, "Exception") || names(line, "Throwable");
  }

  private static boolean names(String line, String word) {
    for (int i = line.indexOf(word); i >= 0; i = line.indexOf(word, i + 1)) {
      int end = i + word.length();
      if (end == line.length() || ": [.'])".indexOf(line.charAt(end)) >= 0) {
        return true;
      }
    }
    return false;
  }

  /// Whether it stands there with no letter, digit or `_` beside it, and is not the name of an
  /// option.
  private static boolean hasWord(String line, String word) {
    for (int i = line.indexOf(word); i >= 0; i = line.indexOf(word, i + 1)) {
      if (!isOfWord(line, i - 1) && !isOfWord(line, i + word.length())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOfWord(String line, int at) {
    return at >= 0
        && at < line.length()
        && (Character.isLetterOrDigit(line.charAt(at)) || "_-".indexOf(line.charAt(at)) >= 0);
  }
}
