package dev.pitstop.session;

import dev.pitstop.hub.Hub;
import dev.pitstop.log.Log;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Timers;

/// What all of a session shares, whatever its face.
///
/// @param clientBacklog how many bytes may be queued for the client before servers are read no
///   further
record Wiring(
    Monitor monitor,
    ClientPort client,
    Log log,
    Timers timers,
    Hub hub,
    SessionFacts facts,
    Management management,
    ServerRequests serverRequests,
    Tracker tracker,
    OutsideTurns outside,
    long clientBacklog) {}
