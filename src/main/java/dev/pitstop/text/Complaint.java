package dev.pitstop.text;

/// How serious a line of a program's output is, judged by the words that programs use. Stateless.
public enum Complaint {
  NONE,
  /// It names an error. The program may have recovered from it.
  ERROR,
  /// It says that the program cannot go on.
  FATAL;

  private static final String[] FATAL_WORDS = {
    "FATAL",
    "Fatal",
    "fatal",
    "panic",
    "panicked",
    "PANIC",
    "CRITICAL",
    "Uncaught",
    "uncaughtException",
    "Unhandled",
    "UnhandledPromiseRejection",
    "Aborted",
    "Abort"
  };

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
    if (line.contains("Assertion ") && line.contains("failed")) {
      return FATAL;
    }
    for (String phrase : FATAL_PHRASES) {
      if (line.contains(phrase)) {
        return FATAL;
      }
    }
    if (namesAnError(line) || hasWord(line, "ERROR")) {
      return ERROR;
    }
    for (String phrase : ERROR_PHRASES) {
      if (line.contains(phrase)) {
        return ERROR;
      }
    }
    return NONE;
  }

  /// Whether the line names an error: `TypeError: x`, `java.io.IOException`, `Error [X]`.
  public static boolean namesAnError(String line) {
    return names(line, "Error") || names(line, "Exception") || names(line, "Throwable");
  }

  private static boolean names(String line, String word) {
    for (int i = line.indexOf(word); i >= 0; i = line.indexOf(word, i + 1)) {
      int end = i + word.length();
      boolean ends = end == line.length() || ": [.'])".indexOf(line.charAt(end)) >= 0;
      if (ends) {
        return true;
      }
    }
    return false;
  }

  /// Whether it stands there with no letter, digit or `_` beside it, and is not the name of an
  /// option.
  private static boolean hasWord(String line, String word) {
    for (int i = line.indexOf(word); i >= 0; i = line.indexOf(word, i + 1)) {
      int end = i + word.length();
      boolean begins = i == 0 || (!isOfWord(line.charAt(i - 1)) && line.charAt(i - 1) != '-');
      boolean ends =
          end == line.length() || (!isOfWord(line.charAt(end)) && line.charAt(end) != '-');
      if (begins && ends) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOfWord(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }
}
