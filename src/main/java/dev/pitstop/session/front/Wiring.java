package dev.pitstop.session.front;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.BackendListener;
import dev.pitstop.backend.BackendParts;
import dev.pitstop.backend.Recipe;
import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.facts.ReplayRule;
import dev.pitstop.backend.facts.Settings;
import dev.pitstop.channel.Channel;
import dev.pitstop.channel.Target;
import dev.pitstop.channel.cli.Cli;
import dev.pitstop.channel.http.Http;
import dev.pitstop.channel.stdio.Stdio;
import dev.pitstop.hub.Hub;
import dev.pitstop.log.Log;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Timers;

/// The parts that a session has once, for whatever servers: the way to the client, and what is
/// known of it. A part of a session is given this record only if it needs most of it.
///
/// @param facts what the client has said
/// @param outside keeps the answers that take long to make in order
/// @param uptake whether the client fetches lists whose change it was told
public record Wiring(
    Monitor monitor,
    ClientPort client,
    Log log,
    Timers timers,
    SessionFacts facts,
    ServerRequests serverRequests,
    Tracker tracker,
    OutsideTurns outside,
    ListUptake uptake) {}
