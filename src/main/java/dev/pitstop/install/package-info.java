/// What clients have configured, wrapped so that Pitstop stands in front of it, and unwrapped (U3):
/// where the files of clients are, reading their servers with positions, changing a text and
/// leaving every other character where it is. Text to text, pure, but for [Launcher], which asks
/// where we were called from.
///
/// Values of `env` and `headers` are secrets: no `toString` of this package holds one.
///
/// Start with [Document], [Server] and [Wrapping]; [Unwrapping] is the way back.
package dev.pitstop.install;
