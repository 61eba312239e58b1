/// What a session has of its client's process, and the child processes of the operating system:
/// starting them, stopping their whole tree, reading what they say on stderr, knowing which
/// programs only run others. Of Pitstop it imports only `log` and `text`.
///
/// Start with [Surroundings], [Spawner] and [Child]; [OsSpawner] is the real one. Everything that
/// differs between operating systems is in [Platform].
package dev.pitstop.process;
