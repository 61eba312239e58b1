/// Turns facts about a server into findings. The functions are pure, so their tests need no server.
///
/// Facts are values, never sentences to be read again: [StartFacts], [EraFacts], [ListFacts],
/// [StopFacts], [WatchFacts], and the [Outcome] of a request. Start with [Finding].
package dev.pitstop.doctor.check;
