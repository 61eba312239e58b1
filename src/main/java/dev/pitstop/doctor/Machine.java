package dev.pitstop.doctor;

import dev.pitstop.process.Spawner;
import dev.pitstop.rpc.Timers;

/// What a visit needs of the system. Tests have their own.
///
/// @param spawner starts the server's processes
/// @param timers for the channels
/// @param clock for the visit itself
record Machine(Spawner spawner, Timers timers, Clock clock) {}
