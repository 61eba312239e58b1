package dev.pitstop.backend;

/// A call of the client that a run was given and has not answered, as it was at one moment.
///
/// @param tool the tool's name in a `tools/call`, otherwise empty
/// @param run the number of the run that has it
/// @param millis since the run was given it
public record OpenCall(String tool, String method, int run, long millis, Fate fate) {
  /// Who still waits for the answer.
  public enum Fate {
    AWAITED,
    /// The client has cancelled it; the run has answered nothing since that it was asked after.
    CANCELLED,
    /// The same, and the run was asked nothing since.
    CANCELLED_LAST,
    /// It took longer than calls may.
    GIVEN_UP
  }
}
