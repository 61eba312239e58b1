package dev.pitstop.session.members;

import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.facts.Settings;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.log.Log;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.Surroundings;
import dev.pitstop.rpc.Timers;
import dev.pitstop.session.notices.NoticeMode;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// What a session is made of.
///
/// @param settings of all servers, where their entries say nothing else
/// @param builders makes a server's builder, if it has a build command
/// @param tools which of Pitstop's own tools are offered, by name
/// @param listMillis how long lists wait for a server that is starting
/// @param badTools whether entries are listed for which clients refuse a whole list
/// @param allListChanges whether `list_changed` tells of changed words for people too
/// @param version of Pitstop; supplied only when it is shown, as it is read from a file
public record SessionParts(
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
    boolean badTools,
    boolean allListChanges,
    Supplier<String> version,
    String logFile) {}
