/// Wraps and unwraps the servers in clients' configuration files: knows the paths of the files,
/// reads servers with their positions, and changes a text without touching any other character.
/// Pure functions from text to text.
///
/// Values of `env` and `headers` are secrets: no `toString` of this package holds one.
///
/// Start with [ClientFile], [Server] and [Wrapping].
package dev.pitstop.install;
