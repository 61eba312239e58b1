package dev.pitstop.cli.replay;

/// What became of a recorded call.
///
/// @param call its number
/// @param verdict in a word or two
/// @param regression whether the server is worse than it was
/// @param last how long the answers took, or why the call was not sent
/// @param detail the first difference; may be empty
record Outcome(
    int call, String tool, String verdict, boolean regression, String last, String detail) {
  /// It differs, perhaps only because an earlier call was not sent.
  static final String UNCLEAR = "unclear";
}
