/// Facts about a server in, findings out: pure functions, which no test needs a server for.
///
/// Facts are values, never sentences to be read again: [StartFacts], [EraFacts], [ListFacts],
/// [StopFacts], [WatchFacts], and the [Outcome] of a request. Start with [Finding].
package dev.pitstop.doctor.check;
