package dev.pitstop.session.notices;

/// Whether notices about a server are added to that server's results (`--set notices`).
public enum NoticeMode {
  /// The next result that can carry a notice gets it.
  INLINE,
  /// The server's results stay unchanged. Notices go to the log and to `server_status`.
  OFF
}
