/// Child processes of the operating system: starting them, stopping their whole tree, reading what
/// they say on stderr, and knowing which file they run. Of Pitstop it imports only `log` and
/// `text`.
///
/// Start with [Spawner] and [Child]; [OsSpawner] is the real one. Everything that differs between
/// operating systems is in [Platform].
package dev.pitstop.process;
