package dev.pitstop.engine;

/// Why the front could not start a process, in the words that the JDK has for its own.
final class Errno {
  private Errno() {}

  /// @param number the system's error number
  static String text(int number) {
    return "error=" + number + ", " + words(number);
  }

  private static String words(int number) {
    return switch (number) {
      case 1 -> "Operation not permitted";
      case 2 -> "No such file or directory";
      case 7 -> "Argument list too long";
      case 8 -> "Exec format error";
      case 11 -> "Resource temporarily unavailable";
      case 12 -> "Cannot allocate memory";
      case 13 -> "Permission denied";
      case 20 -> "Not a directory";
      case 23, 24 -> "Too many open files";
      case 26 -> "Text file busy";
      default -> "see errno(3)";
    };
  }
}
