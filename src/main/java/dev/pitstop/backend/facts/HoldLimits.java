package dev.pitstop.backend.facts;

/// How much may wait for a server.
///
/// @param calls how many calls may wait
/// @param bytes how many bytes they may have
/// @param millis how long a call may wait
public record HoldLimits(int calls, long bytes, long millis) {
  /// Whether one more of this size may wait beside so many, which have so many bytes.
  public boolean take(int waiting, long held, long size) {
    return waiting < calls && held + size <= bytes;
  }
}
