package dev.pitstop.digest;

/// Who wrote the code of a frame.
///
/// @param rank whether the user wrote it
/// @param label how many such frames are named together: `node_modules`
record FrameOwner(Rank rank, String label) {
  /// The ranks, from the most interesting one to the least.
  enum Rank {
    /// In the server's directory, and not the code of somebody else.
    OWN,
    /// Outside of that directory, and not in a known library.
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
