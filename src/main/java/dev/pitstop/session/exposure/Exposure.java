package dev.pitstop.session.exposure;

import dev.pitstop.session.members.Keeper;
import dev.pitstop.session.members.ServerEntries;
import dev.pitstop.session.notices.HandshakePatience;

/// How the servers of a session look to its client.
public sealed interface Exposure {
  /// One server, transparent: its own handshake, names and lists.
  ///
  /// @param handshake how long the client's handshake and lists wait for the server
  /// @param modernClient whether the client speaks only the modern era, so that `server/discover`
  ///   is answered for a legacy server too
  record Plain(HandshakePatience handshake, boolean modernClient, Keeper keeper)
      implements Exposure {}

  /// Many servers that come and go: Pitstop's own handshake, names like `server__tool`, and merged
  /// lists.
  ///
  /// @param entries reads and saves the entries of servers that an agent adds
  record Prefixed(ServerEntries entries) implements Exposure {}
}
