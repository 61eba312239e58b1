package dev.pitstop.commandline;

import java.util.List;

/// What a process wrote and how it ended, as the result of a tool call (T3). Pure.
///
/// @param stdout the bytes kept of it, from its beginning
/// @param length how many bytes it wrote; more than `stdout` has if the rest was dropped
/// @param stderrTail its last lines on stderr, without line ends
public record Output(byte[] stdout, long length, List<String> stderrTail, End end) {
  public Output {
    stderrTail = List.copyOf(stderrTail);
  }

  /// How a process ended.
  public sealed interface End {}

  /// By itself.
  ///
  /// @param words `exit code 137 (SIGKILL?)`
  public record Exited(int code, String words) implements End {
    public Exited(int code) {
      this(code, "exit code " + code);
    }
  }

  /// In another way, which is no success.
  ///
  /// @param words a clause whose subject is the program: `was ended because …`
  public record Otherwise(String words) implements End {}

  /// It was ended because it took longer than this.
  public record TimedOut(long millis) implements End {}

  /// The result of the call as JSON, in one line.
  ///
  /// @param modern adds `resultType`, which revision 2026-07-28 wants in every result
  public String result(CliTool tool, boolean modern) {
    throw new UnsupportedOperationException();
  }
}
