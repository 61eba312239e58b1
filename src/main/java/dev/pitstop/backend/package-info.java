/// One server: its runs, the calls that it has and those that wait, its catalogue, its reloads.
/// Speaks in facts and knows no client.
///
/// Start with [Backend], which is what a session sees, and [Core], which holds its parts together;
/// [dev.pitstop.backend.lifecycle] decides what follows from what happens.
package dev.pitstop.backend;
