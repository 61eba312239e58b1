/// The configuration file: the `mcpServers` JSON that clients already use, with comments and
/// Pitstop's own keys. This package reads the file into entries, edits single entries of its text,
/// writes it in one step, and applies each save to the servers of a session.
///
/// Values of `env` and `headers` are secrets: no text and no `toString` of this package contains
/// one.
///
/// Start with [ConfigFile] and [ServerEntry] for reading, [ConfigEdit] for writing.
package dev.pitstop.config;
