package dev.pitstop.session.exposure;

import dev.pitstop.session.members.Keeper;
import dev.pitstop.session.members.ServerEntries;
import dev.pitstop.session.notices.HandshakePatience;
import dev.pitstop.session.texts.OwnToolNames;
import dev.pitstop.session.tools.FileKeeper;

/// How the servers of a session look to its client.
public sealed interface Exposure {
  /// What saves options that the agent sets.
  ///
  /// @param tools the names of Pitstop's own
  Keeper saver(OwnToolNames tools);

  /// One server, transparent: its own handshake, names and lists.
  ///
  /// @param handshake how long the client's handshake and lists wait for the server
  /// @param modernClient whether the client speaks only the modern era, so that `server/discover`
  ///   is answered for a legacy server too
  /// @param keeper saves options that the agent sets
  record Plain(HandshakePatience handshake, boolean modernClient, Keeper keeper)
      implements Exposure {
    @Override
    public Keeper saver(OwnToolNames tools) {
      return keeper;
    }
  }

  /// Many servers that come and go: Pitstop's own handshake, names like `server__tool`, and merged
  /// lists.
  ///
  /// @param entries reads and saves the entries of servers that an agent adds
  record Prefixed(ServerEntries entries) implements Exposure {
    @Override
    public Keeper saver(OwnToolNames tools) {
      return new FileKeeper(entries, tools);
    }
  }
}
