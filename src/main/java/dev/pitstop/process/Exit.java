package dev.pitstop.process;

/// How a process ended.
///
/// @param status the exit code; 128 + n for a signal n, which looks the same as `exit(128 + n)`;
///   [#UNKNOWN] has -1
public record Exit(int status) {
  /// The exit of a process whose end could not be observed.
  public static final Exit UNKNOWN = new Exit(-1);

  /// In words: `exit code 3`, or `exit code 137 (SIGKILL?)`. The question mark is there because
  /// `exit(137)` looks the same.
  public String words() {
    if (status == UNKNOWN.status) {
      return "unknown exit status";
    }
    String signal = signalName(status - 128);
    return signal.isEmpty() ? "exit code " + status : "exit code " + status + " (" + signal + "?)";
  }

  public boolean success() {
    return status == 0;
  }

  /// Names of signals whose numbers are the same on Linux and macOS, and SIGBUS of Linux; empty for
  /// others.
  private static String signalName(int signal) {
    return switch (signal) {
      case 1 -> "SIGHUP";
      case 2 -> "SIGINT";
      case 3 -> "SIGQUIT";
      case 4 -> "SIGILL";
      case 5 -> "SIGTRAP";
      case 6 -> "SIGABRT";
      case 7 -> "SIGBUS";
      case 8 -> "SIGFPE";
      case 9 -> "SIGKILL";
      case 11 -> "SIGSEGV";
      case 13 -> "SIGPIPE";
      case 14 -> "SIGALRM";
      case 15 -> "SIGTERM";
      case 24 -> "SIGXCPU";
      case 25 -> "SIGXFSZ";
      case 31 -> "SIGSYS";
      default -> "";
    };
  }
}
