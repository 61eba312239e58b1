package dev.pitstop.digest;

/// Whose a frame is.
///
/// @param rank whether the user wrote it
/// @param label how many such frames are named together: `node_modules`
record FrameOwner(Rank rank, String label) {
  /// From the most interesting one to the least.
  enum Rank {
    /// In the server's directory, and not somebody else's.
    OWN,
    /// Outside of it, but of nobody who is known.
    ELSEWHERE,
    /// A library's, or the language's own.
    FOREIGN
  }

  static final FrameOwner OWN = new FrameOwner(Rank.OWN, "the server");
  static final FrameOwner ELSEWHERE = new FrameOwner(Rank.ELSEWHERE, "elsewhere");

  static FrameOwner foreign(String label) {
    return new FrameOwner(Rank.FOREIGN, label);
  }
}
