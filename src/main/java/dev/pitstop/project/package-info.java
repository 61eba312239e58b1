/// What a server's command runs and the project that it belongs to: its program file, its name, its
/// manifests, the watchers in the command, and the options (`--build`, `--watch`) that its files
/// suggest. Reads files and runs nothing.
///
/// Start with [ProgramFile], [ServerName], [Guesses] and [Watchers].
package dev.pitstop.project;
