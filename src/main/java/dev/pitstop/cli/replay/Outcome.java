package dev.pitstop.cli.replay;

/// What became of a recorded call, or of a tool.
///
/// @param call its number; 0 if it is about a tool and no call
/// @param verdict in a word or two
/// @param regression whether the server is worse than it was
/// @param sent whether the call was made
/// @param was how long the recorded answer took, in milliseconds
/// @param now how long the new one took
/// @param detail the first difference, or why the call was not sent; may be empty
record Outcome(
    int call,
    String tool,
    String verdict,
    boolean regression,
    boolean sent,
    long was,
    long now,
    String detail) {
  /// It differs, perhaps only because an earlier call was not sent.
  static final String UNCLEAR = "unclear";

  static Outcome notSent(int call, String tool, String why) {
    return new Outcome(call, tool, "not sent", false, false, 0, 0, why);
  }

  static Outcome ofTool(String tool, String verdict, String detail) {
    return new Outcome(0, tool, verdict, true, false, 0, 0, detail);
  }
}
