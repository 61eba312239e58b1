package dev.pitstop.session.front;

import dev.pitstop.backend.OutsideTurns;
import dev.pitstop.backend.facts.Said;
import dev.pitstop.log.Log;
import dev.pitstop.process.Executables;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Timers;

/// The parts that a session has once, for all its servers: the way to the client, and what is known
/// of the client. A part of a session is given this record only if it needs most of it.
///
/// @param executables finds the files of commands, with the `PATH` that servers get
/// @param outside keeps the answers that take long to make in order
/// @param uptake whether the client fetches lists whose change it was told
/// @param tools the tools on the client's list
public record Wiring(
    Monitor monitor,
    ClientPort client,
    Log log,
    Timers timers,
    Executables executables,
    Said facts,
    ServerRequests serverRequests,
    Tracker tracker,
    OutsideTurns outside,
    ListUptake uptake,
    ClientTools tools) {
  /// Runs `task` in a turn when this time has passed.
  public Timers.Timer after(long millis, Runnable task) {
    return timers.after(millis, () -> monitor.turn(task));
  }
}
