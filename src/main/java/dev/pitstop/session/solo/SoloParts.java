package dev.pitstop.session.solo;

import dev.pitstop.project.WatcherFinding;
import dev.pitstop.session.members.Keeper;
import dev.pitstop.session.notices.HandshakePatience;
import java.util.Optional;
import java.util.function.Function;

/// What only a session with one server needs.
///
/// @param handshake how long the client's handshake and lists wait for the server
/// @param modernClient whether the client speaks only the modern era, so that `server/discover` is
///   answered for a legacy server too
/// @param keeper saves options that the agent sets
/// @param instead how the user writes the command without a watcher in it
public record SoloParts(
    HandshakePatience handshake,
    boolean modernClient,
    Keeper keeper,
    Function<WatcherFinding, Optional<String>> instead) {}
