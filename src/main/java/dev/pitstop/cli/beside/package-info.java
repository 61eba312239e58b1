/// The commands of a second terminal: `ps`, `logs`, `calls`, `reload`, `stop`, `start`, `rerun`.
/// Start with [BesideCommand].
package dev.pitstop.cli.beside;
