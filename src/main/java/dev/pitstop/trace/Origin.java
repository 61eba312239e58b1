package dev.pitstop.trace;

/// Whose a frame is.
///
/// @param rank whether the user wrote it
/// @param label how many such frames are named together: `node_modules`
record Origin(Rank rank, String label) {
  /// From the most interesting one to the least.
  enum Rank {
    /// In the server's directory, and not somebody else's.
    OWN,
    /// Outside of it, but of nobody who is known.
    ELSEWHERE,
    /// A library's, or the language's own.
    FOREIGN
  }

  static final Origin OWN = new Origin(Rank.OWN, "the server");
  static final Origin ELSEWHERE = new Origin(Rank.ELSEWHERE, "elsewhere");

  static Origin foreign(String label) {
    return new Origin(Rank.FOREIGN, label);
  }
}
