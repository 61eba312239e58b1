package dev.pitstop.session;

/// Whether what the agent should know of a server goes with that server's results (A1,
/// `--notices`).
public enum NoticeMode {
  /// It goes with the next result that can carry it.
  INLINE,
  /// The server's results stay as they are. What would go with them is in the log, and
  /// `server_status` tells it.
  OFF
}
