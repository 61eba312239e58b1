/// What happens in a session, in order: calls, runs, builds, reloads, states, stderr lines and
/// notices. Bounded in memory and on disk. Everything that shows a session reads this and keeps no
/// history of its own.
package dev.pitstop.journal;
