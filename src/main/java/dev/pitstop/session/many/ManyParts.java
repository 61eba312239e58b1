package dev.pitstop.session.many;

import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.facts.Settings;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.log.Log;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.Surroundings;
import dev.pitstop.rpc.Timers;
import dev.pitstop.session.members.ServerEntries;
import dev.pitstop.session.told.NoticeMode;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/// What a session with many servers is made of.
///
/// @param servers the servers at the start
/// @param settings of all servers, where their entries say nothing else
/// @param builders makes a server's builder, if it has a build command
/// @param tools which of Pitstop's own tools are offered, by name
/// @param listMillis how long lists wait for a server that is starting
/// @param entries reads and saves the entries of servers that an agent adds
public record ManyParts(
    List<ServerSpec> servers,
    Settings settings,
    Surroundings surroundings,
    Spawner spawner,
    Timers timers,
    Log log,
    Function<ServerSpec, Optional<Builder>> builders,
    Predicate<String> tools,
    long listMillis,
    NoticeMode notices,
    String version,
    String logFile,
    ServerEntries entries) {}
