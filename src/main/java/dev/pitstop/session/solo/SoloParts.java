package dev.pitstop.session.solo;

import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.facts.ReplayRule;
import dev.pitstop.backend.facts.Settings;
import dev.pitstop.channel.Target;
import dev.pitstop.log.Log;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.Surroundings;
import dev.pitstop.rpc.Timers;
import dev.pitstop.session.told.HandshakePatience;
import dev.pitstop.session.told.NoticeMode;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// What a session with one server is made of.
///
/// @param handshake how long the client's handshake and lists wait for the server
/// @param tools which of Pitstop's own tools are offered, by name
/// @param modernClient whether the client speaks only the modern era, so that `server/discover` is
///   answered for a legacy server too
/// @param version of Pitstop; supplied only when it is shown, as it is read from a file
public record SoloParts(
    String name,
    Target target,
    Settings settings,
    Surroundings surroundings,
    Spawner spawner,
    Timers timers,
    Log log,
    Optional<Builder> builder,
    OptionsOrigin origin,
    List<ReplayRule> replay,
    Predicate<String> tools,
    HandshakePatience handshake,
    boolean modernClient,
    NoticeMode notices,
    Supplier<String> version,
    String logFile) {}
