package dev.pitstop.session.notices;

import dev.pitstop.text.Grace;

/// How long the client's handshake and lists wait for the server.
///
/// @param millis until the remembered description answers instead of the server. Codex sends its
///   model the first request one second after it has started a server, with the tools it knows by
///   then
/// @param listMillis the longest that a list waits: while a run serves, or while nothing is known
///   of the server; a daemon's handshake of which nothing is remembered waits no longer either
/// @param unknownMillis until a handshake is answered instead of a server of which nothing is
///   remembered. What that answer leaves out, the client never learns in this session
public record HandshakePatience(long millis, long listMillis, long unknownMillis) {
  /// The default. Clients give a start 27 s and more.
  public static final HandshakePatience USUAL =
      new HandshakePatience(Grace.millis(300), Grace.millis(5_000), Grace.millis(25_000));

  /// One limit for all three, as set by the user.
  public static HandshakePatience of(long millis) {
    return new HandshakePatience(millis, millis, millis);
  }
}
