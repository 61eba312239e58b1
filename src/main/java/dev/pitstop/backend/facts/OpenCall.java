package dev.pitstop.backend.facts;

/// A client's call that a run was given and has not answered, at one moment.
///
/// @param tool the tool's name in a `tools/call`, otherwise empty
/// @param written how many lines of output there were when the run was given it
/// @param millis since then
public record OpenCall(String tool, String method, int run, long written, long millis, Fate fate) {
  /// Whether anybody still waits for the answer.
  public enum Fate {
    AWAITED,
    /// The client has cancelled it, and the run has answered no later request since.
    CANCELLED,
    /// The call exceeded the time limit for calls.
    GIVEN_UP
  }
}
