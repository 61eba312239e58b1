package dev.pitstop.session;

/// How long the client's handshake and its lists wait for the server (F6).
///
/// @param millis until what is remembered of the server answers in its place. Codex makes its first
///   request to its model one second after it has started a server, with the tools that it knows
///   then
/// @param listMillis until a list is answered in the place of a server of which nothing is known
/// @param unknownMillis until a handshake is answered in the place of a server of which nothing is
///   remembered: what the client is not told then it does not learn in this session
public record HandshakePatience(long millis, long listMillis, long unknownMillis) {
  /// Unless the user says otherwise. Clients give a start 27 s and more.
  public static final HandshakePatience USUAL = new HandshakePatience(300, 5_000, 25_000);

  /// As the user has said.
  public static HandshakePatience of(long millis) {
    return new HandshakePatience(millis, millis, millis);
  }
}
